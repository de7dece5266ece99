/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of within.h. */
#include "within.h"

#include "stream/hash.h"

enum { MOST = 1 << 26, FINDING = 16 };

static uint64_t mix(const struct msim_object_in *in)
{
    return msim_mix((uint64_t)in->object << 32 | in->context);
}

static uint32_t hash(const void *element)
{
    return (uint32_t)mix(element);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_object_in *a = element, *b = wanted;
    return a->object == b->object && a->context == b->context;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_object_in, same_hash),
                                             0};

void msim_within_init(struct msim_within *within, const struct msim_mem *mem,
                      const struct msim_contexts *contexts)
{
    within->contexts = contexts;
    msim_table_init(&within->table, mem, sizeof(struct msim_object_in), MOST);
    msim_table_init(&within->missed, mem, sizeof(struct msim_object_missed), MOST);
    msim_lookup_init(&within->lookup, mem, &kind);
}

static void add(struct msim_within *within, uint32_t element, uint64_t reads, uint64_t writes)
{
    struct msim_object_in *in = msim_within_at(within, element);
    in->reads += reads;
    in->writes += writes;
}

void msim_within_add(struct msim_within *within, struct msim_object_in *in, enum msim_kind kind,
                     const struct msim_use_counts *adds)
{
    uint64_t any = 0;
    *(kind == MSIM_WRITE ? &in->writes : &in->reads) += adds->count[MSIM_REFS];
    for (unsigned i = MSIM_MISS_L1; i < MSIM_COUNTS; i++)
        any |= adds->count[i];
    if (any && !in->missed && msim_table_add(&within->missed))
        in->missed = within->missed.used;
    if (!any || !in->missed)
        return;
    struct msim_object_missed *missed = msim_table_at(&within->missed, in->missed - 1);
    for (unsigned i = MSIM_MISS_L1; i < MSIM_COUNTS; i++)
        missed->count[kind == MSIM_WRITE][i - MSIM_MISS_L1] += adds->count[i];
}

struct msim_use_counts msim_within_counts(const struct msim_within *within,
                                          const struct msim_object_in *in, enum msim_kind kind)
{
    struct msim_use_counts counts = {.count[MSIM_REFS] =
                                         kind == MSIM_WRITE ? in->writes : in->reads};
    const struct msim_object_missed *missed =
        in->missed ? msim_table_at(&within->missed, in->missed - 1) : NULL;
    for (unsigned i = MSIM_MISS_L1; missed && i < MSIM_COUNTS; i++)
        counts.count[i] = missed->count[kind == MSIM_WRITE][i - MSIM_MISS_L1];
    return counts;
}

static void settle(struct msim_within *within, struct msim_recent_within *recent)
{
    if (recent->reads || recent->writes)
        add(within, recent->element - 1, recent->reads, recent->writes);
    recent->reads = recent->writes = 0;
}

/* The row for misses, which is made later and perhaps in another order, is included. */
static bool has_room(const struct msim_within *within)
{
    uint64_t each = sizeof(struct msim_object_in) + FINDING + sizeof(struct msim_object_missed);
    uint64_t limit = within->contexts->limit;
    return !limit || within->table.used * each < limit;
}

static uint32_t number_of(struct msim_within *within, struct msim_object_in *wanted)
{
    uint32_t number = has_room(within) ? msim_lookup_number(&within->lookup, &within->table, wanted)
                                       : msim_lookup_find(&within->lookup, &within->table, wanted);
    if (number != UINT32_MAX || !wanted->context)
        return number;
    within->bounded = true;
    wanted->context = 0;
    return msim_lookup_number(&within->lookup, &within->table, wanted);
}

static struct msim_recent_within *recent_of(struct msim_within *within, uint32_t object,
                                            uint32_t context)
{
    struct msim_object_in wanted = {.object = object, .context = context};
    struct msim_recent_within *recent =
        &within->recent[mix(&wanted) >> (64 - MSIM_RECENT_WITHIN_BITS)];
    if (recent->object == object && recent->context == context && recent->element)
        return recent;
    settle(within, recent);
    recent->object = object;
    recent->context = context;
    recent->element = number_of(within, &wanted) + 1;
    return recent;
}

struct msim_object_in *msim_within(struct msim_within *within, uint32_t object, uint32_t context)
{
    uint32_t element = recent_of(within, object, context)->element;
    return element ? msim_within_at(within, element - 1) : NULL;
}

void msim_within_begin(struct msim_within *within, uint32_t object, uint32_t context)
{
    recent_of(within, object, context);
}

void msim_within_refer(struct msim_within *within, uint32_t object, uint32_t context, bool write,
                       uint32_t times)
{
    struct msim_recent_within *recent = recent_of(within, object, context);
    uint16_t *sum = write ? &recent->writes : &recent->reads;
    if (!recent->element)
        return;
    if (*sum + (uint64_t)times > UINT16_MAX)
        add(within, recent->element - 1, write ? 0 : times, write ? times : 0);
    else
        *sum = (uint16_t)(*sum + times);
}

void msim_within_settle(struct msim_within *within)
{
    for (uint32_t i = 0; i < 1 << MSIM_RECENT_WITHIN_BITS; i++)
        settle(within, &within->recent[i]);
}

static void put_bound(struct msim_text *text, const struct msim_within *within)
{
    msim_put(text, "what objects do in contexts took the ");
    msim_put_size(text, within->contexts->limit);
    msim_put(text, " of --calls-limit, so further contexts are unknown;");
}

void msim_within_put_bound(struct msim_text *text, const char *start,
                           const struct msim_within *within)
{
    if (!within->bounded)
        return;
    msim_put(text, start);
    msim_put(text, "Contexts: ");
    put_bound(text, within);
    msim_put(text, " sums are exact; a larger --calls-limit= has more\n");
}

void msim_within_summary(const struct msim_within *within, const struct msim_lines *lines)
{
    struct msim_line line;
    if (!within->bounded)
        return;
    msim_line_init(&line, lines);
    msim_put(&line.text, "note: ");
    put_bound(&line.text, within);
    msim_line_end(&line);
    msim_put(&line.text, "... all sums are exact; --calls-limit=");
    msim_put_size(&line.text, 4 * within->contexts->limit);
    msim_put(&line.text, " has more");
    msim_line_end(&line);
}

void msim_within_clear(struct msim_within *within)
{
    within->bounded = false;
    for (uint32_t i = 0; i < within->table.used; i++)
        msim_within_at(within, i)->reads = msim_within_at(within, i)->writes = 0;
    for (uint32_t i = 0; i < within->missed.used; i++)
        *(struct msim_object_missed *)msim_table_at(&within->missed, i) =
            (struct msim_object_missed){{{0}}};
}
