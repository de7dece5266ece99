/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Does a thread only look again and again at what another one is yet to write?  Then its newest records repeat, and
 * write nothing.
 *
 * Cost: a look at each record of the chunk.
 */
#ifndef MSIM_TOOL_SCHEDULE_REPEATS_H
#define MSIM_TOOL_SCHEDULE_REPEATS_H

#include "pub_tool_basics.h"

#include "stream/dict.h"

/* Whole records of one chunk, up to where the thread stopped. */
Bool msim_repeats(const struct msim_dict *dict, const uint64_t *words, const uint64_t *end);

#endif
