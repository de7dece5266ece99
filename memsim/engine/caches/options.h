/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options that say which machine is simulated.
 *
 * That is a base machine (the host's; in a replay, the recorded one) or, with --machine, a named one, with
 * the levels that other options give, wherever they stand.  A trace keeps the base and the options, so a
 * replay adds its own options to them as if all had been given at once; the last of a kind counts.
 */
#ifndef MSIM_ENGINE_CACHES_OPTIONS_H
#define MSIM_ENGINE_CACHES_OPTIONS_H

#include "engine/base/option.h"
#include "engine/machine/geometry.h"
#include "engine/machine/machines.h"

struct msim_machine_options {
    struct msim_machine given; /* levels, latencies and huge pages that were given; */
    bool is_given[MSIM_LEVELS];
    const struct msim_named_machine *named; /* NULL: the base */
    bool latency_given;                     /* in given.latency */
    bool cache_sim, tlb_sim;
};

extern const struct msim_option_table msim_machine_option_table;

/* How the named machine is approximated, a remark for the user; NULL: it is not. */
const char *msim_machine_note(const struct msim_machine_options *options);

/* Makes the machine to simulate out of `machine`, the base.  NULL, or why the levels do not fit
 * together.  *note is a remark for the user, or NULL. */
const char *msim_machine_choose(const struct msim_machine_options *options,
                                struct msim_machine *machine, const char **note);

#endif
