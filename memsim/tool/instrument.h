/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Turns a superblock's IR into segments, with code that records or counts them.
 *
 * If only counts are wanted, the code of a segment increments its counter and records nothing.
 * Otherwise it stores the segment's header and the bases of its accesses (stream.h).  While
 * instrumentation is off (record/onoff.h), it does neither.
 */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#include "tool/record/session.h"

IRSB *msim_instrument(struct msim_session *session, IRSB *in, const VexGuestLayout *layout);
