/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a kernel takes under the tool, on a machine: cycles, their parts, and all other events.
 *
 * It is run with N and with 2N rounds, as `memsim run --cycles=yes` runs programs.  The difference
 * is that of N rounds, exactly, and the same on every run.
 */
#pragma once

#include <stddef.h>
#include <stdint.h>

struct msim_simulation {
    const char *kernel; /* set these: as in kernel.h, */
    uint64_t rounds;    /* and N */
    char **event;       /* then it has these: "Ir", "CyBusy", ..., */
    int64_t *count;     /* and the difference in each */
    size_t events;
};

/* Simulates all of them, as many at a time as there are processors.  `machine` is a name or a
 * file, as for --machine; NULL: the usual one.  Ends the command if a run fails. */
void msim_simulate(struct msim_simulation *simulation, size_t count, const char *machine);

/* The same of next to nothing, before what takes minutes: if programs cannot be simulated here, the
 * command ends now. */
void msim_simulate_first(const char *machine);

/* How much of an event one round has; of "Cy", the sum of its parts.  NAN: it is not there. */
double msim_simulation_round(const struct msim_simulation *simulation, const char *event);

void msim_simulation_free(struct msim_simulation *simulation);
