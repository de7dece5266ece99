/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * From a superblock's IR to segments and the code that records them.
 *
 * Where only counts are wanted, each segment's counter is incremented in place and nothing is
 * recorded; else each segment stores its header and the bases of its accesses (stream.h).
 */
#ifndef MSIM_TOOL_INSTRUMENT_H
#define MSIM_TOOL_INSTRUMENT_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "tool/record/session.h"

IRSB *msim_instrument(struct msim_session *session, IRSB *in, const VexGuestLayout *layout);

#endif
