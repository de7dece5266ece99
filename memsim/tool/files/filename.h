/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of result files: --out-dir, and what % stands for. */
#pragma once

#include "pub_tool_basics.h"

/* The absolute name, allocated, of the file that `option` names: a relative one is in --out-dir.
 * Ends with a message if the name cannot be expanded. */
HChar *msim_filename(const HChar *option, const HChar *name);

/* The absolute name, allocated, of the folder --out-dir; NULL: it is not given. */
HChar *msim_out_dir(void);

/* Call before an exec of a program that is traced: in that program, too, relative names start from
 * the folder in which the first program was started. */
void msim_filename_before_exec(void);

/* True: both names lead to the same file.  False for devices and pipes, which may be shared. */
Bool msim_filename_same(const HChar *one, const HChar *other);
