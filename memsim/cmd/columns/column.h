/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Columns: the events of a file of counts, and figures derived from them.
 *
 *     COLUMN = SUM              a number: D1mr, D1m, Dr+Dw, Cy
 *            | SUM "/" SUM      a rate, in percent if it is one of misses: D1m/D, Cy/Ir
 *            | SUM ":PTI"       per thousand instructions: D3m:PTI
 *     SUM    = NAME ("+" NAME)*
 *     NAME   = an event of the file
 *            | a prefix of events that end in r or w, for their sum: D is Dr + Dw
 *            | "L1m" ... "LLm"  all misses of a cache level; LLm: of the last one
 *            | "T1m", "T2m"     all misses of first- and of second-level TLBs
 *            | "Pg", "Pf"       pages touched first; predicted page faults
 *            | "Cy"             cycles: those that were simulated, else a sum of weighted events
 *
 * An event of the file takes precedence over the other names.  A sum is stored as a weight for each
 * event and is exact: 2^63 counts, 100 events and weights up to 10^9 fit into 128 bits.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>

#include "cmd/counts/counts.h"

__extension__ typedef __int128 msim_wide;

enum msim_column_kind { MSIM_COLUMN_COUNT, MSIM_COLUMN_RATE, MSIM_COLUMN_PTI };

struct msim_column {
    char *name;
    enum msim_column_kind kind;
    size_t events;
    size_t event;    /* the only event of the column; `events` if there are several */
    int32_t *weight; /* for each event */
    int32_t *under;  /* the divisor's weights, for a rate; for PTI, those of Ir */
};

struct msim_columns {
    struct msim_column *column;
    size_t columns;
};

/* The weights of Cy if neither the user nor the file has any (column.c), written
 * "NAME:WEIGHT,..." */
#define MSIM_USUAL_CYCLES "Ir:1,L1m:10,LLm:100"

/* Makes the column described by `text`, of `length` bytes.  Returns NULL or an error message from
 * malloc. */
char *msim_column_make(struct msim_column *column, const struct msim_counts *counts,
                       const char *cycles, const char *text, size_t length);

void msim_column_free(struct msim_column *column);

/* Adds the columns of a list separated by commas; "all" is all events.  Returns the same. */
char *msim_columns_make(struct msim_columns *columns, const struct msim_counts *counts,
                        const char *cycles, const char *list);

/* What is wrong with a list of weights in any file, from malloc; NULL: nothing. */
char *msim_cycles_check(const char *cycles);

void msim_columns_free(struct msim_columns *columns);

/* Reads it, or the description "Est. cycles: Ir + 14 (D1mr - D2mr + ...) + ...", into a weight for
 * each event.  false: none, or it names events that the file lacks; no weight is changed. */
bool msim_formula_read(const struct msim_counts *counts, long *weight);

/* Words for events: those of counts (engine/machine/counts.list) and of observers, for sums of
 * them, and for what other tools count. */

/* What an event of these counts is (NULL: of any), in words: "data reads"; if `one`, "data read".
 * Unknown events keep their name. */
void msim_event_phrase(const struct msim_counts *counts, const char *event, bool one, char *to,
                       size_t room);

/* The parts of a simulated core's cycles, from 0 on; NULL: no more. */
const char *msim_cycles_part(size_t number);

/* The letter of the part of a simulated core's cycles that it is; 0: it is none. */
char msim_event_part(const char *event);
bool msim_event_is_cycles(const char *event);

/* Have these counts such parts?  NULL: no. */
bool msim_counts_have_cycles(const struct msim_counts *counts);

/* True: these simulated cycles are those of a part of the run. */
bool msim_cycles_are_sampled(const struct msim_counts *counts);

/* What follows the name of a column with cycles in the title of a table, if they were simulated:
 * " (simulated cycles)", " (sampled cycles)"; else "". */
const char *msim_cycles_note(const struct msim_counts *counts, const char *column);
