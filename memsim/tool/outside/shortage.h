/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Is memory short?  The program may take more than anybody could know, and the kernel kills what is
 * largest; so observers look at what is left, and give way.
 *
 * Where observers take a lot has bounds of its own, which the same run comes to at the same place
 * (--calls-limit, --objects-limit).  This is for what those do not see: it depends on what else
 * runs.
 */
#ifndef MSIM_TOOL_OUTSIDE_SHORTAGE_H
#define MSIM_TOOL_OUTSIDE_SHORTAGE_H

#include "pub_tool_basics.h"

enum msim_shortage {
    MSIM_SHORTAGE_NONE,
    MSIM_SHORTAGE_NEAR, /* what can do without more memory does; said once */
    MSIM_SHORTAGE_HERE  /* observers end, so that the program goes on */
};

/* Call at the start. */
void msim_shortage_init(void);

/* Call where observers are, after a chunk; looks some times a second. */
enum msim_shortage msim_shortage_look(void);

/* Ends the run before the program starts if what observers have allocated is more than there is. */
void msim_shortage_refuse(void);

/* Is there so little left that nothing should be kept twice? */
Bool msim_shortage_is_near(void);

/* In a forked child of the guest, whose memory is short or not by itself from now on. */
void msim_shortage_in_child(void);

/* In whichever process it was here: says so; False: it was not. */
Bool msim_shortage_report(void);

#endif
