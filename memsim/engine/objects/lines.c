/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cache of lines.h, and how lives begin and end. */
#include "lines.h"

#include "stream/bits.h"
#include "stream/hash.h"

enum {
    PARTS_MAX = 1 << 26,
    MASK_SHIFT = 6,     /* a mask has 64 bits */
    NO_LINES_SHIFT = 63 /* leaves no line whose tag is 0 */
};

void msim_lines_init(struct msim_line_uses *lines, const struct msim_mem *mem,
                     const struct msim_machine *machine, const struct msim_owners *owners,
                     const struct msim_uses *uses)
{
    const struct msim_geometry *d1 = &machine->level[MSIM_D1];
    bool taken = machine->inclusion[MSIM_L2] == MSIM_INCLUSIVE ||
                 machine->inclusion[MSIM_L3] == MSIM_INCLUSIVE;
    lines->on = d1->units && !taken && !machine->passes_writes;
    lines->owners = owners;
    lines->uses = uses;
    if (!lines->on) { /* no line is there, so no fast look finds one */
        lines->cache.shift = NO_LINES_SHIFT;
        lines->tag = msim_get(mem, sizeof *lines->tag, 8);
        return;
    }
    unsigned shift = (unsigned)__builtin_ctz(d1->line);
    msim_array_init(&lines->cache, mem, msim_geometry_sets(MSIM_D1, d1), d1->ways, shift, NULL);
    struct msim_policy_choice policy = msim_policy_named(machine->policy[MSIM_D1].text);
    msim_array_follow(&lines->cache, mem, &policy);
    lines->unit = shift > MASK_SHIFT ? shift - MASK_SHIFT : 0;
    lines->within = d1->line - 1;
    lines->tag = msim_get(mem, msim_array_slots(&lines->cache) * sizeof *lines->tag, 64);
    lines->part = msim_get(mem, msim_array_slots(&lines->cache) * sizeof *lines->part, 64);
    msim_table_init(&lines->further, mem, sizeof(struct msim_line_part), PARTS_MAX);
    msim_patterns_init(&lines->patterns, mem, d1->line);
}

/* --- Parts -------------------------------------------------------------------------------- */

static struct msim_line_part *further(const struct msim_line_uses *lines, uint32_t next)
{
    return next ? MSIM_TABLE_AT(&lines->further, next - 1, struct msim_line_part) : NULL;
}

static uint32_t slot_of(const struct msim_line_uses *lines, const struct msim_line_part *head)
{
    return (uint32_t)(head - lines->part);
}

/* Where the number of a further part is, if it is one that was found before. */
static uint32_t *hint_of(struct msim_line_uses *lines, uint32_t slot, uint32_t object,
                         uint64_t origin)
{
    uint64_t part = msim_mix((uint64_t)object << 32 | slot) ^ origin;
    return &lines->part_hint[msim_mix(part) >> (64 - MSIM_PART_HINTS_BITS)];
}

static bool is_of(const struct msim_line_part *part, const struct msim_line_ref *ref)
{
    return part->object == ref->object && part->origin == ref->origin && !part->ended;
}

/* Exchanges what the first part of a line and a further one say, but not their places. */
static void exchange(struct msim_line_uses *lines, struct msim_line_part *head, uint32_t number)
{
    struct msim_line_part *part = further(lines, number), was = *head;
    uint32_t next = part->next, slot = part->slot;
    *head = *part;
    head->next = was.next;
    *part = was;
    part->next = next;
    part->slot = slot;
    *hint_of(lines, slot, was.object, was.origin) = number;
}

/* Adds a further part after the head, without an object; returns its number. 0: there is no
 * room. */
static uint32_t add_part(struct msim_line_uses *lines, struct msim_line_part *head)
{
    uint32_t number = lines->spare;
    if (number)
        lines->spare = further(lines, number)->next;
    else if (msim_table_add(&lines->further))
        number = lines->further.used;
    else
        return 0;
    *further(lines, number) =
        (struct msim_line_part){.next = head->next, .slot = slot_of(lines, head)};
    head->next = number;
    return number;
}

