/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Looks for the loops of repeats.h. */
#include "repeats.h"

#include "pub_tool_libcbase.h"

#include "stream/stream.h"

/* The most records of one round of such a loop, and how often it must have run. */
enum { ROUND = 8, ROUNDS = 3, LOOK = ROUND * ROUNDS };

/* Addresses this near to the stack pointer are the loop's stack. */
enum { STACK_BELOW = 512, STACK_ABOVE = 4096 };

struct newest {
    const uint64_t *record[LOOK]; /* number n is at n modulo LOOK */
    UInt used;
};

static const uint64_t *at(const struct newest *newest, UInt number)
{
    return newest->record[number % LOOK];
}

static Bool same(const uint64_t *a, const uint64_t *b)
{
    return a[0] == b[0] && !VG_(memcmp)(a + 1, b + 1, msim_header_words(a[0]) * sizeof *a);
}

static Bool has_round(const struct newest *newest, UInt round)
{
    for (UInt i = newest->used - (ROUNDS - 1) * round; i < newest->used; i++)
        if (!same(at(newest, i), at(newest, i - round)))
            return False;
    return True;
}

static Bool is_on_stack(uint64_t address, Addr stack_pointer)
{
    return address + STACK_BELOW >= stack_pointer && address < stack_pointer + STACK_ABOVE;
}

/* Sets *reads if the record reads something that is not on the stack.  False: no such loop has this
 * record. */
static Bool only_looks(const struct msim_dict *dict, const uint64_t *record, Addr stack_pointer,
                       Bool *reads)
{
    if (msim_header_is_event(*record))
        return False;
    const struct msim_segment *segment = msim_dict_segment_at(dict, msim_header_segment(*record));
    for (UInt i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint64_t address = record[access->word] + (uint64_t)(int64_t)access->offset;
        if (is_on_stack(address, stack_pointer))
            continue;
        if (access->write || access->modify)
            return False;
        *reads = True;
    }
    return True;
}

/* True: the records repeat from the first one on. */
static Bool all_repeat(const uint64_t *words, const uint64_t *end, UInt round)
{
    const uint64_t *before = words;
    for (UInt i = 0; words < end; i++) {
        if (i >= round) {
            if (!same(words, before))
                return False;
            before += 1 + msim_header_words(*before);
        }
        words += 1 + msim_header_words(*words);
    }
    return True;
}

static Bool look_only(const struct msim_dict *dict, const struct newest *newest, UInt round,
                      Addr stack_pointer)
{
    Bool reads = False;
    for (UInt i = newest->used - round; i < newest->used; i++)
        if (!only_looks(dict, at(newest, i), stack_pointer, &reads))
            return False;
    return reads;
}

enum msim_repeats msim_repeats(const struct msim_dict *dict, const uint64_t *words,
                               const uint64_t *end, Addr stack_pointer, Bool *looks)
{
    struct newest newest;
    UInt round = 1;
    *looks = False;
    newest.used = 0;
    for (const uint64_t *record = words; record < end; record += 1 + msim_header_words(*record))
        newest.record[newest.used++ % LOOK] = record;
    if (newest.used < LOOK)
        return MSIM_REPEATS_UNKNOWN;
    while (round <= ROUND && !has_round(&newest, round))
        round++;
    if (round > ROUND)
        return MSIM_REPEATS_NOT;
    *looks = look_only(dict, &newest, round, stack_pointer);
    return all_repeat(words, end, round) ? MSIM_REPEATS_ALL : MSIM_REPEATS_AT_END;
}
