/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tool's command line: engine/options.h between Valgrind and the user. */
#ifndef MSIM_TOOL_BASE_OPTIONS_H
#define MSIM_TOOL_BASE_OPTIONS_H

#include "pub_tool_basics.h"

#include "engine/options.h"

extern struct msim_options msim_options;

/* For VG_(needs_command_line_options). */
Bool msim_options_process(const HChar *argument);
void msim_options_usage(void);
void msim_options_debug_usage(void);

/* Ends with a message for what only turned out wrong later: the value of `option`, the one given last. */
__attribute__((noreturn)) void msim_options_refuse(const HChar *option, const HChar *reason);

/* Every option given that says what is simulated, one "option: --NAME=VALUE" line each, and the base
 * machine: what a trace needs to be replayed as recorded. */
const HChar *msim_options_given(void);

/* The machine to simulate, and the one it was made from: the host's.  Ends with a message where the
 * levels do not fit together. */
void msim_options_simulated(struct msim_machine *machine, struct msim_machine *base);

#endif
