/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The caches and TLBs of the machine we run on. */
#ifndef MSIM_HOST_HOST_H
#define MSIM_HOST_HOST_H

#include "engine/machine/geometry.h"

/* A machine with every level, used for what the host does not tell. */
extern const struct msim_machine msim_default_machine;

/* Fills in what the host tells.  Levels that it does not tell of, or nonsense, are the default
 * machine's: a bit for each of them (1 << level) is returned. */
unsigned msim_host_machine(struct msim_machine *machine);

/* Fills in what the processor tells; what is unknown stays absent.  One per platform. */
void msim_host_detect(struct msim_machine *machine);

#endif
