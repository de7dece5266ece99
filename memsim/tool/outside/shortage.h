/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Notices that memory is short.  The program's use of memory cannot be predicted, and the kernel
 * kills the largest process; so observers look at the available memory, and save their own.
 *
 * Large data of observers have limits of their own, which equal runs reach at the same place
 * (--calls-limit, --objects-limit).  Shortage is different: it depends on other processes.
 */
#pragma once

#include "pub_tool_basics.h"

enum msim_shortage {
    MSIM_SHORTAGE_NONE,
    MSIM_SHORTAGE_NEAR, /* observers save memory; reported once */
    MSIM_SHORTAGE_HERE  /* observers end, so that the program can go on */
};

/* Call at the start. */
void msim_shortage_init(void);

/* Call in the observer process, after a chunk; looks a few times a second. */
enum msim_shortage msim_shortage_look(void);

/* Ends the run before the program starts if observers have allocated more than the available
 * memory. */
void msim_shortage_refuse(void);

/* True: so little is left that nothing should be kept twice. */
Bool msim_shortage_is_near(void);

/* Call in a forked child of the guest, whose memory is judged by itself from now on. */
void msim_shortage_in_child(void);

/* Reports a shortage that any process found; False: none was found. */
Bool msim_shortage_report(void);
