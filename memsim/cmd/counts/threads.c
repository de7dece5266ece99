/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The threads of threads.h, by the names of regions. */
#include "threads.h"

#include <inttypes.h>
#include <stdlib.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"

void msim_threads_make(struct msim_threads *threads, const struct msim_regions *regions)
{
    uint32_t *number = msim_zeroed(regions->count + 1, sizeof *number);
    uint32_t *of = msim_zeroed(regions->count + 1, sizeof *of);
    *threads = (struct msim_threads){.number = number, .of = of};
    for (uint32_t i = 0; i < regions->count; i++) {
        of[i] = number[i] = msim_region_thread(regions, i);
        threads->inside |= i && !msim_region_is_thread(regions, i);
    }
    number[regions->count] = 0; /* so there is always one */
    qsort(number, regions->count + 1, sizeof *number, msim_by_number);
    for (size_t i = 0; i <= regions->count; i++)
        if (!i || number[i] != number[threads->count - 1])
            number[threads->count++] = number[i];
    for (size_t i = 0; i < regions->count; i++) {
        uint32_t *found = bsearch(&of[i], number, threads->count, sizeof *number, msim_by_number);
        of[i] = (uint32_t)(found - number);
    }
}

void msim_threads_free(struct msim_threads *threads)
{
    MSIM_FREE(threads->number, threads->of);
    *threads = (struct msim_threads){0};
}

int64_t *msim_thread_sums(const struct msim_threads *threads, const struct msim_regions *regions)
{
    size_t events = regions->events;
    int64_t *sum = msim_zeroed(threads->count * events + 1, sizeof *sum);
    for (uint32_t i = 0; i < regions->count; i++)
        for (size_t e = 0; e < events && regions->region[i].selected; e++)
            sum[threads->of[i] * events + e] += msim_region_total(regions, i)[e];
    return sum;
}

bool msim_thread_is_selected(const struct msim_threads *threads, const struct msim_regions *regions,
                             size_t place)
{
    for (uint32_t i = 0; i < regions->count; i++)
        if (threads->of[i] == place && regions->region[i].selected)
            return true;
    return false;
}

/* --- messages --------------------------------------------------------------------------------- */

void msim_threads_need(const struct msim_regions *regions, const char *file)
{
    struct msim_threads threads;
    msim_threads_make(&threads, regions);
    if (!msim_has_threads(&threads))
        msim_bad_input("%s: does not say which thread counts belong to; run the program again with "
                       "--threads=yes: memsim run --threads=yes -- COMMAND",
                       file);
    msim_threads_free(&threads);
}

char *msim_thread_pattern(const char *number)
{
    return msim_printed(MSIM_REGION_THREAD "%" PRIu64,
                        msim_arg_number("--thread", number, 1, MSIM_REGION_THREAD_MAX));
}

void msim_thread_need(const struct msim_regions *regions, const char *file)
{
    struct msim_threads threads;
    if (msim_regions_any(regions))
        return;
    msim_threads_need(regions, file);
    msim_threads_make(&threads, regions);
    msim_bad_input("%s: no %s; its threads: %zu, with numbers from %" PRIu32 " to %" PRIu32, file,
                   regions->only, threads.count - 1, threads.number[1],
                   threads.number[threads.count - 1]);
}
