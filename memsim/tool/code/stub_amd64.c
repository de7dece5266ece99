/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The linkage tables of stub.h.
 *
 * Valgrind knows the section .plt.  Other such sections are unknown to it: .plt.got, for functions
 * that are bound at once, and .plt.sec, where the first one is for lazy binding alone.  Their
 * entries are
 *
 *      [endbr64] [bnd] jmp *SLOT(%rip)
 *
 * at a multiple of 8.  Such a jump in .text belongs to a function, as in code compiled with
 * -fno-plt.
 */
#include "stub.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_vki.h"

enum { ENTRY_ALIGN = 8, ENTRY_BYTES = 11, BND = 0xf2 };

static Bool is_entry(Addr code)
{
    static const UChar endbr64[] = {0xf3, 0x0f, 0x1e, 0xfa}, jump[] = {0xff, 0x25};
    const UChar *at = (const UChar *)code;
    if (code % ENTRY_ALIGN || VG_PGROUNDDN(code) != VG_PGROUNDDN(code + ENTRY_BYTES - 1))
        return False;
    if (VG_(memcmp)(at, endbr64, sizeof endbr64) == 0)
        at += sizeof endbr64;
    if (*at == BND)
        at++;
    return VG_(memcmp)(at, jump, sizeof jump) == 0;
}

Bool msim_is_stub(Addr code)
{
    VgSectKind kind = VG_(DebugInfo_sect_kind)(NULL, code);
    return kind == Vg_SectPLT || (kind != Vg_SectText && is_entry(code));
}
