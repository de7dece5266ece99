/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What the machine gives at most: the least of its memory, of the control groups around a process,
 * of either version, and of the limit on addresses.  Files are those of this test. */
#include "host/memory.h"

#include <string.h>

#include "tests/unit/lib/main.h"

struct pretended {
    const char *name, *text;
};

static const struct pretended *files;

static size_t read_file(const char *name, char *to, size_t room)
{
    for (const struct pretended *file = files; file->name; file++)
        if (!strcmp(file->name, name)) {
            size_t size = strlen(file->text);
            size = size < room ? size : room;
            memcpy(to, file->text, size);
            return size;
        }
    return 0;
}

#define MEMINFO                                                                                    \
    {                                                                                              \
        "/proc/meminfo", "Buffers: 1 kB\nMemTotal:       2048 kB\nMemFree: 5 kB\n"                 \
    }
enum { BUILT_IN = 2048 * 1024 };

static const struct {
    struct pretended files[6];
    uint64_t addresses, expected;
} cases[] = {
    {{{0}}, UINT64_MAX, 0},
    {{{0}}, 5000, 5000},
    {{MEMINFO}, UINT64_MAX, BUILT_IN},
    {{MEMINFO}, 4096, 4096},
    {{{"/proc/meminfo", "MemTotal: some kB\n"}}, UINT64_MAX, 0},
    /* version 2: the group, one around it, in a container, none */
    {{MEMINFO,
      {"/proc/self/cgroup", "0::/a/b\n"},
      {"/sys/fs/cgroup/a/b/memory.max", "1000000\n"},
      {"/sys/fs/cgroup/a/memory.max", "max\n"}},
     UINT64_MAX,
     1000000},
    {{MEMINFO,
      {"/proc/self/cgroup", "0::/a/b\n"},
      {"/sys/fs/cgroup/a/b/memory.max", "1000000\n"},
      {"/sys/fs/cgroup/a/memory.max", "900000\n"}},
     UINT64_MAX,
     900000},
    {{MEMINFO, {"/proc/self/cgroup", "0::/\n"}, {"/sys/fs/cgroup/memory.max", "70000\n"}},
     UINT64_MAX,
     70000},
    {{MEMINFO, {"/proc/self/cgroup", "0::/not/seen\n"}, {"/sys/fs/cgroup/memory.max", "70000\n"}},
     UINT64_MAX,
     70000},
    {{MEMINFO, {"/proc/self/cgroup", "0::/a\n"}, {"/sys/fs/cgroup/a/memory.max", "max\n"}},
     UINT64_MAX,
     BUILT_IN},
    /* version 1, where the largest number stands for none; both */
    {{MEMINFO,
      {"/proc/self/cgroup", "9:cpu:/x\n4:memory:/a/b\n0::/\n"},
      {"/sys/fs/cgroup/memory/a/b/memory.limit_in_bytes", "9223372036854771712\n"},
      {"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "600000\n"}},
     UINT64_MAX,
     600000},
    {{MEMINFO,
      {"/proc/self/cgroup", "4:memory:/a\n0::/c\n"},
      {"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "600000\n"},
      {"/sys/fs/cgroup/unified/c/memory.max", "500000\n"}},
     UINT64_MAX,
     500000},
    {{MEMINFO,
      {"/proc/self/cgroup", "4:memory:/a"},
      {"/sys/fs/cgroup/memory/memory.limit_in_bytes", "99999999999999999999999\n"}},
     UINT64_MAX,
     BUILT_IN},
};

static const struct {
    struct pretended files[6];
    uint64_t addresses, expected;
} left[] = {
    {{{0}}, UINT64_MAX, UINT64_MAX},
    {{{"/proc/meminfo", "MemTotal: 9000 kB\nMemFree: 1 kB\nMemAvailable: 3000 kB\n"}},
     UINT64_MAX,
     3000 * 1024},
    {{{"/proc/meminfo", "MemAvailable: 3000 kB\n"}}, 77, 77},
    /* files that are only kept can go */
    {{{"/proc/self/cgroup", "0::/a\n"},
      {"/sys/fs/cgroup/a/memory.max", "1000000\n"},
      {"/sys/fs/cgroup/a/memory.current", "600000\n"},
      {"/sys/fs/cgroup/a/memory.stat", "anon 1\ninactive_file 100000\nactive_file 50000\n"}},
     UINT64_MAX,
     550000},
    {{{"/proc/self/cgroup", "4:memory:/a\n"},
      {"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1000000\n"},
      {"/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "1000001\n"}},
     UINT64_MAX,
     0},
    {{{"/proc/self/cgroup", "4:memory:/a\n"},
      {"/sys/fs/cgroup/memory/a/memory.limit_in_bytes", "1000000\n"},
      {"/sys/fs/cgroup/memory/a/memory.usage_in_bytes", "900000\n"},
      {"/sys/fs/cgroup/memory/a/memory.stat",
       "inactive_file 9\ntotal_inactive_file 300000\ntotal_active_file 0\n"}},
     UINT64_MAX,
     400000},
};

UNIT_ROWS(what_is_left, left)
{
    files = left[_i].files;
    ck_assert_uint_eq(msim_host_memory_left(read_file, left[_i].addresses), left[_i].expected);
}

UNIT_ROWS(limits, cases)
{
    files = cases[_i].files;
    ck_assert_uint_eq(msim_host_memory(read_file, cases[_i].addresses), cases[_i].expected);
}
