/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Recognises a thread that only reads, again and again, what another one will write: its newest
 * records repeat.
 *
 * Cost: two looks at each record.
 */
#pragma once

#include "pub_tool_basics.h"

#include "stream/dict.h"

enum msim_repeats {
    MSIM_REPEATS_UNKNOWN, /* the records are too few to tell */
    MSIM_REPEATS_NOT,
    MSIM_REPEATS_AT_END, /* after it did something else */
    MSIM_REPEATS_ALL
};

/* Whole records of one chunk, from where the thread began or later, up to where it stopped.
 * *looks: they read something that is not on the stack, and write nothing elsewhere. */
enum msim_repeats msim_repeats(const struct msim_dict *dict, const uint64_t *words,
                               const uint64_t *end, Addr stack_pointer, Bool *looks);
