/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Plays a trace to a study, as if the program were running again.
 *
 * Decoding runs in a thread of its own, some chunks ahead of the study, so on two processors a
 * replay takes as long as the slower of the two.  They share the dictionary, so before the decoder
 * adds to it, it waits until the study has consumed all chunks; that is rare after a program's
 * start.
 */
#pragma once

#include "engine/base/about.h"
#include "engine/study.h"
#include "stream/mem.h"

struct msim_player;

/* Whether a file begins like a trace of any version; false also if it cannot be read. */
bool msim_is_trace(const char *name);

/* Whether it has a whole header, too: then --partial uses what there is.  What this reads stays
 * allocated. */
bool msim_has_trace_header(const char *name);

/* Opens a trace and reads its header.  If the file is not a trace, exits with 1.  `partial`: an
 * incomplete trace is not refused but played as far as it goes, with a warning. */
struct msim_player *msim_player_open(const char *name, bool partial);

/* What files say of the recorded run; complete when the trace was played. */
struct msim_about msim_player_about(const struct msim_player *player);

/* The options of the recording, and the machine that they modify. */
void msim_player_options(const struct msim_player *player, struct msim_options *options,
                         struct msim_machine *base);

/* True: the trace says which thread runs. */
bool msim_player_has_threads(const struct msim_player *player);

struct msim_dict *msim_player_dict(struct msim_player *player);

/* Plays the whole trace, with a progress bar called `what` (NULL: none).  If `part` is not NULL, it
 * is set to the number of bytes played so far. */
void msim_player_run(struct msim_player *player, struct msim_study *study, const char *what,
                     volatile uint64_t *part);

/* Gives all chunks of the trace to `take` instead of a study, with a progress bar called `what`. */
void msim_player_scan(struct msim_player *player,
                      void (*take)(void *self, const uint64_t *words, const uint64_t *end),
                      void *self, const char *what);

/* The lines that the recorder wrote at the end; "" if the end is missing. */
const char *msim_player_end(const struct msim_player *player);

/* The size of the trace of that name; 0: unknown. */
uint64_t msim_trace_bytes(const char *name);

/* The allocator that the command passes to stream/ and engine/. */

/* Its pieces are zeroed and never freed; running out of memory ends the command. */
extern const struct msim_mem msim_hosted_mem;

/* What is left of that now, in bytes (host/memory.h); 0: unknown. */
uint64_t msim_memory_available(void);

/* What the machine gives at most (host/memory.h); 0: unknown. */
uint64_t msim_memory_limit(void);
