/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A reference on its way to a level. */
#ifndef MSIM_ENGINE_CACHES_REF_H
#define MSIM_ENGINE_CACHES_REF_H

#include <stdint.h>

/* MSIM_REF_BLOCK: it is made by an access marked `block`, whose size depends on the smallest line.
 * MSIM_WATCHED: no miss; its page is watched (port.h). */
enum { MSIM_MISS_CACHE = 1, MSIM_MISS_TLB = 2, MSIM_REF_BLOCK = 4, MSIM_WATCHED = 8 };

/* `size` bytes from `first`, made by the source place `site`; `missed`: in which levels so far, and
 * MSIM_REF_BLOCK.  Its counts in the profile are at `count`. */
struct msim_ref {
    uint64_t first;
    uint64_t *count;
    uint32_t site;
    uint16_t size;
    uint8_t kind;
    uint8_t missed;
};

#endif
