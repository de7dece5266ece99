/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A reference on its way through the levels. */
#ifndef MSIM_ENGINE_CACHES_REF_H
#define MSIM_ENGINE_CACHES_REF_H

#include <stdint.h>

/* MSIM_REF_BLOCK: made by an access marked `block`, of which the smallest line decides how much
 * counts.  MSIM_REF_CONTEXT: not a reference, but a mark: those after it belong to context `site`
 * (contexts.h).  MSIM_WATCHED is not a miss: the page is watched (port.h). */
enum {
    MSIM_MISS_CACHE = 1,
    MSIM_MISS_TLB = 2,
    MSIM_REF_BLOCK = 4,
    MSIM_WATCHED = 8,
    MSIM_REF_CONTEXT = 16
};

/* `size` bytes from `first`, referenced by `site`.  `missed`: the levels missed so far, and
 * MSIM_REF_BLOCK. */
struct msim_ref {
    uint64_t first;
    uint32_t site;
    uint16_t size;
    uint8_t kind;
    uint8_t missed;
};

#endif
