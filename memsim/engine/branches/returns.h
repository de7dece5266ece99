/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where returns go: a stack of the last 32 return addresses.
 *
 * A call writes the place above the newest one, round and round, so in deeper calls the oldest are
 * overwritten.  A return takes the newest one and never notices that none is left: then it takes
 * what is there, as processors do.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

enum { MSIM_RETURNS = 32 };

struct msim_returns {
    uint64_t target[MSIM_RETURNS];
    uint32_t newest;
};

void msim_returns_call(struct msim_returns *returns, uint64_t returns_to);

/* Was it predicted? */
bool msim_returns_return(struct msim_returns *returns, uint64_t target);
