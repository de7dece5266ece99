/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel "pair" (pair.h). */
#include "pair.h"

#include <string.h>

static const char *const names[] = {
#define PAIR(name, what) name,
#include "pairs.list"
#undef PAIR
    "planted"};

enum { PAIRS = sizeof names / sizeof *names - 1 };

/* --- A pair whose forms differ, to see that this is found ------------------------------------- */

static void prepare_nothing(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
}

static uint64_t return_rounds(uint64_t rounds)
{
    return rounds;
}

static uint64_t return_more(uint64_t rounds)
{
    return rounds + 1;
}

static const struct msim_kernel_pair planted[] = {
    {"planted", prepare_nothing, return_rounds, return_more, 1, NULL}, {.name = NULL}};

/* --- The kernel ------------------------------------------------------------------------------- */

static const struct msim_kernel_pair *named(const char *name)
{
    static const struct msim_kernel_pair *const lists[] = {
        msim_pair_loops,   msim_pair_layout, msim_pair_search, msim_pair_branches,
        msim_pair_compute, msim_pair_stores, planted};
    for (size_t i = 0; i < sizeof lists / sizeof *lists; i++)
        for (const struct msim_kernel_pair *pair = lists[i]; pair->name; pair++)
            if (!strcmp(pair->name, name))
                return pair;
    msim_kernel_fail("the pair %s is in no file", name);
}

static struct {
    const struct msim_kernel_pair *pair;
    enum msim_pair_form form;
    struct msim_pair_sizes sizes;
} is;

static void *prepare(const uint64_t *parameter)
{
    is.pair = named(names[parameter[0]]);
    is.form = (enum msim_pair_form)parameter[1];
    is.sizes = (struct msim_pair_sizes){parameter[2], parameter[3], parameter[4], parameter[5]};
    if (is.form != MSIM_PAIR_BOTH)
        is.pair->prepare(is.form, &is.sizes);
    return NULL;
}

static uint64_t run_form(enum msim_pair_form form, uint64_t rounds)
{
    return form == MSIM_PAIR_SLOW ? is.pair->slow(rounds) : is.pair->fast(rounds);
}

static uint64_t result_of(enum msim_pair_form form, uint64_t rounds)
{
    is.pair->prepare(form, &is.sizes);
    uint64_t result = run_form(form, rounds);
    return is.pair->check ? result ^ is.pair->check() : result;
}

static void run(void *prepared, uint64_t rounds)
{
    (void)prepared;
    if (is.form != MSIM_PAIR_BOTH) {
        MSIM_USE(run_form(is.form, rounds));
        return;
    }
    rounds *= is.pair->whole;
    if (result_of(MSIM_PAIR_SLOW, rounds) != result_of(MSIM_PAIR_FAST, rounds))
        msim_kernel_fail("the forms of the pair %s have different results after %llu rounds",
                         is.pair->name, (unsigned long long)rounds);
}

const struct msim_kernel msim_kernels_pairs[] = {
    {"pair",
     "a form of a pair: 0 slow, 1 fast, 2 both, compared",
     "round",
     1,
     {{"number", 0, 0, PAIRS},
      {"form", 0, 0, MSIM_PAIR_BOTH},
      {"l1", 16384, 4096, 1 << 24},
      {"l2", 262144, 65536, 1 << 28},
      {"beyond", 134217728, 8 << 20, 1ULL << 36},
      {"way", 4096, 512, 1 << 20}},
     prepare,
     run},
    {.name = NULL},
};
