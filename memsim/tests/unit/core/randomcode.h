/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random programs for a core: segments of all classes of operations, whose addresses, misses and
 * next segments are drawn anew each time.
 *
 * Most sources are registers written lately or operations just before, so that there are chains;
 * most addresses are those of a few lines, pages and strides, so that stores are forwarded, lines
 * are under way, and prefetchers follow. What a reference misses is drawn, and need not be
 * possible.
 *
 * In some programs, of each four segments the first ends with a branch to one of the two next ones,
 * which may be the same but for their addresses, and both lead to the fourth, which may begin
 * inside of one.
 */
#pragma once

#include "code.h"
#include "tests/unit/lib/host.h"

enum { RANDOM_CODES = 12, RANDOM_STREAMS = 4 };

struct random_code {
    struct unit_random random;
    struct code code[RANDOM_CODES];
    uint64_t stream[RANDOM_STREAMS], step[RANDOM_STREAMS];
    enum msim_op_class class; /* what many operations are */
    enum msim_cause from;     /* where many lines come from */
    bool parts;               /* ways part and join again */
    bool orders;              /* there are atomic instructions and fences */
    bool stack;               /* the stack pointer is a source of many */
    bool steady;              /* most accesses are to the same few words each time */
    unsigned free;            /* one source of so many is ready long before */
    unsigned calm;            /* one reference of so many misses */
    unsigned jumps;           /* one segment of so many leads anywhere */
    unsigned next;            /* which segment comes next */
};

void random_code_start(struct random_code *program, uint64_t seed);

/* The segment that runs now, with a record and misses of its own. */
struct code *random_code_next(struct random_code *program);

/* Where lines are, for prefetchers; self is not used. */
enum msim_cause random_code_where(void *self, uint64_t line);

/* Its number by physical addresses. */
uint64_t random_code_physical(void *self, uint64_t line);
