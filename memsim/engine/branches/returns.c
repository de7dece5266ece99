/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The stack of returns.h. */
#include "returns.h"

void msim_returns_call(struct msim_returns *returns, uint64_t returns_to)
{
    returns->newest = (returns->newest + 1) % MSIM_RETURNS;
    returns->target[returns->newest] = returns_to;
}

bool msim_returns_return(struct msim_returns *returns, uint64_t target)
{
    bool predicted = returns->target[returns->newest] == target;
    returns->newest = (returns->newest + MSIM_RETURNS - 1) % MSIM_RETURNS;
    return predicted;
}
