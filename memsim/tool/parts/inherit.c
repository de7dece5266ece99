/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Passes the state of inherit.h on.  A forked child has its parent's state anyway, but after an
 * exec only the process number is left.  So an instrumented process creates an empty file, whose
 * name has that number, in the folder of Valgrind's other files, and the next program removes it.
 */
#include "inherit.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"

#include "tool/base/options.h"
#include "tool/base/platform.h"
#include "tool/record/onoff.h"

enum { ROOM = 4096, ONLY_MINE = 0600 };

static void put_name(HChar *name)
{
    VG_(snprintf)(name, ROOM, "%s/memsim-instrumented-%d", VG_(tmpdir)(), VG_(getpid)());
}

Bool msim_inherited(void)
{
    HChar name[ROOM];
    put_name(name);
    return VG_(unlink)(name) == 0;
}

void msim_inherit_before_exec(void)
{
    HChar name[ROOM];
    if (!msim_options.instr_inherited || !msim_onoff_is_on())
        return;
    put_name(name);
    Int fd =
        VG_(fd_open)(name, VKI_O_CREAT | VKI_O_EXCL | VKI_O_WRONLY | MSIM_O_NOFOLLOW, ONLY_MINE);
    if (fd >= 0)
        VG_(close)(fd);
}

void msim_inherit_exec_failed(void)
{
    HChar name[ROOM];
    put_name(name);
    if (msim_options.instr_inherited && msim_onoff_is_on())
        VG_(unlink)(name);
}
