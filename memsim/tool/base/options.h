/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tool's command line: connects engine/options.h with Valgrind. */
#pragma once

#include "pub_tool_basics.h"

#include "engine/options.h"

extern struct msim_options msim_options;

/* For VG_(needs_command_line_options). */
Bool msim_options_process(const HChar *argument);
void msim_options_usage(void);
void msim_options_debug_usage(void);

/* Ends with a message about the last value given for `option`, which is wrong. */
__attribute__((noreturn)) void msim_options_refuse(const HChar *option, const HChar *reason);

/* Ends with a message about the file name given for `option`. */
__attribute__((noreturn)) void msim_options_refuse_file(const HChar *option, const HChar *name,
                                                        const HChar *reason);

/* Ends with a message if a file is named whose observer is off. */
void msim_options_check_files(void);

/* True: this pointer, one of Valgrind's own, is the last of memsim's options on the command
 * line. */
Bool msim_options_is_last(const HChar *argument);

/* An explicit --read-inline-info applies unless --inline is given. */
void msim_options_find_inline(void);

/* The same if an option that only names a file turned an observer on. */
void msim_options_keep_implied(void);

/* Sets the defaults. */
void msim_options_start(void);
/* Has Valgrind read which calls were inlined.  Call before the program's debug information is
 * read. */
void msim_options_read_inline(void);

/* The given options that determine what is simulated, one line "option: --NAME=VALUE" each; a trace
 * needs them for its replay. */
const HChar *msim_options_given(void);

/* The machine to simulate, and the base machine: the host's, with its cores if several are
 * simulated.  Ends with a message if the levels do not fit together. */
void msim_options_simulated(struct msim_machine *machine, struct msim_machine *base);

/* Prints what is approximated in that machine. */
void msim_options_notes(const struct msim_machine *machine);
