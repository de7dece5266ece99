/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sharing: which units cores take from each other, what is in them, and which instructions of which
 * threads refer to them (coherence/sharing.h says which references are seen).
 *
 * Each reference belongs to the object that its address is in when it happens (engine/where/).
 *
 * Only this process is seen: if memory is mapped that others may write, too, results say so.
 *
 * Invariants: the sums over all parts and `others` are the sums over all references that were seen.
 * Without `twice` they are what the profile counts, in which a reference to two units has one miss.
 */
#pragma once

#include "engine/base/about.h"
#include "engine/base/observer.h"
#include "engine/caches/sim.h"
#include "engine/coherence/sharing.h"
#include "engine/where/where.h"
#include "lives.h"
#include "near.h"
#include "units.h"

/* An answer of where.h that may hold for more addresses. */
struct msim_share_place {
    struct msim_where where;
    uint32_t guarded;
};

enum { MSIM_SHARE_PLACES = 64 };
/* Counts that a reference has for each of its units, and once in the profile: misses, and lines
 * from other cores. */
enum { MSIM_SHARE_TWICE = MSIM_SHARE_FROM_CORE - MSIM_SHARE_TRUE + 1 };

struct msim_share {
    const struct msim_mem *mem;
    const struct msim_dict *dict;
    const struct msim_machine *machine;
    const struct msim_sim *sim;
    uint32_t unit;  /* bytes */
    bool processes; /* memory was mapped that other processes may write, too */
    struct msim_where_map map;
    struct msim_share_units units;
    struct msim_share_lives lives;
    uint64_t twice[MSIM_SHARE_TWICE];                 /* from MSIM_SHARE_TRUE on */
    struct msim_near *near;                           /* NULL: nothing is predicted */
    struct msim_share_place place[MSIM_SHARE_PLACES]; /* by unit */
};

/* Bytes of the units of a machine: the larger of the lines of D1 and, where cores have one to
 * themselves, of L2. */
uint32_t msim_share_unit_bytes(const struct msim_machine *machine);

/* `predicts`: predicts other lines (near.h), too. */
void msim_share_init(struct msim_share *share, const struct msim_setting *setting, bool predicts);

/* For the row; `share` is a struct msim_share. */
void msim_share_event(void *share, const uint64_t *record, uint64_t instructions);
void msim_share_take(void *share, const struct msim_sharing *sharing);
bool msim_share_take_near(void *share, const struct msim_sharing *sharing);
void msim_share_clear(void *share);
void msim_share_write(void *share, const struct msim_about *about, const struct msim_sink *sink);
