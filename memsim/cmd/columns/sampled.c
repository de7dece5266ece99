/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The averages of sampled.h. */
#include "sampled.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"

static msim_wide all_cycles(const struct msim_counts *counts)
{
    msim_wide cycles = 0;
    for (size_t i = 0; i < counts->events; i++)
        if (msim_event_is_cycles(counts->event[i]))
            cycles += counts->total[i];
    return cycles;
}

/* Of the front, some cycles are known without a sample. */
static bool is_front(const char *event)
{
    return strcmp(event, "CyFront") == 0;
}

/* The instructions, if no stretch met them; else 0. */
static int64_t unsampled(const struct msim_counts *counts, const int64_t *count)
{
    size_t ir = msim_counts_event(counts, "Ir", 2);
    if (ir == counts->events || count[ir] <= 0 || counts->total[ir] <= 0 || counts->base ||
        counts->weighed)
        return 0;
    for (size_t i = 0; i < counts->events; i++)
        if (count[i] && msim_event_is_cycles(counts->event[i]) && !is_front(counts->event[i]))
            return 0;
    return msim_cycles_are_sampled(counts) && all_cycles(counts) > 0 ? count[ir] : 0;
}

static bool has_cycles(const struct msim_counts *counts, const struct msim_column *column)
{
    for (size_t i = 0; i < counts->events; i++)
        if (column->weight[i] && msim_event_is_cycles(counts->event[i]))
            return true;
    return false;
}

bool msim_unsampled(const struct msim_counts *counts, const struct msim_column *column,
                    const int64_t *count, int64_t *average)
{
    int64_t instructions = has_cycles(counts, column) ? unsampled(counts, count) : 0;
    if (!instructions)
        return false;
    int64_t all = counts->total[msim_counts_event(counts, "Ir", 2)];
    for (size_t i = 0; i < counts->events; i++) {
        bool known = count[i] && is_front(counts->event[i]);
        average[i] = msim_event_is_cycles(counts->event[i]) && !known
                         ? (int64_t)(((msim_wide)counts->total[i] * instructions + all / 2) / all)
                         : count[i];
    }
    return true;
}

struct msim_value_text msim_average_text(struct msim_value_text value)
{
    memmove(value.text + 1, value.text, sizeof value.text - 1);
    value.text[0] = '~';
    value.text[sizeof value.text - 1] = 0;
    return value;
}

struct msim_value_text msim_value_or_average(const struct msim_counts *counts,
                                             const struct msim_column *column, const int64_t *count)
{
    int64_t average[MSIM_EVENTS_MAX];
    return msim_unsampled(counts, column, count, average)
               ? msim_average_text(msim_value_exact(column, average))
               : msim_value_exact(column, count);
}

void msim_unsampled_add(struct msim_unsampled_sum *sum, const struct msim_counts *counts,
                        const int64_t *count)
{
    size_t ir = msim_counts_event(counts, "Ir", 2);
    int64_t instructions = unsampled(counts, count);
    sum->all += ir < counts->events && count[ir] != 0;
    sum->places += instructions != 0;
    sum->instructions += instructions;
}

/* The widest that prose is printed. */
enum { PROSE = 96 };

void msim_unsampled_put(const struct msim_unsampled_sum *sum, const struct msim_counts *counts,
                        const char *what, size_t width, FILE *to)
{
    if (!sum->places)
        return;
    double all = (double)counts->total[msim_counts_event(counts, "Ir", 2)];
    char *never = msim_printed("Never sampled: %s of %s %s, with %s instructions, %.2f%% of all.",
                               msim_human_count(sum->places).text, msim_human_count(sum->all).text,
                               what, msim_human_count((uint64_t)sum->instructions).text,
                               100 * (double)sum->instructions / all);
    char *average = msim_printed("Cycles marked ~ are the average of all, %.2f an instruction, but "
                                 "CyFront where code came from beyond L2, which is known. They are "
                                 "in no sum: the cycles of the others stand for them.",
                                 (double)all_cycles(counts) / all);
    msim_wrap(to, never, 0, 0, width);
    msim_wrap(to, average, 0, 0, width && width < PROSE ? width : PROSE);
    MSIM_FREE(never, average);
}
