/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Regions by name; see byname.h. */
#include "byname.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

static void add(struct msim_region_numbers *numbers, size_t *used, size_t first, uint32_t number)
{
    for (size_t i = first; i < *used; i++)
        if (numbers->number[i] == number)
            return;
    MSIM_PUSH(numbers->number, *used, number);
}

struct msim_region_numbers msim_region_numbers(const struct msim_counts *counts,
                                               struct msim_names *names)
{
    const struct msim_regions *regions = &counts->regions;
    struct msim_region_numbers numbers = {msim_zeroed(regions->count + 2, sizeof(size_t)), NULL};
    size_t used = 0;
    for (uint32_t i = 0; i < regions->count || !i; i++) {
        size_t first = used;
        numbers.first[i] = first;
        add(&numbers, &used, first, 0);
        for (uint32_t at = regions->only ? 0 : i; at; at = regions->region[at].outer)
            add(&numbers, &used, first, msim_names_number(names, regions->region[at].name) + 1);
        numbers.first[i + 1] = used;
    }
    return numbers;
}

void msim_region_numbers_free(struct msim_region_numbers *numbers)
{
    MSIM_FREE(numbers->first, numbers->number);
    *numbers = (struct msim_region_numbers){0};
}

int64_t *msim_region_totals(const struct msim_counts *counts,
                            const struct msim_region_numbers *numbers, size_t names)
{
    const struct msim_regions *regions = &counts->regions;
    int64_t *total = msim_zeroed((names + 1) * counts->events, sizeof *total);
    for (size_t i = 1; i < regions->count; i++) {
        const int64_t *own = msim_region_total(regions, i);
        for (size_t k = numbers->first[i]; k < numbers->first[i + 1]; k++)
            for (size_t e = 0; e < counts->events; e++)
                total[numbers->number[k] * counts->events + e] += own[e];
    }
    memcpy(total, counts->total, counts->events * sizeof *total);
    return total;
}
