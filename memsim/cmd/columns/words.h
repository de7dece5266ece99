/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words for events: those of counts (engine/machine/counts.list) and of observers, for sums of
 * them, and for what other tools count. */
#ifndef MSIM_CMD_COLUMNS_WORDS_H
#define MSIM_CMD_COLUMNS_WORDS_H

#include <stdbool.h>
#include <stddef.h>

/* What an event counts, in words: "data reads"; if `one`, "data read".  Unknown events keep their
 * name. */
void msim_event_phrase(const char *event, bool one, char *to, size_t room);

/* Is it a part of the cycles that a core was simulated for? */
bool msim_event_is_cycles(const char *event);

#endif
