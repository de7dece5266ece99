/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a trace must have been recorded with, so that a replay is what a live run would have been.
 *
 * Each observer that is asked for has needs (base/observer.h).  Those that the recorded run's
 * observers did not have are missing from the trace, but for what all traces have: code, data,
 * mappings and threads.
 *
 * How threads take turns depends on whether several cores were simulated, so these must have been,
 * too.
 */
#pragma once

#include "options.h"

/* What a trace of a run with the options `recorded` lacks for a replay with `wanted`. */
struct msim_lacks msim_options_not_recorded(const struct msim_options *recorded,
                                            const struct msim_options *wanted);
