/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * All that the tool knows about one platform beyond what Valgrind's headers say.  To port, add the
 * guest's word type and operations here, a host_*.c for its cache geometry, and the flags in
 * m4/platform.m4.
 */
#ifndef MSIM_TOOL_PLATFORM_H
#define MSIM_TOOL_PLATFORM_H

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#if defined(VGA_amd64)
#define MSIM_WORD   Ity_I64
#define MSIM_IR_ADD Iop_Add64
#define MSIM_IR_SUB Iop_Sub64
#else
#error "memsim does not know this platform yet: see memsim/tool/platform.h"
#endif

#endif
