/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which branches a processor foresees.  Each call says what a branch did, in the order of the
 * program, and returns whether that was predicted before.
 *
 * Four predictors stand behind this, a file each: conditional branches that go one way only
 * (discovered.h), directions of the others (tage.c), targets of indirect ones (targets.c), and
 * returns (returns.c).  What they know depends on what
 * they were told alone, so it is the same in every run and on every host.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "goes.h"
#include "stream/mem.h"

struct msim_branches;

/* `target_bits`: how many of the lowest bits of targets the history has; 0: some of all of them,
 * mixed. */
struct msim_branches *msim_branches_make(const struct msim_mem *mem, unsigned target_bits);

/* A conditional branch at `address`. */
bool msim_branches_conditional(struct msim_branches *branches, uint64_t address, bool taken);

/* A jump or call to a computed target. */
bool msim_branches_indirect(struct msim_branches *branches, uint64_t address, uint64_t target,
                            struct msim_goes *goes);

/* A call that will return to this address, be its target computed or not. */
void msim_branches_call(struct msim_branches *branches, uint64_t returns_to);

/* A return to this address. */
bool msim_branches_return(struct msim_branches *branches, uint64_t target);

/* Where it stands how many conditional branches were found to go both ways: the more, the longer it
 * takes to learn them. */
const uint64_t *msim_branches_both(const struct msim_branches *branches);

/* Another thread runs from now on: the calls so far are not its own. */
void msim_branches_switch(struct msim_branches *branches);
