/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Sums of shares; see phases.h. */
#include "phases.h"

#include <stdio.h>
#include <stdlib.h>

#include "cmd/base/grow.h"

static int by_instructions(const void *a, const void *b)
{
    const struct msim_timed_share *one = a, *other = b;
    if (one->instructions != other->instructions)
        return (one->instructions < other->instructions) -
               (one->instructions > other->instructions);
    return (one->number > other->number) - (one->number < other->number);
}

/* Adds up shares by their number, which is below `known`. */
static struct msim_timed_share *add_up(const struct msim_timed *timed, size_t from, size_t end,
                                       bool functions, size_t *used)
{
    size_t known = functions ? timed->functions : timed->parts;
    uint32_t *place = msim_zeroed(known, sizeof *place); /* in `sum`, from 1 */
    struct msim_timed_share *sum = NULL;
    *used = 0;
    for (size_t i = from; i < end; i++) {
        const struct msim_timed_row *row = &timed->row[i];
        size_t first = functions ? row->function : row->part;
        size_t last = first + (functions ? row->functions : row->parts);
        for (size_t k = first; k < last; k++) {
            const struct msim_timed_share *share = &timed->share[k];
            if (!place[share->number]) {
                sum = msim_room(sum, *used, sizeof *sum);
                sum[*used] = (struct msim_timed_share){share->number, 0};
                place[share->number] = (uint32_t)++ * used;
            }
            sum[place[share->number] - 1].instructions += share->instructions;
        }
    }
    free(place);
    msim_sort(sum, *used, sizeof *sum, by_instructions);
    return sum;
}

struct msim_timed_share *msim_time_functions(const struct msim_timed *timed, size_t from,
                                             size_t end, size_t *used)
{
    return add_up(timed, from, end, true, used);
}

struct msim_timed_share *msim_time_parts(const struct msim_timed *timed, size_t from, size_t end,
                                         size_t *used)
{
    return add_up(timed, from, end, false, used);
}

size_t msim_time_part(const struct msim_timed *timed, size_t from, size_t end)
{
    size_t used, most = timed->parts;
    struct msim_timed_share *share = msim_time_parts(timed, from, end, &used);
    uint64_t rest = 0;
    for (size_t i = from; i < end; i++)
        rest += (uint64_t)msim_timed_counts(timed, i)[0];
    for (size_t i = 0; i < used; i++)
        rest -= share[i].instructions < rest ? share[i].instructions : rest;
    if (used && share[0].instructions >= rest)
        most = share[0].number;
    free(share);
    return most;
}

void msim_time_part_name(const struct msim_timed *timed, size_t part, char *to, size_t room)
{
    snprintf(to, room, "%s", timed->part_name.name[part]);
    for (; *to; to++)
        if (*to == '\t')
            *to = ';';
}