/* Finds the further part that a reference belongs to, or else one without an object; 0: neither. */
static uint32_t find_further(struct msim_line_uses *lines, const struct msim_line_part *head,
                             const struct msim_line_ref *ref)
{
    uint32_t slot = slot_of(lines, head), unused = 0;
    uint32_t hint = *hint_of(lines, slot, ref->object, ref->origin);
    if (hint && further(lines, hint)->slot == slot && is_of(further(lines, hint), ref))
        return hint;
    for (uint32_t number = head->next; number; number = further(lines, number)->next) {
        if (!further(lines, number)->object)
            unused = number;
        else if (is_of(further(lines, number), ref))
            return number;
    }
    return unused;
}

/* Makes the part that a reference belongs to the head of its line, whose head is another one. */
static void find_part(struct msim_line_uses *lines, struct msim_line_part *head,
                      const struct msim_line_ref *ref)
{
    uint32_t number = head->next ? find_further(lines, head, ref) : 0;
    if (!number && head->object && !(number = add_part(lines, head)))
        return; /* it counts for another object */
    struct msim_line_part *found = number ? further(lines, number) : head;
    if (!found->object)
        *found = (struct msim_line_part){.origin = ref->origin,
                                         .object = ref->object,
                                         .use = ref->use,
                                         .next = found->next,
                                         .slot = found->slot};
    if (number)
        exchange(lines, head, number);
}

/* --- Ends --------------------------------------------------------------------------------- */

static uint64_t bytes_of(const struct msim_line_uses *lines, uint64_t mask)
{
    return (uint64_t)msim_count_bits(mask) << lines->unit;
}

static struct msim_line_place place_of(const struct msim_line_uses *lines,
                                       const struct msim_line_part *part, uint64_t line)
{
    return (struct msim_line_place){
        part->object, msim_object_at(lines->owners, part->object)->kind == MSIM_OBJECT_STATIC,
        (int64_t)((line << lines->cache.shift) - part->origin)};
}

static void end_part(struct msim_line_uses *lines, const struct msim_line_part *part, uint64_t line)
{
    struct msim_line_place place = place_of(lines, part, line);
    msim_patterns_add(&lines->patterns, &place, part->mask, bytes_of(lines, part->mask),
                      msim_use_at(lines->uses, part->use)->stride);
}

/* Counts the life for the part's object, with all parts from this one on that are the object's. */
static void end_object(struct msim_line_uses *lines, struct msim_line_part *part, uint64_t line)
{
    struct msim_line_place place = place_of(lines, part, line);
    uint64_t mask = 0;
    bool fetched = false;
    for (; part; part = further(lines, part->next)) {
        if (part->object != place.object)
            continue;
        mask |= part->mask;
        fetched |= part->fetched;
        part->object = 0;
    }
    msim_patterns_line(&lines->patterns, &place, bytes_of(lines, mask), fetched);
}

static void drop_parts(struct msim_line_uses *lines, struct msim_line_part *head)
{
    while (head->next) {
        uint32_t number = head->next;
        struct msim_line_part *part = further(lines, number);
        head->next = part->next;
        part->object = 0;
        part->next = lines->spare;
        lines->spare = number;
    }
    *head = (struct msim_line_part){.object = 0};
}

static void end_line(struct msim_line_uses *lines, struct msim_line_part *head, uint64_t line)
{
    for (struct msim_line_part *part = head; part; part = further(lines, part->next)) {
        if (part->object && !part->ended)
            end_part(lines, part, line);
    }
    for (struct msim_line_part *part = head; part; part = further(lines, part->next)) {
        if (part->object)
            end_object(lines, part, line);
    }
    drop_parts(lines, head);
}

/* Ends the object's part of a line that counts offsets from `origin`.  Of what ended, an object has
 * one part. */
static void end_origin(struct msim_line_uses *lines, struct msim_line_part *head, uint64_t line,
                       uint32_t object, uint64_t origin)
{
    struct msim_line_part *its = NULL, *ended = NULL;
    for (struct msim_line_part *part = head; part; part = further(lines, part->next)) {
        if (part->object != object)
            continue;
        if (part->ended)
            ended = part;
        else if (part->origin == origin)
            its = part;
    }
    if (!its)
        return;
    end_part(lines, its, line);
    its->ended = true;
    if (!ended)
        return;
    ended->mask |= its->mask;
    ended->fetched |= its->fetched;
    *its = (struct msim_line_part){.next = its->next, .slot = its->slot};
}

