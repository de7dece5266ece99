/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plays a trace to a study, as if the program ran again.
 *
 * Decoding runs in a thread of its own, some chunks ahead of the study: on two processors a replay takes
 * as long as the slower of the two.  The dictionary belongs to both, so the decoder waits until the
 * study has done everything before it adds to the dictionary; that is rare once the program is warm.
 */
#ifndef MSIM_CMD_TRACE_PLAYER_H
#define MSIM_CMD_TRACE_PLAYER_H

#include "engine/study.h"

struct msim_player;

/* Whether a file begins as a trace of any version does; false also where it cannot be read. */
bool msim_is_trace(const char *name);

/* Opens a trace and reads what it says of itself.  What is no trace ends with status 1.  `partial`: a
 * trace that is not whole is played as far as it goes, with a warning, instead of refused. */
struct msim_player *msim_player_open(const char *name, bool partial);

/* The recorded program, as one line. */
const char *msim_player_command(const struct msim_player *player);

/* The options that the recording was made with, and the machine that they change. */
void msim_player_options(const struct msim_player *player, struct msim_options *options,
                         struct msim_machine *base);

struct msim_dict *msim_player_dict(struct msim_player *player);

/* Plays all of it, with a progress bar called `what` (NULL: none), or with `part` told how many bytes
 * are done. */
void msim_player_run(struct msim_player *player, struct msim_study *study, const char *what,
                     volatile uint64_t *part);

/* The lines that the recorder wrote at the end; "" if there is no end. */
const char *msim_player_end(const struct msim_player *player);

uint64_t msim_player_bytes(const struct msim_player *player);

#endif
