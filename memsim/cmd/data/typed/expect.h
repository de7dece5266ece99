/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whether the files that ran are still there: others would give wrong types, fields and
 * variables. */
#ifndef MSIM_CMD_DATA_TYPED_EXPECT_H
#define MSIM_CMD_DATA_TYPED_EXPECT_H

#include "cmd/data/objects/set.h"
#include "cmd/types/types.h"

/* Lets `types` take something only from files with the build ids that the run had; warns of those
 * that have others, and if this build reads no types at all. */
void msim_objects_expect(struct msim_types *types, const struct msim_objects *objects);

#endif
