/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The options that choose the simulated machine.
 *
 * It is the base machine (the host's or, in a replay, the recorded one) or with --machine a named
 * one, modified by the levels that other options give; their order does not matter.  A trace keeps
 * the base and the options, so a replay adds its own options as if all were given at once.  Of
 * several options of one kind the last counts.  Only caches or TLBs that were off in the recorded
 * run come back when a replay's options name a machine, or such a level.
 */
#pragma once

#include "engine/base/option.h"
#include "engine/machine/coreoption.h"
#include "engine/machine/geometry.h"
#include "engine/machine/machines.h"
#include "engine/outer/options/prefetchoption.h"
#include "engine/outer/options/replacement.h"
#include "engine/outer/options/writing.h"

/* As many cores as the machine has. */
#define MSIM_CORES_AUTO UINT32_MAX

/* True: caches, or TLBs, are simulated. */
enum msim_simulated {
    MSIM_SIMULATED,
    MSIM_NOT_SIMULATED,
    MSIM_NOT_RECORDED /* and not named since */
};

struct msim_machine_options {
    struct msim_machine given; /* the levels, latencies and so on that options gave; */
    bool is_given[MSIM_LEVELS];
    const struct msim_named_machine *named; /* NULL: the base machine */
    bool latency_given;                     /* in given.latency */
    bool coherence_given; /* in given.cores.protocol; of its other fields, 0: not given */
    struct msim_core_option core;
    struct msim_replacement replacement;
    struct msim_prefetch_option prefetch;
    struct msim_writing writing;
    enum msim_simulated caches, tlbs;
};

extern const struct msim_option_table msim_machine_option_table;

/* What follows are a replay's options, after the recorded ones. */
void msim_machine_options_recorded(struct msim_machine_options *options);

/* A remark for the user on how the named machine is approximated; NULL: it is not. */
const char *msim_machine_note(const struct msim_machine_options *options);

/* Turns `machine`, the base, into the machine to simulate.  Returns NULL, or why the levels do not
 * fit together; *note is a remark for the user, or NULL. */
const char *msim_machine_choose(const struct msim_machine_options *options,
                                struct msim_machine *machine, const char **note);
