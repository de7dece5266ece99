/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where a reference is in the layout of moves.h. */
#ifndef MSIM_CMD_LAYOUT_MAPPING_H
#define MSIM_CMD_LAYOUT_MAPPING_H

#include "moves.h"

/* `map` of the mapper; `self` is the struct msim_moves. */
unsigned msim_moves_map(void *self, const struct msim_segment *segment,
                        const struct msim_access *access, uint64_t first, uint32_t size,
                        struct msim_piece *piece);

#endif
