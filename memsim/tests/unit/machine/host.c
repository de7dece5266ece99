/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The kernel's list of processors, and how many cores these are. */
#include "host/host.h"
#include "tests/unit/lib/main.h"

UNIT_TEST(host_cores)
{
    static const struct {
        const char *online;
        uint32_t processors; /* 0: that is not a list */
    } lists[] = {
        {"0", 1},
        {"0-3", 4},
        {"0-3\n", 4},
        {"0,2-3,8-9", 5},
        {"5-5", 1},
        {"", 0},
        {"\n", 0},
        {"0-", 0},
        {"3-0", 0},
        {"0,", 0},
        {"0-3 4", 0},
        {"x", 0},
        {"0--3", 0},
        {"-3", 0},
        {"0-999999", 1000000},
        {"0-1000000", 0},
        {"0-999999,0-999999", 0},
        {"4294967296", 0},
    };
    uint32_t threads = msim_host_threads();
    ck_assert_uint_ge(threads, 1);
    for (unsigned i = 0; i < sizeof lists / sizeof *lists; i++)
        ck_assert_msg(msim_host_cores(lists[i].online) ==
                          (lists[i].processors + threads - 1) / threads,
                      "'%s': %u", lists[i].online, msim_host_cores(lists[i].online));
}
