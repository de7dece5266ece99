/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reasons of reasons.h. */
#include "reasons.h"

void msim_reasons_attach(struct msim_array *array, const struct msim_mem *mem, bool hits_seen,
                         bool full_known)
{
    struct msim_miss_reasons *reasons = msim_get(mem, sizeof *reasons, 64);
    msim_line_set_init(&reasons->lines, mem);
    if (!hits_seen)
        reasons->recent = msim_recent_new(mem, array);
    else if (!full_known)
        reasons->alone = msim_companion_new(mem, NULL, (uint32_t)(array->sets * array->ways), 0);
    reasons->reason = MSIM_REASONS;
    array->reasons = reasons;
}

void msim_reasons_empty(struct msim_miss_reasons *reasons)
{
    msim_line_set_empty(&reasons->lines);
    if (reasons->alone)
        msim_companion_empty(reasons->alone);
    if (reasons->recent)
        msim_recent_empty(reasons->recent);
    reasons->reason = MSIM_REASONS;
}

/* The line missed; it is there from now on, and used. */
static void miss(struct msim_miss_reasons *reasons, uint64_t line, bool full)
{
    struct msim_line_group *group = msim_line_group(&reasons->lines, line);
    uint64_t bit = msim_line_bit(line), *bits = group->bits;
    if (reasons->reason == MSIM_REASONS)
        reasons->reason = bits[MSIM_LINE_TAKEN] & bit     ? MSIM_REASON_COHERENCE
                          : bits[MSIM_LINE_PAST] & bit    ? MSIM_REASON_PAST
                          : bits[MSIM_LINE_EARLY] & bit   ? MSIM_REASON_PREFETCH
                          : !(bits[MSIM_LINE_SEEN] & bit) ? MSIM_REASON_FIRST
                          : full                          ? MSIM_REASON_CAPACITY
                                                          : MSIM_REASON_CONFLICT;
    for (enum msim_line_bit i = MSIM_LINE_TAKEN; i < MSIM_LINE_BITS; i++)
        bits[i] &= ~bit;
    bits[MSIM_LINE_SEEN] |= bit;
}

/* It is there, and no longer what came too early. */
static void use(struct msim_miss_reasons *reasons, uint64_t line)
{
    if (reasons->prefetches)
        msim_line_group(&reasons->lines, line)->bits[MSIM_LINE_EARLY] &= ~msim_line_bit(line);
}

void msim_reasons_see(struct msim_miss_reasons *reasons, uint64_t line, bool missed, bool full)
{
    if (reasons->alone)
        full = msim_companion_touch_alone(reasons->alone, line);
    if (missed)
        miss(reasons, line, full);
    else
        use(reasons, line);
}

void msim_reasons_fill(struct msim_array *array, uint64_t slot, uint64_t line, uint64_t evicted)
{
    struct msim_recent *recent = array->reasons->recent;
    uint32_t time = array->stamp[slot];
    if (evicted == MSIM_NO_BLOCK)
        array->stamp[slot] = 0; /* of a line that is among those given up, or was not used */
    miss(array->reasons, line, msim_recent_misses(recent, line));
    if (evicted != MSIM_NO_BLOCK)
        msim_recent_give_up(recent, evicted, time);
}

void msim_reasons_first(struct msim_miss_reasons *reasons, uint64_t line)
{
    use(reasons, line);
    msim_recent_return(reasons->recent, line);
}

void msim_reasons_bring(struct msim_array *array, uint64_t slot, uint64_t line, uint64_t evicted)
{
    if (evicted != MSIM_NO_BLOCK)
        msim_recent_give_up(array->reasons->recent, evicted, array->stamp[slot]);
    msim_reasons_prefetch(array->reasons, line);
}

void msim_reasons_prefetch(struct msim_miss_reasons *reasons, uint64_t line)
{
    struct msim_line_group *group = msim_line_group(&reasons->lines, line);
    reasons->prefetches = true;
    group->bits[MSIM_LINE_SEEN] |= msim_line_bit(line);
    group->bits[MSIM_LINE_TAKEN] &= ~msim_line_bit(line);
    group->bits[MSIM_LINE_PAST] &= ~msim_line_bit(line);
    group->bits[MSIM_LINE_EARLY] |= msim_line_bit(line);
}

void msim_reasons_reach(struct msim_miss_reasons *reasons, uint64_t line, bool prefetch,
                        bool missed)
{
    if (prefetch && missed)
        msim_reasons_prefetch(reasons, line);
    else
        msim_reasons_see(reasons, line, missed, missed);
}

void msim_reasons_taken(struct msim_miss_reasons *reasons, uint64_t line, enum msim_line_bit by)
{
    msim_line_group(&reasons->lines, line)->bits[by] |= msim_line_bit(line);
}

bool msim_reasons_take(struct msim_array *array, uint64_t line, enum msim_line_bit by)
{
    struct msim_miss_reasons *reasons = array->reasons;
    int64_t slot = reasons ? msim_array_find(array, line) : MSIM_NO_SLOT;
    if (slot == MSIM_NO_SLOT)
        return !reasons && msim_array_remove(array, line);
    uint32_t time = array->stamp[slot];
    msim_array_remove(array, line);
    msim_reasons_taken(reasons, line, by);
    if (reasons->recent && !msim_recent_ignores(reasons->recent, (uint64_t)slot))
        msim_recent_give_up(reasons->recent, line, time);
    return true;
}
