/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words for events: those of counts (engine/machine/counts.list) and of observers, for sums of
 * them, and for what other tools count. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

/* What an event counts, in words: "data reads"; if `one`, "data read".  Unknown events keep their
 * name. */
void msim_event_phrase(const char *event, bool one, char *to, size_t room);
