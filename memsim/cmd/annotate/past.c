/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines that store past the caches (docs/hints.md): in what pieces it is sent, and whether it did harm.
 *
 *     copy.c:9  4,096 stores past the caches, in 1,024 lines: 100% whole, 0% in part, 0% left
 *     tree.c:31  512 stores past the caches, in 512 lines: 0% whole, 100% in part, 0% left
 *       100% were in a cache; 90% came back: ordinary stores would do
 *
 * What it says to do: with many parts, to store each line whole before the next ones; with many lines
 * that came back, to store them as others.
 */
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "issuers.h"

enum { MANY = 10 /* percent that are worth a word */ };

enum event { ISSUED, LINES, WHOLE, PART, LEFT, HAD, BACK, EVENTS };

static int percent(int64_t part, int64_t of)
{
    return of > 0 ? (int)(100 * (double)part / (double)of + 0.5) : 0;
}

/* "50% were in a cache; 90% came back: ordinary stores would do"; NULL: there is nothing to say. */
static char *advise(const struct msim_issuer *line)
{
    int part = percent(line->of[PART], line->of[LINES]);
    int back = percent(line->of[BACK], line->of[LINES]);
    int had = percent(line->of[HAD], line->of[LINES]);
    char *caches =
        had >= MANY ? msim_printed("%d%% were in a cache; ", had) : msim_printed("%s", "");
    char *text = NULL;
    if (back >= MANY)
        text = msim_printed("%s%d%% came back: ordinary stores would do", caches, back);
    else if (part >= MANY)
        text = msim_printed("%sstore each line whole before the next ones", caches);
    else if (had >= MANY)
        text = msim_printed("%d%% were in a cache, which loses them", had);
    free(caches);
    return text;
}

static char *say(const struct msim_issuer *line)
{
    return msim_printed(
        "%s stores past the caches, in %s lines: %d%% whole, %d%% in part, "
        "%d%% left",
        msim_human_count((uint64_t)line->of[ISSUED]).text,
        msim_human_count((uint64_t)line->of[LINES]).text, percent(line->of[WHOLE], line->of[LINES]),
        percent(line->of[PART], line->of[LINES]), percent(line->of[LEFT], line->of[LINES]));
}

static void put_values(const struct msim_issuer *line, struct msim_export *out)
{
    for (int i = 0; i < EVENTS; i++)
        msim_export_number_if(out, line->known >> i & 1, (uint64_t)line->of[i]);
}

const struct msim_issuers msim_past_lines = {
    .title = "Lines that store past the caches, most stores first",
    .list = "stores_past",
    .fields = "issued,lines,whole,part,left,had,back",
    .names = {{"NtIssued", "NtLines", "NtWhole", "NtPart", "NtLeft", "NtHad", "NtBack"}},
    .say = say,
    .advise = advise,
    .put_values = put_values,
};
