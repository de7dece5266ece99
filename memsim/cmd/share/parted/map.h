/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The mapper (engine/caches/mapper.h) of a replay with parted lines.  A reference that crosses the border of a part
 * becomes several, one in each part; what is not parted stays.
 *
 * Counts: row 0 of the profile has all other data, and each line that is parted has a row.
 *
 * Cost: a look-up for each reference to data.
 */
#ifndef MSIM_CMD_SHARE_PARTED_MAP_H
#define MSIM_CMD_SHARE_PARTED_MAP_H

#include "engine/caches/mapper.h"
#include "lines.h"

/* `parted` stays as it is while the mapper is used. */
struct msim_mapper msim_parted_mapper(struct msim_parted *parted);

#endif
