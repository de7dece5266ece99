/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the order must know of a record, by its header: one load, where the dictionary would need
 * several.
 *
 * Cost: 2 bytes per segment.
 */
#pragma once

#include "stream/dict.h"
#include "stream/event.h"

enum {
    MSIM_ORDER_TIME = 0xff, /* mask: the number of instructions that begin in it; 0 if it pauses */
    MSIM_ORDER_GOES_ON = 0x100, /* it directly follows the record before it */
    MSIM_ORDER_PAUSES = 0x200,  /* it has a pause instruction */
    MSIM_ORDER_STORES = 0x400,
    MSIM_ORDER_TASKS = 0x800,  /* an event of threads, or a fork */
    MSIM_ORDER_SHARED = 0x1000 /* an event about something that threads share */
};

struct msim_order_kinds {
    const struct msim_mem *mem;
    const struct msim_dict *dict;
    uint16_t *kind; /* events, then segments */
    uint32_t used, room;
};

void msim_order_kinds_init(struct msim_order_kinds *kinds, const struct msim_mem *mem,
                           const struct msim_dict *dict);

/* Call before there are records of segments that are new in the dictionary. */
void msim_order_kinds_extend(struct msim_order_kinds *kinds);

static inline uint32_t msim_order_kind(const uint16_t *kind, const uint64_t *record)
{
    return kind[*record >> MSIM_WORDS_BITS];
}

static inline const uint64_t *msim_order_next(const uint64_t *record)
{
    return record + 1 + msim_header_words(*record);
}
