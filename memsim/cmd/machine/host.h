/* SPDX-License-Identifier: GPL-2.0-or-later */
/* This machine, as the tool detects it (host/host.h) and as the kernel tells. */
#ifndef MSIM_CMD_MACHINE_HOST_H
#define MSIM_CMD_MACHINE_HOST_H

#include "show.h"

/* `sysfs`: the folder with cpu0 in it.  Ends with 1 where the output cannot be written. */
void msim_machine_host(enum msim_machine_form form, const char *sysfs, FILE *to);

#endif
