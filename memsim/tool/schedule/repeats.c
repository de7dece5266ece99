/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The look of repeats.h. */
#include "repeats.h"

#include "pub_tool_libcbase.h"

#include "stream/stream.h"

/* A round of such a loop has no more records, and was run so often. */
enum { ROUND = 8, ROUNDS = 4, LOOK = ROUND * ROUNDS };

static Bool writes(const struct msim_dict *dict, uint64_t header)
{
    if (msim_header_is_event(header))
        return True;
    const struct msim_segment *segment = msim_dict_segment_at(dict, msim_header_segment(header));
    for (UInt i = 0; i < segment->accesses_used; i++)
        if (segment->accesses[i].write || segment->accesses[i].modify)
            return True;
    return False;
}

static Bool same(const uint64_t *a, const uint64_t *b)
{
    return a[0] == b[0] && !VG_(memcmp)(a + 1, b + 1, msim_header_words(a[0]) * sizeof *a);
}

/* `newest` has the last LOOK records: the last `used` - 1 is at that number modulo LOOK. */
static Bool has_round(const uint64_t *const *newest, UInt used, UInt round)
{
    for (UInt i = used - (ROUNDS - 1) * round; i < used; i++)
        if (!same(newest[i % LOOK], newest[(i - round) % LOOK]))
            return False;
    return True;
}

Bool msim_repeats(const struct msim_dict *dict, const uint64_t *words, const uint64_t *end)
{
    const uint64_t *newest[LOOK];
    UInt used = 0, round = 1;
    for (; words < end; words += 1 + msim_header_words(*words))
        newest[used++ % LOOK] = words;
    if (used < LOOK)
        return False;
    while (round <= ROUND && !has_round(newest, used, round))
        round++;
    for (UInt i = used - round; round <= ROUND && i < used; i++)
        if (writes(dict, *newest[i % LOOK]))
            return False;
    return round <= ROUND;
}
