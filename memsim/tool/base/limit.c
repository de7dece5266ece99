/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads for limit.h. */
#include "limit.h"

#include "pub_tool_libcbase.h"
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

/* The limit on addresses; ~0: none. */
static ULong limit_of_addresses(void)
{
    enum { LIMIT_MEMORY = 9 };
    struct vki_rlimit limit;
    return VG_(getrlimit)(LIMIT_MEMORY, &limit) == 0 ? limit.rlim_cur : ~0ULL;
}

Bool msim_memory_is_limited(void)
{
    return limit_of_addresses() != ~0ULL;
}

ULong msim_memory_limit(void)
{
    return msim_host_memory(read_file, limit_of_addresses());
}

/* The first number counts all mapped pages. */
static ULong addresses_left(void)
{
    enum { PAGE = 4096 };
    HChar text[128];
    ULong limit = limit_of_addresses();
    if (limit == ~0ULL)
        return limit;
    text[read_file("/proc/self/statm", text, sizeof text - 1)] = 0;
    ULong used = (ULong)VG_(strtoll10)(text, NULL) * PAGE;
    return used < limit ? limit - used : 0;
}

ULong msim_memory_left(void)
{
    return msim_host_memory_left(read_file, addresses_left());
}
