/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that prefetch (docs/hints.md): what became of it, and, if a core was simulated, how far ahead
 * they are and would have to be.
 *
 *     gather.c:14  4,096 prefetches: 0% redundant, 99% used, 0% evicted unused, 1% left
 *       4.0 rounds ahead, late by 60.2 of 266.0 cycles: 6 would do
 *
 * A round is one run of the prefetch.  What it takes without waiting for late lines is the time from
 * asking to use for each round, less what lines that were late cost for each prefetch.  As many
 * rounds as a line takes to arrive would do.
 */
#include <inttypes.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "issuers.h"

/* What a line has of each column, of both levels. */
enum event {
    ISSUED,
    REDUNDANT,
    USED,
    UNUSED,
    LEFT,
    TIMED,
    LATE,
    LATE_CY,
    HELD,
    LEAD,
    TAKES,
    ROUNDS
};
enum { FATES = LEFT + 1, EVENTS = ROUNDS + 1 };

/* --- Times ---------------------------------------------------------------------------------- */

static double ratio(int64_t over, int64_t under)
{
    return (double)over / (double)under;
}

/* How many rounds ahead would do; 0: that cannot be told. */
static uint64_t needed(const struct msim_issuer *line)
{
    if (line->of[TIMED] <= 0 || line->of[ROUNDS] <= 0 || line->of[LEAD] <= 0)
        return 0;
    double takes = ratio(line->of[TAKES], line->of[TIMED]);
    double round = ratio(line->of[LEAD], line->of[ROUNDS]);
    double alone = round - ratio(line->of[HELD], line->of[ISSUED]);
    double rounds = takes / (alone > 0 ? alone : round);
    uint64_t whole = (uint64_t)rounds;
    return whole < 1 || rounds > (double)whole ? whole + 1 : whole;
}

/* "late by 60.2 of 266.0 cycles" */
static char *lateness(const struct msim_issuer *line)
{
    return line->of[LATE] ? msim_printed("late by %.1f of %.1f cycles",
                                         ratio(line->of[LATE_CY], line->of[TIMED]),
                                         ratio(line->of[TAKES], line->of[TIMED]))
                          : msim_printed("never late");
}

static char *times_of(const struct msim_issuer *line)
{
    if (line->of[TIMED] <= 0)
        return NULL;
    uint64_t rounds = needed(line);
    char *late = lateness(line), *text;
    if (rounds)
        text = msim_printed("%.1f rounds ahead, %s: %" PRIu64 " would do",
                            ratio(line->of[ROUNDS], line->of[TIMED]), late, rounds);
    else
        text = msim_printed("in the round of its use, %s: ask %.0f cycles before it", late,
                            ratio(line->of[TAKES], line->of[TIMED]));
    free(late);
    return text;
}

/* --- Fates ---------------------------------------------------------------------------------- */

static int percent(const struct msim_issuer *line, enum event event)
{
    return (int)(100 * ratio(line->of[event], line->of[ISSUED]) + 0.5);
}

static char *say(const struct msim_issuer *line)
{
    return msim_printed("%s prefetches: %d%% redundant, %d%% used, %d%% evicted unused, %d%% left",
                        msim_human_count((uint64_t)line->of[ISSUED]).text, percent(line, REDUNDANT),
                        percent(line, USED), percent(line, UNUSED), percent(line, LEFT));
}

static void put_values(const struct msim_issuer *line, struct msim_export *out)
{
    uint64_t rounds = needed(line);
    for (int i = 0; i < EVENTS; i++)
        msim_export_number_if(out, i < FATES || line->of[TIMED] > 0, (uint64_t)line->of[i]);
    msim_export_number_if(out, rounds, rounds);
}

const struct msim_issuers msim_prefetch_lines = {
    .title = "Lines that prefetch, most prefetches first",
    .list = "prefetches",
    .fields = "issued,redundant,used,unused,left,timed,late,late cycles,held cycles,lead cycles,"
              "takes cycles,rounds,needed",
    .names = {{"D1SwIssued", "D1SwRedundant", "D1SwUsed", "D1SwUnused", "D1SwLeft", "SwTimed",
               "SwLate", "SwLateCy", "SwHeldCy", "SwLeadCy", "SwTakesCy", "SwRounds"},
              {"L2SwIssued", "L2SwRedundant", "L2SwUsed", "L2SwUnused", "L2SwLeft"}},
    .say = say,
    .advise = times_of,
    .put_values = put_values,
};
