/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading memsim.pagein.PID (docs/format.md), plain or detailed, into memory.
 *
 * Nothing is taken on trust: a line that is not as it must be is an error.  What a plain file does not say
 * is 0, or "".  Strings but the names of objects point into the file's bytes; the list owns both.
 */
#ifndef MSIM_CMD_PAGES_READ_H
#define MSIM_CMD_PAGES_READ_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/base/names.h"
#include "cmd/files/lines.h"

struct msim_paged_page {
    uint64_t page, time;
    char kind;         /* C or D */
    char access;       /* x r w k; 0: not told */
    uint32_t object;   /* what is behind the page: an index of objects */
    uint64_t offset;   /* in it, if it is a file */
    const char *place; /* the instruction */
};

/* Minor faults that are predicted, by what is behind the pages. */
struct msim_paged_faults {
    uint32_t object;
    uint64_t first,
        copied; /* of pages that were not there; of the first write of those only read */
};

struct msim_paged_function {
    uint32_t object;
    uint64_t offset; /* of the first instruction that ran */
    const char *name;
};

struct msim_paged {
    const char *name, *command; /* command: "" if not told */
    bool detailed, microseconds;
    uint64_t page_size, predicted, before_start;
    struct msim_paged_page *page;
    struct msim_paged_function *function; /* in the order of their first execution */
    struct msim_paged_faults *faults;
    struct msim_names object;
    size_t pages, functions, faulted;
    char *bytes;
    struct msim_file_error error;
};

/* Reads a list.  `name` must stay; `bytes`, from malloc, hold `size` bytes and a 0 behind them, and are
 * taken over.  false: see paged->error; the list must be freed all the same. */
bool msim_paged_read(struct msim_paged *paged, const char *name, char *bytes, size_t size);
void msim_paged_free(struct msim_paged *paged);

/* The pages' numbers in the order of their addresses (`objects`: object by object), equal ones in that of
 * time; freed by the caller. */
uint32_t *msim_paged_sorted(const struct msim_paged *paged, bool objects);

#endif
