/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --instr-atstart=inherit: a program that a process becomes is instrumented if that one was. */
#ifndef MSIM_TOOL_PARTS_INHERIT_H
#define MSIM_TOOL_PARTS_INHERIT_H

#include "pub_tool_basics.h"

/* Was the process instrumented before it became this program?  Call once, at the start. */
Bool msim_inherited(void);

/* An exec begins, and the next program may ask; it failed. */
void msim_inherit_before_exec(void);
void msim_inherit_exec_failed(void);

#endif
