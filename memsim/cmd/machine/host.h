/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows this machine as the tool detects it (host/host.h) and as the kernel reports it. */
#ifndef MSIM_CMD_MACHINE_HOST_H
#define MSIM_CMD_MACHINE_HOST_H

#include "show.h"

/* `sysfs`: the folder that contains cpu0.  Exits with 1 if the processor reports nonsense. */
void msim_machine_host(enum msim_machine_form form, const char *sysfs, FILE *to);

#endif
