/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that the program asks for, where the caches hold them (--hints): when each was asked for and
 * arrives, and how long that is before it is used first, or after.
 *
 * The caches run a record before the core does.  They say which lines its hints bring, in which slot
 * of the first level, and which such slots are used by it, for the first time.  When the core comes
 * to the hint, it is known when; and when it comes to the use, how late the line is:
 *
 *     hint     asks at cycle 100, and its line arrives at 306
 *     load     needs it at 250, and would have it at 254: it is 52 late
 *
 * `lead` is what lies between, 150 here, `takes` from asking until the arrival, 206, and `rounds` how
 * often the same instruction asked for any line since, be it there or not.
 *
 * Of what was asked for before the core ran, or where it did not run since, nothing is known.
 *
 * Cost: 48 bytes for each line of the first level, and 24 for each hint's instruction.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/machine/core.h"
#include "stream/lookup.h"
#include "stream/stream.h"
#include "waits.h"

enum { MSIM_HINTED_LINES = MSIM_WORDS_MAX, MSIM_HINTED_USES = MSIM_ACCESSES_MAX };

struct msim_hinted {
    /* What the record that runs brings, */
    struct msim_hinted_line {
        uint64_t line;
        int64_t slot; /* below 0: into L2 */
        enum msim_cause from;
    } line[MSIM_HINTED_LINES];
    uint32_t lines;
    /* and what it uses: line + 1; 0: the core has been there. */
    struct {
        uint64_t line;
        uint64_t slot;
    } use[MSIM_HINTED_USES];
    uint32_t uses;
    struct msim_asked {
        uint64_t line; /* + 1; 0: none */
        uint64_t asked, arrives, round;
        uint32_t hint;  /* number of its instruction, */
        uint32_t since; /* asked while the core ran as it does now; 0: it is not known when */
    } * asked;          /* by slot */
    uint32_t now;       /* counts how often the core began to run */
    struct msim_table hints;
    struct msim_lookup lookup;
    /* Is told of each use of which all is known, by its number. */
    void (*used)(void *self, uint32_t use, const struct msim_hint_timing *timing);
    void *self;
};

struct msim_hinted *msim_hinted_new(const struct msim_mem *mem, uint64_t slots);

/* --- Said by the caches, of the record that runs next ---------------------------------------- */

/* A hint brings a line from there into the slot, or, if that is below 0, into L2. */
void msim_hinted_comes(struct msim_hinted *hinted, uint64_t line, int64_t slot,
                       enum msim_cause from);

/* The line in the slot is used for the first time.  Returns its number; MSIM_HINTED_USES: nobody
 * wants to know. */
uint32_t msim_hinted_uses(struct msim_hinted *hinted, uint64_t slot);

/* The record has run. */
void msim_hinted_done(struct msim_hinted *hinted);

/* The core begins to run, with the next record: it is not known when what came before did. */
void msim_hinted_begin(struct msim_hinted *hinted);

/* --- By the core ------------------------------------------------------------------------------ */

/* The hint at address `instr` runs.  What it brings, or NULL, if the caches had the line. */
struct msim_hinted_line *msim_hinted_runs(struct msim_hinted *hinted, uint64_t instr,
                                          uint64_t line);

/* Which it asked for at this time. */
void msim_hinted_asks(struct msim_hinted *hinted, const struct msim_hinted_line *line,
                      uint64_t instr, uint64_t time, uint64_t arrives);

/* A load or store comes to a line at `time`, where a hit would be ready at `usual`. */
void msim_hinted_meets(struct msim_hinted *hinted, uint64_t line, uint64_t time, uint64_t usual,
                       struct msim_wait *wait);
