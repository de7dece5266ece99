/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tool keeps for one run: the dictionary, the study, and how segments are recorded.
 *
 * The builder collects a segment's instructions and accesses in fixed arrays.  Once the segment is
 * complete the session adds it to the dictionary, whose number the recorded header carries.
 */
#pragma once

#include "engine/study.h"
#include "stream/dict.h"

struct msim_session {
    struct msim_dict dict;
    struct msim_dict seen; /* the study's view of it */
    struct msim_study study;
    struct msim_needs needs; /* of the study, and of replays of a trace */
    bool recording;          /* a stream is recorded */
    bool counting;           /* segments are counted in place: no simulation counts them */
};

/* Lets the study see the whole dictionary.  If segments are counted in place, this is called when
 * code is instrumented, else with each chunk. */
void msim_session_show(struct msim_session *session);

/* Adds a complete segment; returns its number. */
uint32_t msim_session_add(struct msim_session *session, const struct msim_segment *segment);
