/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The tool's command line. */
#ifndef MSIM_TOOL_OPTIONS_H
#define MSIM_TOOL_OPTIONS_H

#include "pub_tool_basics.h"

#include "../engine/geometry.h"

struct msim_options {
    struct msim_machine given; /* levels that were given; */
    Bool is_given[MSIM_LEVELS];
    Bool cache_sim, tlb_sim;
    const HChar *out_file;
};

extern struct msim_options msim_options;

/* For VG_(needs_command_line_options). */
Bool msim_options_process(const HChar *argument);
void msim_options_usage(void);
void msim_options_debug_usage(void);

/* The machine to simulate: the host's where no option says otherwise.  Ends with a message where the
 * levels do not fit together. */
void msim_options_machine(struct msim_machine *machine);

#endif
