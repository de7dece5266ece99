/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows machines as text, as the tool's options, or as XML. */
#pragma once

#include "cmd/machine/file/described.h"

enum msim_machine_form { MSIM_MACHINE_TEXT, MSIM_MACHINE_XML, MSIM_MACHINE_FLAGS };

/* The form of that name, text if it is NULL; any other name exits with 2. */
enum msim_machine_form msim_machine_form(const char *name);

/* Prints "32K, 8-way, 64 B lines" or "64 entries, full, 4K pages", for lists. */
void msim_put_described(const struct msim_described_level *level, FILE *to);

/* Prints what is known, "6, MOESI". */
void msim_put_described_cores(const struct msim_described *described, FILE *to);

enum { MSIM_FLAGS_MAX = 11, MSIM_CORES_FLAGS = 2 };

/* Sets `flag` to the tool's options for the levels and latencies of `machine`, each allocated;
 * returns their number.  They name every level, so that none is the host's. */
unsigned msim_machine_flags(const struct msim_machine *machine, char *flag[MSIM_FLAGS_MAX]);

/* The same for its cores, of which the simulated number is not one. */
unsigned msim_cores_flags(const struct msim_machine *machine, char *flag[MSIM_CORES_FLAGS]);

/* `machine` is what is simulated for `described`. */
void msim_machine_show(const struct msim_described *described, const struct msim_machine *machine,
                       enum msim_machine_form form, FILE *to);
