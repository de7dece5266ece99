/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What engine/branches must answer, written from its rules without regard to speed: the history is a list of all bits
 * that there ever were, and each look-up divides it anew.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "engine/branches/branches.h"

enum model_fault {
    MODEL_RIGHT,
    MODEL_SHORT,      /* the longest history has a bit less */
    MODEL_NO_OTHER,   /* new entries predict always */
    MODEL_NO_USE,     /* use never changes */
    MODEL_FIRST,      /* new entries are made in the first table that is longer */
    MODEL_NEVER_FULL, /* where all entries have some use, they keep it */
    MODEL_NO_AGE,     /* entries keep their use for ever */
    MODEL_STRAIGHT,   /* targets leave no bits in the history */
    MODEL_UNSURE,     /* an entry takes each new target */
    MODEL_USELESS,    /* entries of targets are never useful */
    MODEL_ONE_WAY,    /* what was taken once is foreseen as taken for ever */
    MODEL_NARROW,     /* a set of branches that were taken has three places */
    MODEL_EARLY,      /* a branch is in the history before it went both ways */
    MODEL_DEEP,       /* a return address too many is kept */
    MODEL_FAULTS
};

struct model_branches;

struct model_branches *model_make(enum model_fault fault);
void model_free(struct model_branches *model);

bool model_conditional(struct model_branches *model, uint64_t address, bool taken);
bool model_indirect(struct model_branches *model, uint64_t address, uint64_t target,
                    struct msim_goes *goes);
void model_call(struct model_branches *model, uint64_t returns_to);
bool model_return(struct model_branches *model, uint64_t target);
