/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads memsim.pagein.PID (docs/format.md), plain or detailed, into memory.
 *
 * Every line is checked, and a wrong one is an error.  What a plain file does not have is 0 or "".
 * Strings, except the names of objects, point into the file's bytes; the list owns both.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/base/index.h"
#include "cmd/counts/regions.h"
#include "cmd/files/lines.h"

/* Follows the name of a file, in the name of its zeroed variables. */
#define MSIM_PAGED_BSS "[.bss]"

struct msim_paged_page {
    uint64_t page, time;
    char kind;         /* C or D */
    char access;       /* x, r, w or k; 0: unknown */
    uint32_t object;   /* the page's backing, an index of objects */
    uint64_t offset;   /* in the object, if it is a file */
    const char *place; /* the instruction */
    uint32_t number;   /* in the list */
    uint32_t region;   /* of msim_paged.regions; 0: none, or unknown */
};

/* Predicted minor faults, by the pages' backing. */
struct msim_paged_faults {
    uint32_t object;
    uint64_t first,
        copied; /* first: of pages not mapped yet; copied: of first writes to pages only read */
};

/* The same of pages that are touched in a region. */
struct msim_paged_part_faults {
    uint32_t region;
    struct msim_paged_faults faults;
};

/* What the regions have totals of. */
enum msim_paged_event {
    MSIM_PAGED_PAGES,
    MSIM_PAGED_CODE,
    MSIM_PAGED_READ,
    MSIM_PAGED_WRITTEN,
    MSIM_PAGED_KERNEL,
    MSIM_PAGED_FAULTS,
    MSIM_PAGED_COPIES,
    MSIM_PAGED_EVENTS
};

struct msim_paged_function {
    uint32_t object;
    uint64_t offset; /* of the first instruction that ran */
    const char *name;
};

struct msim_paged {
    const char *name, *command; /* command: "" if unknown */
    const char *incomplete;     /* why the list is that; NULL: it is not */
    bool detailed, microseconds;
    bool has_regions; /* it says in which region each page was touched */
    uint64_t page_size, predicted, before_start;
    uint64_t left_out, left_out_faults; /* of the library that Valgrind preloads */
    struct msim_paged_page *page;
    struct msim_paged_function *function; /* in the order of their first execution */
    struct msim_paged_faults *faults;
    struct msim_names object;
    size_t pages, functions, faulted;
    struct msim_regions regions;
    uint32_t *part; /* the regions, in the order of the file */
    struct msim_paged_part_faults *part_faults;
    size_t parts, parts_faulted;
    char *bytes;
    struct msim_file_error error;
};

/* Reads a list, and leaves out what is not in the regions `only` (regions.h), so there may be no
 * page.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0 after them, and belong to
 * the list from now on.  false: see paged->error; the list must be freed all the same. */
bool msim_paged_read(struct msim_paged *paged, const char *name, char *bytes, size_t size,
                     const char *only);
void msim_paged_free(struct msim_paged *paged);

/* For the reader: adds up the totals of the regions, and leaves out what is not selected. */
void msim_paged_select(struct msim_paged *paged);

/* The pages' numbers by address (`objects`: by object, then by address), equal ones by time; from
 * malloc. */
uint32_t *msim_paged_sorted(const struct msim_paged *paged, bool objects);
