/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The cache of lines.h, and how lives begin and end. */
#include "lines.h"

#include "stream/bits.h"

enum { PARTS_MAX = 1 << 26, MASK_SHIFT = 6 /* a mask has 64 bits */ };

void msim_lines_init(struct msim_lines *lines, const struct msim_mem *mem,
                     const struct msim_machine *machine, const struct msim_owners *owners,
                     const struct msim_uses *uses)
{
    const struct msim_geometry *d1 = &machine->level[MSIM_D1];
    lines->on = d1->units != 0;
    lines->owners = owners;
    lines->uses = uses;
    if (!lines->on)
        return;
    unsigned shift = (unsigned)__builtin_ctz(d1->line);
    msim_array_init(&lines->cache, mem, msim_geometry_sets(MSIM_D1, d1), d1->ways, shift, NULL);
    lines->unit = shift > MASK_SHIFT ? shift - MASK_SHIFT : 0;
    lines->part = msim_get(mem, msim_array_slots(&lines->cache) * sizeof *lines->part, 64);
    msim_table_init(&lines->further, mem, sizeof(struct msim_line_part), PARTS_MAX);
    msim_patterns_init(&lines->patterns, mem, d1->line);
}

/* --- Parts -------------------------------------------------------------------------------- */

static struct msim_line_part *further(const struct msim_lines *lines, uint32_t next)
{
    return next ? MSIM_TABLE_AT(&lines->further, next - 1, struct msim_line_part) : NULL;
}

/* Exchanges what they say, but not their places. */
static void exchange(struct msim_line_part *a, struct msim_line_part *b)
{
    struct msim_line_part was = *a;
    uint32_t next = b->next;
    *a = *b;
    a->next = was.next;
    *b = was;
    b->next = next;
}

/* A further part behind the head, without an object; NULL: there is no room. */
static struct msim_line_part *add_part(struct msim_lines *lines, struct msim_line_part *head)
{
    uint32_t number = lines->spare;
    if (number)
        lines->spare = further(lines, number)->next;
    else if (msim_table_add(&lines->further))
        number = lines->further.used;
    else
        return NULL;
    struct msim_line_part *part = further(lines, number);
    *part = (struct msim_line_part){.next = head->next};
    head->next = number;
    return part;
}

/* Makes the part that a reference belongs to the head of its line. */
static void find_part(struct msim_lines *lines, struct msim_line_part *head,
                      const struct msim_line_ref *ref)
{
    struct msim_line_part *found = NULL, *unused = NULL;
    for (struct msim_line_part *part = head; part && !found; part = further(lines, part->next)) {
        if (!part->object)
            unused = part;
        else if (part->object == ref->object && part->origin == ref->origin && !part->ended)
            found = part;
    }
    if (!found) {
        found = unused ? unused : add_part(lines, head);
        if (!found)
            return; /* it counts for another object */
        *found = (struct msim_line_part){
            .origin = ref->origin, .object = ref->object, .use = ref->use, .next = found->next};
    }
    if (found != head)
        exchange(head, found);
}

/* --- Ends --------------------------------------------------------------------------------- */

static uint64_t bytes_of(const struct msim_lines *lines, uint64_t mask)
{
    return (uint64_t)msim_count_bits(mask) << lines->unit;
}

static struct msim_line_place place_of(const struct msim_lines *lines,
                                       const struct msim_line_part *part, uint64_t line)
{
    return (struct msim_line_place){
        part->object, msim_object_at(lines->owners, part->object)->kind == MSIM_OBJECT_STATIC,
        (int64_t)((line << lines->cache.shift) - part->origin)};
}

static void end_part(struct msim_lines *lines, const struct msim_line_part *part, uint64_t line)
{
    struct msim_line_place place = place_of(lines, part, line);
    msim_patterns_add(&lines->patterns, &place, part->mask, bytes_of(lines, part->mask),
                      msim_use_at(lines->uses, part->use)->stride);
}

/* Counts the life for the part's object, with all parts from this one on that are the object's. */
static void end_object(struct msim_lines *lines, struct msim_line_part *part, uint64_t line)
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

static void drop_parts(struct msim_lines *lines, struct msim_line_part *head)
{
    while (head->next) {
        uint32_t number = head->next;
        struct msim_line_part *part = further(lines, number);
        head->next = part->next;
        part->next = lines->spare;
        lines->spare = number;
    }
    *head = (struct msim_line_part){.object = 0};
}

static void end_line(struct msim_lines *lines, struct msim_line_part *head, uint64_t line)
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

/* Ends the object's part of a line that counts offsets from `origin`.  Of what ended, an object has one
 * part. */
static void end_origin(struct msim_lines *lines, struct msim_line_part *head, uint64_t line,
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
    *its = (struct msim_line_part){.next = its->next};
}

void msim_lines_begin_block(struct msim_lines *lines, uint32_t object, uint64_t address,
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

void msim_lines_empty(struct msim_lines *lines)
{
    for (uint64_t slot = 0; lines->on && slot < msim_array_slots(&lines->cache); slot++)
        if (msim_array_tag(&lines->cache, slot))
            end_line(lines, &lines->part[slot], msim_array_tag(&lines->cache, slot) - 1);
    if (lines->on)
        msim_array_empty(&lines->cache);
}

void msim_lines_forget(struct msim_lines *lines)
{
    if (!lines->on)
        return;
    for (uint64_t slot = 0; slot < msim_array_slots(&lines->cache); slot++)
        drop_parts(lines, &lines->part[slot]);
    msim_patterns_renew(&lines->patterns);
}

/* --- References --------------------------------------------------------------------------- */

/* The slot of a line; *missed: its life begins. */
static uint32_t seek(struct msim_lines *lines, uint64_t line, bool *missed)
{
    uint64_t evicted;
    int64_t slot = msim_array_find(&lines->cache, line);
    *missed = slot == MSIM_NO_SLOT;
    if (*missed) {
        slot = msim_array_fill(&lines->cache, line, &evicted);
        if (evicted != MSIM_NO_BLOCK)
            end_line(lines, &lines->part[slot], evicted);
    }
    lines->cache.stamp[slot] = ++lines->now;
    return (uint32_t)slot;
}

void msim_lines_touch_slowly(struct msim_lines *lines, const struct msim_line_ref *ref)
{
    unsigned shift = lines->cache.shift;
    uint64_t first = ref->address, end = ref->address + ref->size - 1;
    if (lines->now >= MSIM_TIME_LIMIT)
        lines->now = msim_array_renumber(&lines->cache);
    for (uint64_t line = first >> shift; line <= end >> shift; line++) {
        bool missed;
        uint32_t slot = seek(lines, line, &missed);
        uint64_t begin = line << shift, last = begin + ((UINT64_C(1) << shift) - 1);
        struct msim_line_part *part = &lines->part[slot];
        lines->hint[line & (MSIM_LINE_HINTS - 1)] = slot;
        if (!ref->object)
            continue;
        find_part(lines, part, ref);
        part->mask |= msim_line_mask(lines, first > begin ? first : begin, end < last ? end : last);
        part->fetched |= missed;
    }
}
