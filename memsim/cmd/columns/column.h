/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Columns: events of a file of counts, and figures derived from them by name.
 *
 *     COLUMN = SUM              a number: D1mr, D1m, Dr+Dw, Cy
 *            | SUM "/" SUM      a rate, in percent where it can be: D1m/D, Cy/Ir
 *            | SUM ":PTI"       per thousand instructions: D3m:PTI
 *     SUM    = NAME ("+" NAME)*
 *     NAME   = an event of the file
 *            | what becomes events by an added r or w, their sum: D is Dr + Dw, D1m is D1mr + D1mw
 *            | "L1m", "LLm"     all misses of the first and of the last cache level
 *            | "Cy"             estimated cycles: a sum of weighted events
 *
 * An event that has one of these names comes first.  A sum is a weight for each event, so it is exact:
 * 2^63 counts, 100 events and weights up to 10^6 fit into 128 bits.
 */
#ifndef MSIM_CMD_COLUMNS_COLUMN_H
#define MSIM_CMD_COLUMNS_COLUMN_H

#include "cmd/counts/counts.h"

__extension__ typedef __int128 msim_wide;

enum msim_column_kind { MSIM_COLUMN_COUNT, MSIM_COLUMN_RATE, MSIM_COLUMN_PTI };

struct msim_column {
    char *name;
    enum msim_column_kind kind;
    size_t events;
    size_t event;    /* it is this event alone; else `events` */
    int32_t *weight; /* of each event */
    int32_t *under;  /* of a rate; PTI's are those of Ir */
};

struct msim_columns {
    struct msim_column *column;
    size_t columns;
};

/* The weights of Cy; as text, "NAME:WEIGHT,..." */
#define MSIM_USUAL_CYCLES "Ir:1,L1m:10,LLm:100"

/* Makes the column `text`, of `length` bytes.  Returns NULL, or what is wrong, for a message, from malloc. */
char *msim_column_make(struct msim_column *column, const struct msim_counts *counts,
                       const char *cycles, const char *text, size_t length);

/* Adds the columns of a list with commas between them; "all" is all events.  The same. */
char *msim_columns_make(struct msim_columns *columns, const struct msim_counts *counts,
                        const char *cycles, const char *list);

/* What is wrong with a list of weights whatever the file; NULL: nothing. */
char *msim_cycles_check(const char *cycles);

void msim_columns_free(struct msim_columns *columns);

#endif
