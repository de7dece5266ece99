/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The cores of a machine: which caches and TLBs they have to themselves, and how they keep them
 * coherent.
 *
 * Of a machine that may be simulated, all fields say what is known about it, and 0 means unknown.
 * msim_machine_choose() makes of it what is simulated.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct msim_text;

enum { MSIM_CORES_MAX = 64, MSIM_PINS_MAX = 64, MSIM_CORES_ALL = MSIM_CORES_MAX };

/* What becomes of a modified line that another core reads.  MESI: both have it unmodified, and no
 * core owns it.  MOESI: the core that modified it keeps owning it, and supplies it to the next
 * readers. */
enum msim_protocol { MSIM_MESI, MSIM_MOESI };

/* A thread (1, 2, ... in the order in which they were created) and the core that it runs on (from
 * 0). */
struct msim_pin {
    uint32_t thread, core;
};

struct msim_cores {
    uint32_t used; /* 0 or 1: all threads share the caches of one core, as if they were one */
    enum msim_protocol protocol;
    /* Neighbouring cores that share one such level; MSIM_CORES_ALL or 0: all. */
    uint32_t l2_sharing, l2tlb_sharing, l3_sharing;
    uint32_t pins_used;
    struct msim_pin pin[MSIM_PINS_MAX]; /* other threads: (number - 1) modulo `used` */
};

/* The number of a level's instance that the core uses. */
static inline uint32_t msim_cores_instance(uint32_t core, uint32_t sharing)
{
    return sharing ? core / sharing : 0;
}

/* The number of instances of the level. */
static inline uint32_t msim_cores_instances(const struct msim_cores *cores, uint32_t sharing)
{
    return cores->used ? msim_cores_instance(cores->used - 1, sharing) + 1 : 1;
}

static inline uint32_t msim_cores_of(const struct msim_cores *cores, uint32_t thread)
{
    for (uint32_t i = 0; i < cores->pins_used; i++)
        if (cores->pin[i].thread == thread)
            return cores->pin[i].core;
    return thread && cores->used ? (thread - 1) % cores->used : 0;
}

/* Gives levels of which it is unknown who shares them the usual sharing: an L3 is for all cores, an
 * L2 for one core before an L3 and else for all, a second-level TLB for one core. */
void msim_cores_usual(struct msim_cores *cores, bool has_l3);

/* "MOESI" */
const char *msim_protocol_name(enum msim_protocol protocol);

/* Reads the value of --cores, --coherence, --sharing or --pin; `what` is the option without its
 * dashes.  NULL: done.  Else what is wrong and what is allowed, and *cores is unchanged. */
const char *msim_cores_read(const char *what, const char *text, struct msim_cores *cores);

/* Writes what is known as such options: " cores=4 coherence=MESI sharing=L2:1,L3:all pin=1:0". */
void msim_put_cores(struct msim_text *text, const struct msim_cores *cores);

/* The values of --sharing and --pin, "L2:1,L3:all" and "1:0,2:3"; nothing if nothing is known. */
void msim_put_sharing(struct msim_text *text, const struct msim_cores *cores);
void msim_put_pins(struct msim_text *text, const struct msim_cores *cores);
