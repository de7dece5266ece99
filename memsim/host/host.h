/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches, TLBs and cores of the machine we run on. */
#pragma once

#include "engine/machine/geometry.h"
#include "models.h"

/* A machine with every level, for levels that neither a host reports nor a description has. */
extern const struct msim_machine msim_default_machine;

/* Fills in the host's levels, how many cores share each, the protocol of its cores, and what its
 * core is like: that of the shipped machine for its family and model, or of the nearest one (models.h),
 * which core_name names; else a usual one.  A level that the host does not report, or reports as
 * nonsense, is that machine's, or else the default machine's; the result has a bit (1 << level) for
 * each such level. */
unsigned msim_host_machine(struct msim_machine *machine);

/* The same of what was reported, and the name of a machine; NULL: none is known. */
unsigned msim_host_complete(const char *core, const struct msim_machine *reported,
                            struct msim_machine *machine);

/* The shipped machine whose core this processor has, or is taken to have. */
struct msim_model_machine msim_host_model_machine(void);

/* The number of cores in the kernel's list of processors, such as "0-3,6", which may end in a
 * newline. 0: the text is not such a list. */
uint32_t msim_host_cores(const char *online);

/* The following: one per platform. */

/* Fills in what the processor reports; unknown levels stay absent, unknown sharing 0. */
void msim_host_detect(struct msim_machine *machine);

/* How many of the kernel's processors are one core. */
uint32_t msim_host_threads(void);
