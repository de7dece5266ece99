/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Pairs: the slow and the fast form of a classic optimisation, as small programs.  Some are well
 * meant and gain nothing.  `memsim validate` measures and simulates both forms.
 *
 * Both forms do the same work in a round, and have the same result after a multiple of `whole`
 * rounds.  Sizes are well inside a level or well beyond it, as the parameters say; memory is
 * written before it is read; random data is drawn anew in each round, so that no predictor learns
 * it by heart.  What is added up are integers, or whole numbers that a double holds exactly.
 *
 * All pairs are one kernel, "pair", whose first parameters are the pair's number in pairs.list, and
 * the form.
 */
#pragma once

#include "shared.h"

/* Bytes that are well inside the first and the second level, and well beyond all; and how far
 * apart addresses are that share a set of the first level. */
struct msim_pair_sizes {
    uint64_t l1, l2, beyond, way;
};

/* Both: each is run once, and the program fails if they differ. */
enum msim_pair_form { MSIM_PAIR_SLOW, MSIM_PAIR_FAST, MSIM_PAIR_BOTH };

struct msim_kernel_pair {
    const char *name; /* as in pairs.list */
    void (*prepare)(enum msim_pair_form form, const struct msim_pair_sizes *sizes);
    uint64_t (*slow)(uint64_t rounds);
    uint64_t (*fast)(uint64_t rounds);
    uint64_t whole;
    uint64_t (*check)(void); /* what else must be the same then; NULL: nothing */
};

/* A file of pairs has such a list, ended by a row without a name. */
extern const struct msim_kernel_pair msim_pair_branches[], msim_pair_compute[], msim_pair_layout[],
    msim_pair_loops[], msim_pair_search[], msim_pair_stores[];
