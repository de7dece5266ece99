/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Chooses pairs and sizes, measures, simulates, and says how near they come (validate.h). */
#include "validate.h"

#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/median.h"
#include "cmd/columns/column.h"
#include "cmd/files/progress.h"
#include "cmd/machine/show.h"
#include "cmd/native/native.h"
#include "cmd/native/simulate.h"
#include "figures.h"

/* What is timed and what is simulated: at most `SIMULATED` nanoseconds of native time. */
enum { MILLISECONDS = 15, SAMPLES = 7, SIMULATED = 500000 };

enum { BEYOND = 4, LEAST_BEYOND = 64 << 20, KIB = 1024 };

static const struct {
    const char *name, *what;
} known[] = {
#define PAIR(name, what) {name, what},
#include "kernels/pairs/pairs.list"
#undef PAIR
};

enum { KNOWN = sizeof known / sizeof *known };

/* --- What is run ---------------------------------------------------------------------------- */

static size_t find(const char *name, size_t length)
{
    for (size_t i = 0; i < KNOWN; i++)
        if (strlen(known[i].name) == length && !strncmp(known[i].name, name, length))
            return i;
    char *all = msim_copy("");
    for (size_t i = 0; i < KNOWN; i++) {
        char *more = msim_printed("%s%s%s", all, i ? " " : "", known[i].name);
        free(all);
        all = more;
    }
    msim_bad_usage("--pairs: there is no pair '%.*s'; expected one or more of these, separated by "
                   "commas: %s",
                   (int)length, name, all);
}

static bool is_chosen(const struct msim_validated *validated, size_t number)
{
    for (size_t i = 0; i < validated->pairs; i++)
        if (validated->pair[i].number == number)
            return true;
    return false;
}

static void choose(struct msim_validated *validated, size_t number)
{
    if (is_chosen(validated, number))
        return;
    struct msim_validated_pair pair = {
        .name = known[number].name, .what = known[number].what, .number = number};
    MSIM_PUSH(validated->pair, validated->pairs, pair);
}

void msim_validated_choose(struct msim_validated *validated, const char *names)
{
    for (size_t i = 0; !names && i < KNOWN; i++)
        choose(validated, i);
    while (names) {
        size_t length = strcspn(names, ",");
        choose(validated, find(names, length));
        names = names[length] ? names + length + 1 : NULL;
    }
}

static uint64_t largest_level(const struct msim_machine *machine)
{
    static const enum msim_level levels[] = {MSIM_D1, MSIM_L2, MSIM_L3};
    uint64_t largest = 0;
    for (size_t i = 0; i < sizeof levels / sizeof *levels; i++)
        if (machine->level[levels[i]].units > largest)
            largest = machine->level[levels[i]].units;
    return largest;
}

void msim_validated_fit(struct msim_validated *validated)
{
    struct msim_machine host, machine;
    struct msim_described described;
    msim_host_describe("/sys/devices/system/cpu", &host, &described);
    msim_described_free(&described);
    machine = host;
    if (validated->machine && strcmp(validated->machine, "host") != 0) {
        msim_machine_load(validated->machine, &described, &machine);
        msim_described_free(&described);
    }
    const struct msim_geometry *l1 = &machine.level[MSIM_D1], *l2 = &machine.level[MSIM_L2];
    if (l1->units < 8 * KIB || l2->units < 4 * l1->units)
        msim_bad_input(
            "pairs need a D1 of at least 8K and an L2 of at least four times that; %s has "
            "not; name another machine: memsim validate --machine=NAME",
            validated->machine ? validated->machine : "this machine");
    uint64_t largest = largest_level(&machine), here = largest_level(&host);
    largest = BEYOND * (largest > here ? largest : here);
    validated->sizes = (struct msim_validated_sizes){
        .l1 = l1->units / 2,
        .l2 = l2->units / 2,
        .beyond = largest > LEAST_BEYOND ? largest : LEAST_BEYOND,
        .way = l1->units / l1->ways,
    };
}

/* --- Running it ----------------------------------------------------------------------------- */

/* As in native/kernel.h. */
static char *kernel_of(const struct msim_validated *validated, size_t form)
{
    const struct msim_validated_sizes *sizes = &validated->sizes;
    return msim_printed("pair %zu %zu %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64,
                        validated->pair[form / MSIM_FORMS].number, form % MSIM_FORMS, sizes->l1,
                        sizes->l2, sizes->beyond, sizes->way);
}

static struct msim_validated_form *form_of(const struct msim_validated *validated, size_t form)
{
    return &validated->pair[form / MSIM_FORMS].form[form % MSIM_FORMS];
}

/* Times all forms, in nanoseconds; `rate` has the clock's rate with each. */
static void measure(struct msim_validated *validated, const char *what, bool again, double *rate)
{
    static const struct msim_effort effort = {.milliseconds = MILLISECONDS, .samples = SAMPLES};
    size_t forms = MSIM_FORMS * validated->pairs;
    struct msim_progress progress;
    msim_progress_start(&progress, what, forms);
    for (size_t i = 0; i < forms; i++) {
        char *kernel = kernel_of(validated, i);
        struct msim_native native = msim_native_time(kernel, effort);
        struct msim_validated_form *form = form_of(validated, i);
        *(again ? &form->after : &form->before) = native.nanoseconds;
        rate[i] = native.rate;
        free(kernel);
        msim_progress(&progress, i + 1);
    }
    msim_progress_end(&progress);
}

