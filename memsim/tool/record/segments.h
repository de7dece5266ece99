/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A segment while it is being translated, and what happens once it is complete.
 *
 * The builder collects instructions and accesses in fixed arrays and hands them to the dictionary,
 * which gives the number that the recorded header carries.
 */
#ifndef MSIM_TOOL_RECORD_SEGMENTS_H
#define MSIM_TOOL_RECORD_SEGMENTS_H

#include "engine/study.h"
#include "stream/dict.h"

struct msim_segments {
    struct msim_dict dict;
    struct msim_study study;
    bool recording; /* a stream is recorded */
    bool counting;  /* segments are counted in place: nothing that is simulated counts them */
};

/* Describes a complete segment; its number. */
uint32_t msim_segments_add(struct msim_segments *segments, const struct msim_segment *segment);

#endif
