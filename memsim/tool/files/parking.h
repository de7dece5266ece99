/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Several open files held by one descriptor.
 *
 * Descriptors out of the guest's reach are few (syscalls.h).  A local socket can hold many more:
 * they are sent to it and stay in its queue until it is closed.  Reading the queue with MSG_PEEK
 * makes new descriptors of the same files.
 */
#pragma once

#include "pub_tool_basics.h"

enum { MSIM_PARKING_MAX = 64 };

/* Parks copies of these files; at least one, at most MSIM_PARKING_MAX.  Returns a hidden descriptor
 * that holds them; -1: that failed. */
Int msim_park(const Int *fd, UInt used);

/* New descriptors of the files, in their order, for the caller to close; they stay parked, too.
 * False: that failed. */
Bool msim_parked(Int parking, Int *fd, UInt used);
