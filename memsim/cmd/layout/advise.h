/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim objects --advise TRACE: layouts for the data with most misses, each replayed. */
#pragma once

#include <stdio.h>

#include "tried.h"

struct msim_advising {
    struct msim_layout_run *run;
    unsigned jobs;
    size_t objects; /* for how many layouts are tried */
    uint64_t bytes; /* of the trace */
    bool json;
};

/* Writes the advice to `to`. */
void msim_advise(const struct msim_advising *advising, FILE *to);
