/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What is mapped where, as far as objects need it, from the events MAP, UNMAP and MOVE of the
 * stream.
 *
 * A file whose code is mapped, too, is loaded: its variables are numbered by their addresses from
 * the lowest one of that load.  Zeroed variables are in no file: they lie where the loader first
 * mapped the whole file or, for the executable, right after it before the program runs.
 */
#pragma once

#include "engine/base/ranges.h"
#include "stream/dict.h"
#include "stream/event.h"

enum msim_area_kind {
    MSIM_AREA_FILE,
    MSIM_AREA_ANON,
    MSIM_AREA_STACK, /* the main thread's stack */
    MSIM_AREA_BREAK
};

struct msim_area {
    enum msim_area_kind kind;
    uint32_t file;    /* a string + 1; 0: none */
    uint32_t mapper;  /* anonymous: the function that mapped it; 0: unknown */
    uint64_t low;     /* the address of the file's first byte, where it is loaded */
    uint64_t end;     /* of the loader's first mapping */
    bool has_code;    /* it is loaded */
    bool has_blocks;  /* it is an allocator's: a block of the heap was in it */
    bool has_stack;   /* a thread's stack was found in it, */
    bool is_stack;    /* and it is nothing else */
    bool has_pointer; /* a thread pointer is in it, */
    bool ends_there;  /* not long before its end */
};

struct msim_area_map {
    const struct msim_dict *dict;
    struct msim_ranges ranges; /* owners are numbers of areas */
    struct msim_table table;
    uint64_t instructions; /* instructions that had run when the last event came */
    uint32_t program;      /* the file that was loaded first: a string + 1 */
};

void msim_area_map_init(struct msim_area_map *areas, const struct msim_mem *mem,
                        const struct msim_dict *dict);

/* Takes an event; false: it changed nothing. */
bool msim_area_map_event(struct msim_area_map *areas, const uint64_t *record,
                         uint64_t instructions);

/* The area of an address, and the range of addresses around it that belong to it; NULL: no area. */
struct msim_area *msim_area_of(const struct msim_area_map *areas, uint64_t address, uint64_t *first,
                               uint64_t *last);
