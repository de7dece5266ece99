/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The type of a heap object's elements, by a vote of the instructions that used it.
 *
 * An instruction that has its operand's type (cmd/types) says: a structure of that type begins so
 * many bytes before what I use.  Each such type is tried, at each place in the block where its
 * voters say that it begins, against all cells of the object.  What agrees counts for it and what
 * does not against it, by misses.  The best one wins, if more is for it than against it.  Blocks
 * that are only read as bytes have no known type: anything may be read so.
 */
#ifndef MSIM_CMD_DATA_TYPED_VOTE_H
#define MSIM_CMD_DATA_TYPED_VOTE_H

#include "cmd/data/model/elements.h"

/* true: *element is the winner. */
bool msim_objects_vote(const struct msim_objects *objects, struct msim_types *types,
                       uint32_t object, struct msim_objects_element *element);

#endif