void msim_lines_begin_block(struct msim_line_uses *lines, uint32_t object, uint64_t address,
                            uint64_t bytes)
{
    if (!lines->on || !bytes)
        return;
    uint64_t slots = msim_array_slots(&lines->cache);
    uint64_t line = address >> lines->cache.shift,
             last = (address + bytes - 1) >> lines->cache.shift;
    if (last - line < slots) {
        for (; line <= last; line++) {
            int64_t slot = msim_array_find(&lines->cache, line);
            if (slot != MSIM_NO_SLOT)
                end_origin(lines, &lines->part[slot], line, object, address);
        }
        return;
    }
    for (uint64_t slot = 0; slot < slots; slot++) {
        uint64_t tag = msim_array_tag(&lines->cache, slot);
        if (tag && tag - 1 >= line && tag - 1 <= last)
            end_origin(lines, &lines->part[slot], tag - 1, object, address);
    }
}

void msim_lines_empty(struct msim_line_uses *lines)
{
    for (uint64_t slot = 0; lines->on && slot < msim_array_slots(&lines->cache); slot++)
        if (msim_array_tag(&lines->cache, slot))
            end_line(lines, &lines->part[slot], msim_array_tag(&lines->cache, slot) - 1);
    if (!lines->on)
        return;
    msim_array_empty(&lines->cache);
    for (uint64_t slot = 0; slot < msim_array_slots(&lines->cache); slot++)
        lines->tag[slot] = 0;
}

void msim_lines_forget(struct msim_line_uses *lines)
{
    if (!lines->on)
        return;
    for (uint64_t slot = 0; slot < msim_array_slots(&lines->cache); slot++)
        drop_parts(lines, &lines->part[slot]);
    msim_patterns_renew(&lines->patterns);
}

/* --- References --------------------------------------------------------------------------- */

void msim_lines_renumber(struct msim_line_uses *lines)
{
    if (lines->on && lines->now >= MSIM_TIME_LIMIT)
        lines->now = msim_array_renumber(&lines->cache);
}

/* The slot of a line; *missed: its life begins. */
static uint32_t seek(struct msim_line_uses *lines, uint64_t line, bool *missed)
{
    uint32_t *hint = &lines->hint[line & (MSIM_LINE_HINTS - 1)];
    uint64_t evicted;
    *missed = false;
    if (lines->tag[*hint] == line + 1)
        return *hint;
    int64_t slot = msim_array_find(&lines->cache, line);
    *missed = slot == MSIM_NO_SLOT;
    if (*missed) {
        slot = msim_array_fill(&lines->cache, line, &evicted);
        if (evicted != MSIM_NO_BLOCK)
            end_line(lines, &lines->part[slot], evicted);
        if (!lines->cache.state) /* else no fast look finds it: its policy must see all */
            lines->tag[slot] = line + 1;
    } else if (lines->cache.state) {
        msim_array_hit(&lines->cache, (uint64_t)slot);
    }
    *hint = (uint32_t)slot;
    return *hint;
}

void msim_lines_touch_slowly(struct msim_line_uses *lines, const struct msim_line_ref *ref)
{
    unsigned shift = lines->cache.shift;
    uint64_t first = ref->address, end = ref->address + ref->size - 1;
    msim_lines_renumber(lines);
    for (uint64_t line = first >> shift; line <= end >> shift; line++) {
        bool missed;
        uint32_t slot = seek(lines, line, &missed);
        uint64_t begin = line << shift, last = begin + ((UINT64_C(1) << shift) - 1);
        struct msim_line_part *part = &lines->part[slot];
        lines->cache.stamp[slot] = ++lines->now;
        if (!ref->object)
            continue;
        if (!is_of(part, ref))
            find_part(lines, part, ref);
        part->mask |= msim_line_mask(lines, first > begin ? first - begin : 0,
                                     (end < last ? end : last) - begin);
        part->fetched |= missed;
    }
}
