/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The machines that --machine knows by name.
 *
 * The table is generated during the build from the descriptions in machines/
 * (cmd/machine/maketables.c), so the tool, which reads no XML, knows exactly those.
 */
#pragma once

#include "geometry.h"

struct msim_named_machine {
    const char *name, *title;
    const char *note; /* how it is approximated; NULL: it is simulated exactly */
    struct msim_machine machine;
};

/* Sorted by name; the last one has no name. */
extern const struct msim_named_machine msim_named_machines[];

/* "expected host or one of: NAME NAME ..." */
extern const char msim_named_machines_expected[];

/* NULL: no machine has this name. */
const struct msim_named_machine *msim_named_machine(const char *name);
