/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The predictors that Cachegrind has, beside what follows from all branches so far, gone through anew for each. */
#include <stdlib.h>

#include "engine/branches/simple.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { BRANCHES = 3000 };

struct branch {
    uint64_t address, target;
    bool taken;
};

static struct branch before[BRANCHES];

/* The directions of the seven branches before number `at`, the latest last: '0' or '1', or '0' where there is none. */
static void directions(unsigned at, char text[8])
{
    for (unsigned i = 0; i < 7; i++)
        text[i] = at + i >= 7 && before[at + i - 7].taken ? '1' : '0';
    text[7] = 0;
}

static bool same_place(unsigned a, unsigned b)
{
    char one[8], other[8];
    directions(a, one);
    directions(b, other);
    return before[a].address % 128 == before[b].address % 128 &&
           strtol(one, NULL, 2) == strtol(other, NULL, 2);
}

static bool foreseen(unsigned at)
{
    int counter = 0;
    for (unsigned i = 0; i < at; i++)
        if (same_place(i, at)) {
            counter += before[i].taken ? 1 : -1;
            counter = counter < 0 ? 0 : counter > 3 ? 3 : counter;
        }
    return (counter > 1) == before[at].taken;
}

static bool target_foreseen(unsigned at)
{
    for (unsigned i = at; i-- > 0;)
        if (before[i].address % 512 == before[at].address % 512)
            return before[i].target == before[at].target;
    return before[at].target == 0;
}

UNIT_EACH(as_a_naive_model, 20)
{
    struct unit_random random = {(uint64_t)_i};
    static struct msim_simple_branches simple;
    unsigned addresses = 1U << _i % 10;
    simple = (struct msim_simple_branches){.history = 0};
    for (unsigned i = 0; i < BRANCHES; i++) {
        before[i] = (struct branch){0x401000 + unit_random(&random) % addresses * (1 + _i % 3),
                                    unit_random(&random) % 3, unit_one_in(&random, 1 + _i % 5)};
        ck_assert_int_eq(msim_simple_conditional(&simple, before[i].address, before[i].taken),
                         foreseen(i));
        ck_assert_int_eq(msim_simple_indirect(&simple, before[i].address, before[i].target),
                         target_foreseen(i));
    }
}
