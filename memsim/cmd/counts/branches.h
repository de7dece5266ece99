/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The branches of a file of counts, each with what it did in all: its lines "fl=# branch:". */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct msim_counted_branch {
    uint64_t address;
    int64_t jump; /* from its end to where it goes if it is taken; of an indirect one 0 */
    uint64_t times, taken, wrong;
    uint32_t line;
    bool indirect;
    const char *function, *file;
};

enum { MSIM_COUNTED_BRANCHES_MAX = 1 << 26 }; /* so that sums of 63 bits do not overflow */
struct msim_counted_branches {
    struct msim_counted_branch *branch;
    size_t branches;
};
