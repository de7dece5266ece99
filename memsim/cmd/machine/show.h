/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Showing machines: as text, as the tool's options, or as XML. */
#ifndef MSIM_CMD_MACHINE_SHOW_H
#define MSIM_CMD_MACHINE_SHOW_H

#include "cmd/machine/file/described.h"

enum msim_machine_form { MSIM_MACHINE_TEXT, MSIM_MACHINE_XML, MSIM_MACHINE_FLAGS };

/* NULL is text; what is none of the three ends with 2. */
enum msim_machine_form msim_machine_form(const char *name);

/* "32K, 8-way, 64 B lines", "64 entries, full, 4K pages"; for lists. */
void msim_put_described(const struct msim_described_level *level, FILE *to);

/* The tool's options for `machine`, ended by NULL, each allocated: all levels, none left to the host. */
enum { MSIM_FLAGS_MAX = 12 };
unsigned msim_machine_flags(const struct msim_machine *machine, char *flag[MSIM_FLAGS_MAX]);

/* `machine` is what the simulator makes of `described`. */
void msim_machine_show(const struct msim_described *described, const struct msim_machine *machine,
                       enum msim_machine_form form, FILE *to);

#endif
