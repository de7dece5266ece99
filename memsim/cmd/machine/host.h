/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows this machine as the tool detects it (host/host.h) and as the kernel reports it. */
#pragma once

#include "show.h"

/* Describes it.  Has a bit (1 << level) for each level that is a typical one, as the processor does
 * not report it.  Exits with 1 if the processor reports nonsense. */
unsigned msim_host_describe(const char *sysfs, struct msim_machine *machine,
                            struct msim_described *described);

/* `sysfs`: the folder that contains cpu0.  Exits with 1 if the processor reports nonsense. */
void msim_machine_host(enum msim_machine_form form, const char *sysfs, FILE *to);
