/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The check of installation.h. */
#include "installation.h"

#include "pub_tool_basics.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

/* VALGRIND_PLATFORM and VALGRIND_VERSION are configure's. */
static const HChar preloaded[] = "vgpreload_core-" VALGRIND_PLATFORM ".so";

void msim_installation_check(void)
{
    SizeT room = VG_(strlen)(VG_(libdir)) + sizeof "/" + sizeof preloaded;
    HChar *library = VG_(malloc)("msim.installation", room);
    struct vg_stat stat;
    VG_(snprintf)(library, room, "%s/%s", VG_(libdir), preloaded);
    Bool there = !sr_isError(VG_(stat)(library, &stat));
    VG_(free)(library);
    if (there)
        return;
    VG_(fmsg)("%s is not a tool folder of Valgrind: it has no %s\n", VG_(libdir), preloaded);
    VG_(fmsg)
    ("memsim was built with Valgrind %s: rebuild it with the Valgrind installed here,\n",
     VALGRIND_VERSION);
    VG_(fmsg)("or set VALGRIND_LIB to its tool folder, with memsim in it\n");
    VG_(exit)(1);
}
