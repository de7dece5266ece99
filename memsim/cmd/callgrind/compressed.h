/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compressed names: "(3) main" defines number 3, and "(3)" stands for it from then on. */
#pragma once

#include "cmd/base/names.h"

/* Starts zeroed.  A number may be defined again: files of several parts do. */
struct msim_compressed {
    uint64_t *number;
    uint32_t *name;
    size_t count;
    struct msim_index index;
};

enum msim_compressed_result {
    MSIM_COMPRESSED_GOOD,
    MSIM_COMPRESSED_UNKNOWN, /* a number that is not defined */
    MSIM_COMPRESSED_BAD      /* a number above 2^64 */
};

/* Finds or adds the name that `text` stands for. */
enum msim_compressed_result msim_compressed_name(struct msim_compressed *table,
                                                 struct msim_names *names, const char *text,
                                                 uint32_t *name);

void msim_compressed_free(struct msim_compressed *table);
