/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A machine as it is described: what is known of its caches, TLBs and memory, from where, and what the
 * simulator cannot do as it is.
 *
 * What is unknown is 0.  The simulator needs all of a level, so msim_described_machine fills such gaps by
 * fixed rules, but only those that the description admits with an `approximation` of that level:
 *
 *     I1 unknown                          the data cache's geometry
 *     ways unknown                        fully associative
 *     line unknown                        that of D1, or of the first level that has one, or 64
 *     several TLBs in one place           the first one described
 *     a level that has no place           left out
 */
#ifndef MSIM_CMD_MACHINE_FILE_DESCRIBED_H
#define MSIM_CMD_MACHINE_FILE_DESCRIBED_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/machine/geometry.h"

enum msim_side { MSIM_SIDE_UNIFIED, MSIM_SIDE_DATA, MSIM_SIDE_INSTRUCTION };

enum msim_trust { MSIM_TRUST_PRIMARY, MSIM_TRUST_SECONDARY, MSIM_TRUST_INFERRED };

#define MSIM_WAYS_FULL UINT32_MAX

struct msim_described_level {
    bool is_tlb;
    unsigned level; /* from 1 */
    enum msim_side side;
    uint64_t units;            /* bytes, or entries */
    uint32_t ways, line;       /* a TLB's line is its page; 0: unknown, MSIM_WAYS_FULL */
    uint32_t sharing, latency; /* cores; cycles; 0: unknown */
    enum msim_trust trust;
    int at; /* line of the file */
};

/* `of` is a level's name, or one that no level of the simulator has (L4). */
struct msim_approximation {
    char *of, *text;
    int at;
};

enum { MSIM_DESCRIBED_LEVELS = 32, MSIM_DESCRIBED_TEXTS = 16 };

struct msim_described {
    char *name, *title;
    char *source[MSIM_DESCRIBED_TEXTS];
    unsigned sources;
    struct msim_described_level level[MSIM_DESCRIBED_LEVELS];
    unsigned levels;
    uint32_t memory, walk; /* latencies */
    struct msim_approximation approximation[MSIM_DESCRIBED_TEXTS];
    unsigned approximations;
    int at;
};

/* Where a file is wrong, and why. */
struct msim_fault {
    int line;
    char text[256];
};

/* Says so, unless something was said before; false. */
__attribute__((format(printf, 3, 4))) bool msim_fault(struct msim_fault *fault, int line,
                                                      const char *format, ...);

void msim_described_free(struct msim_described *described);

/* The name of the place that a level would have in the simulator: "L2", "L2DTLB", "L4". */
const char *msim_described_place(const struct msim_described_level *level);

/* False: too many. */
bool msim_described_approximate(struct msim_described *described, const char *of, const char *text);
bool msim_described_source(struct msim_described *described, const char *text);

/* What the simulator makes of it; false, and *fault: a level cannot be built, or needs an approximation
 * that the description does not admit. */
bool msim_described_machine(const struct msim_described *described, struct msim_machine *machine,
                            struct msim_fault *fault);

/* "NAME is approximated: TEXT; TEXT", allocated; NULL: it is not. */
char *msim_described_note(const struct msim_described *described);

#endif
