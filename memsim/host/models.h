/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which shipped machine has the core of a processor, by what CPUID says of it. */
#pragma once

#include "engine/machine/geometry.h"

enum msim_vendor { MSIM_OTHER_VENDOR, MSIM_AMD, MSIM_INTEL };

struct msim_model {
    enum msim_vendor vendor;
    unsigned family, model; /* with their extensions, as in /proc/cpuinfo */
};

/* A shipped machine, whose core a processor has, or is taken to have. */
struct msim_model_machine {
    const char *name; /* NULL: no machine is of this maker */
    bool nearest;     /* none describes the processor */
};

/* Of a processor with such a D1.  The nearest machine is one of the same maker: first by the shape of
 * D1, then by family, then by model. */
struct msim_model_machine msim_model_machine(struct msim_model model,
                                             const struct msim_geometry *d1);

/* This processor.  One per platform. */
struct msim_model msim_host_model(void);
