/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Memory from Valgrind.  (Its core has the memcpy, memmove and memset to which gcc emits calls.) */
#include "memory.h"

#include "pub_tool_basics.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_libcprint.h"
#include "pub_tool_mallocfree.h"
#include "pub_tool_vki.h"

enum { MAPPED_FROM = 32 * 1024, PAGE = 4096 };

/* Valgrind 3.19 returns the address, later ones a SysRes that may be an error. */
static void *as_address(void *address)
{
    return address;
}

static void *as_result(SysRes result)
{
    return sr_isError(result) ? NULL : (void *)sr_Res(result);
}

#define MAPPED(call) _Generic((call), void * : as_address, SysRes : as_result)(call)

/* Large pieces are mapped: they are zeroed and aligned, and their pages cost nothing until used.
 * Small pieces come from Valgrind's own allocator. */
static void *get(void *self, size_t bytes, size_t align)
{
    (void)self;
    if (bytes >= MAPPED_FROM) {
        void *mapped = MAPPED(VG_(am_shadow_alloc)((bytes + PAGE - 1) & ~(SizeT)(PAGE - 1)));
        if (!mapped) {
            VG_(fmsg)("memsim: out of memory: cannot get %lu more bytes\n", (UWord)bytes);
            VG_(exit)(1);
        }
        return mapped;
    }
    void *piece = VG_(perm_malloc)(bytes ? bytes : 1, (Int)(align < 16 ? 16 : align));
    VG_(memset)(piece, 0, bytes);
    return piece;
}

uint64_t msim_memory_available(void)
{
    static const HChar key[] = "MemAvailable:";
    HChar text[2048];
    Int fd = VG_(fd_open)("/proc/meminfo", VKI_O_RDONLY, 0);
    if (fd < 0)
        return 0;
    Int got = VG_(read)(fd, text, sizeof text - 1);
    VG_(close)(fd);
    text[got > 0 ? got : 0] = 0;
    const HChar *line = VG_(strstr)(text, key);
    return line ? (uint64_t)VG_(strtoll10)(line + sizeof key - 1, NULL) * 1024 : 0;
}

const struct msim_mem msim_tool_mem = {get, NULL};
