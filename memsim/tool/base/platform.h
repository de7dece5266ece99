/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What the tool knows about a platform in addition to Valgrind's headers.  A port adds here the
 * guest's word type, operations and calling convention; it also needs a host_*.c for the cache
 * geometry and the flags in m4/platform.m4.
 */
#pragma once

#include "pub_tool_basics.h"
#include "pub_tool_tooliface.h"

#if defined(VGA_amd64)
#include "libvex_guest_amd64.h"

#define MSIM_WORD   Ity_I64
#define MSIM_IR_ADD Iop_Add64
#define MSIM_IR_SUB Iop_Sub64
#define MSIM_IR_LE  Iop_CmpLE64U

/* Where a function finds its arguments and leaves its result. */
#define MSIM_ARGUMENTS(_) _(guest_RDI) _(guest_RSI) _(guest_RDX) _(guest_RCX)
#define MSIM_RESULT       guest_RAX
#define MSIM_SP           guest_RSP
#define MSIM_FP           guest_RBP
#define MSIM_TP           guest_FS_CONST /* the thread pointer */
typedef VexGuestAMD64State MsimGuestState;

/* Flags of open() that differ between platforms. */
#define MSIM_O_DIRECTORY 0200000
#define MSIM_O_NOFOLLOW  0400000

/* Length of the instruction that calls the kernel. */
#define MSIM_SYSCALL_BYTES 2

/* At a function's entry the stack pointer points to its return address. */
#define MSIM_RETURN_POPS 8
static inline Addr msim_return_address(const MsimGuestState *guest)
{
    return *(const Addr *)guest->MSIM_SP;
}
#else
#error "memsim does not know this platform yet: see memsim/tool/base/platform.h"
#endif

enum { MSIM_ARGUMENT_REGISTERS = 4 };
