/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The file of calling contexts: Callgrind's format, with the tree in comments (docs/format.md). */
#pragma once

#include "engine/base/about.h"
#include "engine/machine/profile.h"
#include "flow/follow.h"

/* What is written; `pages` are those of the same contexts, and so are `inlined` (NULL: inlined
 * calls are not shown). */
struct msim_calls_report {
    const struct msim_follower *follower;
    const struct msim_tree *counted; /* that the simulator counted in */
    const struct msim_profile *profile;
    const struct msim_machine *machine;
    const struct msim_page_counts *pages;
    const struct msim_inlined_counter *inlined;
    const struct msim_parts *parts; /* of the run */
};

void msim_calls_write(const struct msim_calls_report *report, const struct msim_mem *mem,
                      const struct msim_about *about, const struct msim_sink *sink);
