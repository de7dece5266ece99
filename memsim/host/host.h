/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches and TLBs of the machine we run on. */
#ifndef MSIM_HOST_HOST_H
#define MSIM_HOST_HOST_H

#include "engine/machine/geometry.h"

/* A machine with every level, for levels that the host does not report. */
extern const struct msim_machine msim_default_machine;

/* Fills in the host's levels.  A level that the host does not report, or reports as nonsense, is
 * the default machine's; the result has a bit (1 << level) for each such level. */
unsigned msim_host_machine(struct msim_machine *machine);

/* Fills in what the processor reports; unknown levels stay absent.  One per platform. */
void msim_host_detect(struct msim_machine *machine);

#endif
