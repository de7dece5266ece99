/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Random operations of a segment, and whether two are the same. */
#pragma once

#include "tests/unit/lib/host.h"
#include "stream/stream.h"

struct unit_ops {
    struct msim_ops ops;
    struct msim_operation op[MSIM_OPS_MAX];
    uint16_t source[MSIM_OPS_SOURCES_MAX];
    struct msim_op_result result[MSIM_REGISTERS];
};

/* What `segment`, whose instructions and accesses there are, may compute: up to `most` operations. */
struct msim_ops *unit_ops_draw(struct unit_random *random, const struct msim_segment *segment,
                               unsigned most, struct unit_ops *drawn);

/* Both may be NULL. */
bool unit_ops_same(const struct msim_ops *a, const struct msim_ops *b);

/* True: all that a core relies on holds. */
bool unit_ops_fit(const struct msim_segment *segment);
