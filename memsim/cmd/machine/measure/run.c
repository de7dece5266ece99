/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Measures and simulates curves (run.h). */
#include "run.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/grow.h"
#include "cmd/files/progress.h"
#include "cmd/native/native.h"
#include "cmd/native/simulate.h"

enum { MEGABYTE = 1 << 20, LEAST = 64 * MEGABYTE, MOST = 256 * MEGABYTE, ROUNDS = 40 };

/* Enough to be well outside of all caches, and not more than an eighth of what the machine has. */
static uint64_t most_bytes(const struct msim_measuring *measuring)
{
    uint64_t wanted = 2 * measuring->largest;
    uint64_t there = (uint64_t)sysconf(_SC_PHYS_PAGES) * (uint64_t)sysconf(_SC_PAGESIZE) / 8;
    wanted = wanted < LEAST ? LEAST : wanted > MOST ? MOST : wanted;
    return wanted < there ? wanted : there;
}

static void measure_point(struct msim_measuring *measuring, enum msim_curve_number number,
                          struct msim_measured_point *point)
{
    const struct msim_effort usual = {5, 3}, careful = {10, 5}, short_one = {1, 1};
    char *kernel = msim_curve_kernel(number, point->x);
    struct msim_native native =
        msim_native_time(kernel, measuring->quick                      ? short_one
                                 : msim_curve_kinds[number].calibrates ? careful
                                                                       : usual);
    point->native = native.cycles > 0 ? msim_native_each(&native) : NAN;
    point->in_round = native.in_round;
    measuring->rate = native.rate > measuring->rate ? native.rate : measuring->rate;
    free(kernel);
}

/* Short loops once more, whose better time counts. */
static void measure_again(struct msim_measuring *measuring)
{
    for (unsigned i = 0; i < MSIM_CURVES; i++)
        for (unsigned k = 0; msim_curve_kinds[i].calibrates && k < measuring->curve[i].points;
             k++) {
            struct msim_measured_point *point = &measuring->curve[i].point[k];
            double first = point->native;
            measure_point(measuring, (enum msim_curve_number)i, point);
            double again = point->native, apart = fmax(first / again, again / first);
            if (apart > measuring->apart) {
                measuring->apart = apart;
                measuring->apart_in = (enum msim_curve_number)i;
            }
            point->native = fmin(first, again);
        }
}

void msim_measure_native(struct msim_measuring *measuring)
{
    struct msim_progress progress;
    uint64_t all = 0, done = 0;
    for (unsigned i = 0; i < MSIM_CURVES; i++) {
        msim_curve_begin((enum msim_curve_number)i, most_bytes(measuring), measuring->quick,
                         &measuring->curve[i]);
        all += measuring->curve[i].points;
    }
    msim_progress_start(&progress, "measuring", all);
    for (unsigned i = 0; i < MSIM_CURVES; i++)
        for (unsigned k = 0; k < measuring->curve[i].points; k++) {
            measure_point(measuring, (enum msim_curve_number)i, &measuring->curve[i].point[k]);
            msim_progress(&progress, ++done);
        }
    msim_progress_end(&progress);
    if (!measuring->quick)
        measure_again(measuring);
}

/* Whether a point is simulated. */
static bool is_chosen(const struct msim_measuring *measuring, enum msim_curve_number curve,
                      unsigned number, bool all, uint64_t most)
{
    const struct msim_curve_kind *kind = &msim_curve_kinds[curve];
    bool is_bytes = kind->of && !strcmp(kind->of, "bytes");
    if (is_bytes && measuring->curve[curve].point[number].x > (double)most)
        return false;
    if (measuring->quick && curve != MSIM_CURVE_CHASE_1 && !kind->calibrates)
        return false;
    return all ? number % kind->simulate == 0 : kind->calibrates;
}

void msim_measure_simulated(struct msim_measuring *measuring, const char *machine, bool all,
                            uint64_t most)
{
    struct msim_simulation *simulation = NULL;
    struct msim_measured_point **of = NULL;
    size_t used = 0, points = 0;
    for (unsigned i = 0; i < MSIM_CURVES; i++)
        for (unsigned k = 0; k < measuring->curve[i].points; k++) {
            struct msim_measured_point *point = &measuring->curve[i].point[k];
            point->simulated = NAN;
            if (!is_chosen(measuring, (enum msim_curve_number)i, k, all, most))
                continue;
            char *kernel = msim_curve_kernel((enum msim_curve_number)i, point->x);
            MSIM_PUSH(simulation, used,
                      (struct msim_simulation){.kernel = kernel, .rounds = ROUNDS});
            MSIM_PUSH(of, points, point);
        }
    msim_simulate(simulation, used, machine);
    for (size_t i = 0; i < used; i++) {
        of[i]->simulated = msim_simulation_round(&simulation[i], "Cy") / of[i]->in_round;
        free((char *)simulation[i].kernel);
        msim_simulation_free(&simulation[i]);
    }
    MSIM_FREE(simulation, of);
}
