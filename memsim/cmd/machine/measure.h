/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Measures what a line from another core takes on this machine.
 *
 * Two threads on two processors write one word by turns, as soon as they see that the other one
 * has.  The time of a turn is that of a line which goes from one core to the other.  Of many short
 * rounds the fastest counts, as others are longer only because something else ran.  The clock's
 * rate is that of additions which depend on each other.
 */
#pragma once

#include <stdint.h>
#include <stdio.h>

struct msim_measured {
    unsigned pairs;                  /* of processors that are not of one core, */
    double fastest, median, slowest; /* and their nanoseconds; */
    unsigned siblings;               /* pairs that are of one core, */
    double within;                   /* and their median */
    double rate;                     /* cycles in a nanosecond */
    uint32_t cycles;                 /* the median */
};

/* `sysfs`: the folder that contains cpu0.  Exits with 1 if there are not two cores to be
 * measured. */
struct msim_measured msim_machine_measure(const char *sysfs);

void msim_measured_put(const struct msim_measured *measured, FILE *to);
