/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which shipped machine has the core of a processor, by what CPUID says of it. */
#pragma once

enum msim_vendor { MSIM_OTHER_VENDOR, MSIM_AMD, MSIM_INTEL };

struct msim_model {
    enum msim_vendor vendor;
    unsigned family, model; /* with their extensions, as in /proc/cpuinfo */
};

/* The name of a machine; NULL: no description has this core. */
const char *msim_model_core_name(struct msim_model model);

/* The same of this processor. */
const char *msim_host_core_name(void);

/* This processor.  One per platform. */
struct msim_model msim_host_model(void);
