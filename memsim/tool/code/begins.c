/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The addresses of begins.h.
 *
 * Tools learn of a symbol only its name, and how far an instruction is behind its start: "work+17".
 * Each such text is demangled anew, which takes long for C++.  So it is asked for where code begins
 * that does not follow what was asked for before: what does, and has the same name, is of the same
 * function unless another symbol begins with it.
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

/* The number behind the name. */
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
