/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A segment while it is being translated, and what happens once it is complete.
 *
 * The builder collects instructions and accesses in fixed arrays and hands them to the dictionary,
 * which gives the number that the recorded header carries.
 */
#ifndef MSIM_TOOL_SEGMENTS_H
#define MSIM_TOOL_SEGMENTS_H

#include "../engine/profile.h"
#include "../engine/sim.h"
#include "../stream/dict.h"

struct msim_segments {
    struct msim_dict dict;
    struct msim_profile profile;
    struct msim_sim *sim;      /* NULL: only counts are wanted, then */
    struct msim_table counter; /* holds one uint64_t per segment */
};

void msim_segments_init(struct msim_segments *segments, const struct msim_machine *machine,
                        bool counts_only);

/* Describes a complete segment; its number. */
uint32_t msim_segments_add(struct msim_segments *segments, const struct msim_segment *segment);

uint64_t *msim_segments_counter(const struct msim_segments *segments, uint32_t segment);

/* Brings the profile up to date with what ran. */
void msim_segments_settle(struct msim_segments *segments);

/* Forgets all counts: a forked child counts what it runs itself. */
void msim_segments_clear(struct msim_segments *segments);

#endif
