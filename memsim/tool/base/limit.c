/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads for limit.h. */
#include "limit.h"

#include "pub_tool_libcfile.h"
#include "pub_tool_libcproc.h"
#include "pub_tool_vki.h"

#include "host/memory.h"
#include "syscalls.h"

static size_t read_file(const char *name, char *to, size_t room)
{
    Int fd = msim_open_at(MSIM_NO_FOLDER, name, VKI_O_RDONLY, 0);
    if (fd < 0)
        return 0;
    Int got = VG_(read)(fd, to, (Int)room);
    VG_(close)(fd);
    return got > 0 ? (size_t)got : 0;
}

ULong msim_memory_limit(void)
{
    enum { LIMIT_MEMORY = 9 };
    struct vki_rlimit limit;
    Bool limited = VG_(getrlimit)(LIMIT_MEMORY, &limit) == 0 && limit.rlim_cur != ~(UWord)0;
    return msim_host_memory(read_file, limited ? limit.rlim_cur : ~0ULL);
}
