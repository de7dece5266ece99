/* SPDX-License-Identifier: GPL-2.0-or-later */
/* --instr-atstart=inherit: after an exec, the new program is instrumented if the old one was. */
#pragma once

#include "pub_tool_basics.h"

/* True: the process was instrumented before it became this program.  Call once, at the start. */
Bool msim_inherited(void);

/* An exec begins, and the next program may call the first function; or the exec failed. */
void msim_inherit_before_exec(void);
void msim_inherit_exec_failed(void);