/* A power of two, so that the simulated cycles hardly ever depend on the native time. */
static uint64_t rounds_of(double nanoseconds)
{
    uint64_t rounds = 1;
    while (nanoseconds > 0 && 2 * (double)rounds * nanoseconds <= SIMULATED)
        rounds *= 2;
    return rounds;
}

static void simulate(struct msim_validated *validated)
{
    size_t forms = MSIM_FORMS * validated->pairs;
    struct msim_simulation *simulation = msim_zeroed(forms, sizeof *simulation);
    for (size_t i = 0; i < forms; i++) {
        simulation[i].kernel = kernel_of(validated, i);
        simulation[i].rounds = rounds_of(form_of(validated, i)->before);
    }
    msim_simulate(simulation, forms, validated->machine);
    for (size_t i = 0; i < forms; i++) {
        struct msim_validated_form *form = form_of(validated, i);
        form->predicted = msim_simulation_round(&simulation[i], "Cy");
        for (size_t k = 0; k < MSIM_VALIDATED_PARTS && msim_cycles_part(k); k++)
            form->part[k] = msim_simulation_round(&simulation[i], msim_cycles_part(k));
        free((char *)simulation[i].kernel);
        msim_simulation_free(&simulation[i]);
    }
    free(simulation);
}

/* The rates differ by what else runs; the middle one is the clock's. */
void msim_validated_run(struct msim_validated *validated)
{
    size_t forms = MSIM_FORMS * validated->pairs;
    double *rate = msim_zeroed(2 * forms, sizeof *rate);
    msim_simulate_first(validated->machine);
    measure(validated, "measuring", false, rate);
    simulate(validated);
    measure(validated, "measuring again", true, rate + forms);
    validated->rate = msim_median(rate, 2 * forms);
    for (size_t i = 0; i < forms; i++) {
        form_of(validated, i)->before *= validated->rate;
        form_of(validated, i)->after *= validated->rate;
    }
    free(rate);
}

/* --- What came of it ------------------------------------------------------------------------ */

size_t msim_validated_largest(const struct msim_validated_form *form)
{
    size_t largest = 0;
    for (size_t i = 1; i < MSIM_VALIDATED_PARTS; i++)
        if (form->part[i] > form->part[largest])
            largest = i;
    return largest;
}

double msim_validated_cycles(const struct msim_validated_form *form)
{
    return form->before < form->after ? form->before : form->after;
}

double msim_validated_apart(const struct msim_validated_form *form)
{
    return msim_factor(form->before, form->after) - 1;
}

bool msim_validated_repeats(const struct msim_validated_pair *pair)
{
    for (size_t i = 0; i < MSIM_FORMS; i++)
        if (!(msim_validated_apart(&pair->form[i]) <= MSIM_VALIDATED_REPEATS))
            return false;
    return true;
}

double msim_validated_native(const struct msim_validated_pair *pair)
{
    return msim_validated_cycles(&pair->form[MSIM_SLOW]) /
           msim_validated_cycles(&pair->form[MSIM_FAST]);
}

double msim_validated_predicted(const struct msim_validated_pair *pair)
{
    return pair->form[MSIM_SLOW].predicted / pair->form[MSIM_FAST].predicted;
}

struct msim_validated_figures msim_validated_figures(const struct msim_validated *validated)
{
    size_t all = validated->pairs, used = 0;
    struct msim_validated_figures figures = {.worst_factor = NAN};
    double *native = msim_zeroed(all, sizeof *native),
           *predicted = msim_zeroed(all, sizeof *native);
    double *factor = msim_zeroed(all, sizeof *factor);
    double *error = msim_zeroed(all * MSIM_FORMS, sizeof *error);
    for (size_t i = 0; i < all; i++) {
        const struct msim_validated_pair *pair = &validated->pair[i];
        if (!msim_validated_repeats(pair))
            continue;
        native[used] = msim_validated_native(pair);
        predicted[used] = msim_validated_predicted(pair);
        factor[used] = msim_factor(native[used], predicted[used]);
        if (!(factor[used] <= figures.worst_factor)) {
            figures.worst_factor = factor[used];
            figures.worst = pair->name;
        }
        for (size_t k = 0; k < MSIM_FORMS; k++)
            error[used * MSIM_FORMS + k] =
                fabs(pair->form[k].predicted / msim_validated_cycles(&pair->form[k]) - 1);
        used++;
    }
    figures.pairs = used;
    figures.rank_correlation = msim_rank_correlation(native, predicted, used);
    figures.median_factor = msim_median(factor, used);
    figures.median_error = msim_median(error, used * MSIM_FORMS);
    MSIM_FREE(native, predicted, factor, error);
    return figures;
}
