/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The addresses of begins.h.
 *
 * Tools get only a symbol's name and the distance of an instruction from its start: "work+17".
 * Each such text is demangled anew, which takes long for C++.  So it is requested only for code
 * that does not directly follow the code of the last request: code that does, and has the same
 * name, belongs to the same function unless another symbol begins with it.
 */
#include "begins.h"

#include "pub_tool_libcbase.h"

enum { NEAR = 16 /* bytes: no instruction is longer */ };

static struct {
    UInt epoch, name;
    Addr instr, begins;
} last;

static Bool follows_last(DiEpoch epoch, Addr instr, UInt name)
{
    const HChar *entry;
    return last.epoch == epoch.n && last.name == name && instr >= last.instr &&
           instr - last.instr < NEAR && !VG_(get_fnname_if_entry)(epoch, instr, &entry);
}

/* The number after the name. */
static Addr distance(DiEpoch epoch, Addr instr, SizeT length)
{
    const HChar *text;
    if (!VG_(get_fnname_w_offset)(epoch, instr, &text) || VG_(strlen)(text) <= length ||
        text[length] != '+')
        return 0;
    return (Addr)VG_(strtoull10)(text + length + 1, NULL);
}

Addr msim_function_begins(DiEpoch epoch, Addr instr, UInt name, SizeT length)
{
    if (!follows_last(epoch, instr, name))
        last.begins = instr - distance(epoch, instr, length);
    last.epoch = epoch.n;
    last.name = name;
    last.instr = instr;
    return last.begins;
}
