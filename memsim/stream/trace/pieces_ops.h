/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a segment computes (stream/ops.h), in a trace: at the end of the segment.
 *
 *      ops    = 0                                     it is not known, or
 *             | how operations results op* result*
 *                       how: 1 | end << 1 | indirect << 4 | fused << 5 | repeats << 6
 *      op     = what waits {access ~ | word} source*
 *                       what: instruction - that of the operation before (0 at first) << 5 | class
 *                       waits: sources | data << 4      data: of stores alone
 *                       access: of loads and stores, relative to the one before (0 at first)
 *                       word: of hints, the one of the record that has the address
 *      result = register ~ source
 *                       register: relative to that of the result before (0 at first)
 *      source = register << 1, or how many operations ago << 1 | 1
 *
 * An operation is 0 operations ago while it is described, so a source of an operation is at least 1
 * ago.  One of a result may be 1: it is ready at once.
 *
 * Cost: 4 to 5 bytes for an operation.
 */
#pragma once

#include <stddef.h>

#include "stream/stream.h"
#include "taker.h"

/* How many bytes they take at most; `ops` may be NULL. */
size_t msim_ops_room(const struct msim_ops *ops);

uint8_t *msim_ops_put(const struct msim_ops *ops, uint8_t *to);

struct msim_ops_taken {
    struct msim_ops ops;
    struct msim_operation op[MSIM_OPS_MAX];
    uint16_t source[MSIM_OPS_SOURCES_MAX];
    struct msim_op_result result[MSIM_REGISTERS];
};

/* Takes what this segment computes; NULL if it is not known, or refused. */
struct msim_ops *msim_ops_take(struct msim_taker *taker, const struct msim_segment *segment,
                               struct msim_ops_taken *taken);
