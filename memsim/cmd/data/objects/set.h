/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which data a run missed on: objects, the instructions that used them, and counts by offset.
 *
 * read.h makes it from memsim.objects.PID.  All references are numbers from 1 into the table that
 * they name, and 0 is unknown, or none; element 0 of each such table is there and zeroed, with
 * empty names, so any reference can be looked up.  Counts are those of `event`, whose first is
 * Refs; they and their sums are below 2^63.  Strings point into the file's bytes, which the set
 * owns.
 */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cmd/files/lines.h"

/* Most events: Refs, and misses by level and TLB. */
enum { MSIM_OBJECTS_EVENTS = 48 };

enum msim_access_kind { MSIM_READ, MSIM_WRITE, MSIM_FETCH, MSIM_ACCESSES };

enum msim_object_class {
    MSIM_OBJECT_HEAP,
    MSIM_OBJECT_STATIC,
    MSIM_OBJECT_TLS,
    MSIM_OBJECT_STACK,
    MSIM_OBJECT_MAPPED,
    MSIM_OBJECT_ALLOCATOR,
    MSIM_OBJECT_CODE,
    MSIM_OBJECT_UNKNOWN,
    MSIM_OBJECT_KINDS
};

/* A function of a program: its name, its object file and the path of its source ("": unknown). */
struct msim_objects_function {
    const char *name, *source;
    uint32_t file;
};

/* An instruction: `offset` is its address as linked in its function's file, and `length` its bytes
 * (0: of a frame). */
struct msim_objects_site {
    const char *source;
    uint64_t offset, line;
    uint32_t function, length;
};

/* A list with its tail: of frames, from the innermost outwards, or of calling contexts. */
struct msim_objects_link {
    uint32_t of, outer;
};

/* How the blocks of an allocation stack lived.  `lifetime` is the sum over blocks, in
 * instructions. */
struct msim_objects_life {
    uint64_t blocks, bytes, max_blocks, max_bytes, peak_blocks, peak_bytes, end_blocks, end_bytes;
    uint64_t lifetime;
    uint32_t stack;
};

struct msim_data_object {
    enum msim_object_class kind;
    uint32_t of; /* heap: the stack; stack: the function; allocator, unknown: 0; else the file */
    uint32_t mapper;        /* mapped: the function that mapped anonymous memory; 0: unknown */
    uint64_t low, high;     /* heap: sizes of its blocks; */
    uint64_t blocks, bytes; /* their number, and their bytes together */
    size_t use, uses;       /* its uses are by_object[use] and after */
    size_t in, ins;         /* its counts by context likewise, */
    size_t lines, groups;   /* and what was touched of its lines */
};

/* How one instruction used an object. */
struct msim_objects_use {
    uint32_t object, site;
    enum msim_access_kind access;
    bool modifies;       /* it reads, and writes the same bytes */
    uint64_t size;       /* bytes of each reference */
    uint64_t stride;     /* offsets of its cells are modulo this; 0: they are exact */
    int64_t first, last; /* lowest and highest offset */
    uint64_t near, steady,
        random; /* references that stepped within a line, as the one before, or not so */
    size_t cell, cells;
};

/* Counts of an object in a calling context. */
struct msim_objects_in {
    uint32_t object, context;
    enum msim_access_kind access;
};

/* What was touched of lines of an object, or of some of it, while they were in the first-level
 * cache. */
struct msim_objects_lines {
    uint32_t object;
    uint64_t modulus;     /* of offsets; 0: they are exact */
    int64_t first, last;  /* lowest and highest offset of a line's first byte */
    uint64_t lives;       /* of lines, while which the object was touched in them; */
    uint64_t fetches;     /* of these, those that it began with its miss; */
    uint64_t bytes;       /* of it that were touched in all of them together */
    uint64_t other_times; /* parts of lines without a pattern, */
    uint64_t other_bytes; /* and what was touched of them */
    size_t pattern, patterns;
};

struct msim_objects_line {
    int64_t offset;
    uint64_t mask; /* a bit for each byte, or for a 64th of a longer line */
    uint64_t times;
};

struct msim_object_set {
    const char *name, *command, *machine, *cycles; /* NULL: the file does not say */
    const char *incomplete;                        /* why it is that; NULL: it is not */
    const char *bounded;                           /* what there was no memory for; NULL: nothing */
    const char *unplaced;                          /* the same of contexts */
    bool accesses;                                 /* all data references, or those that missed */
    uint64_t instructions;
    uint64_t peak; /* instructions before the heap's blocks had most bytes; 0: unknown */

    const char *event[MSIM_OBJECTS_EVENTS];
    size_t events;       /* 0: nothing was counted */
    const char *sampled; /* how much of the run its cycles are; NULL: all, or they are estimated */
    /* Simulated cycles, by part: those that belong to no object.  Events with these names are
     * cycles that loads of objects waited for. */
    const char *part[MSIM_OBJECTS_EVENTS];
    uint64_t other[MSIM_OBJECTS_EVENTS];
    size_t parts;

    /* Each has one element more, number 0. */
    const char **file, **build_id; /* build_id: hexadecimal digits; NULL: unknown */
    struct msim_objects_function *function;
    struct msim_objects_site *frame;
    struct msim_objects_link *stack;
    struct msim_objects_site *site;
    struct msim_objects_link *context;
    struct msim_data_object *object;
    uint32_t files, functions, frames, stacks, sites, contexts, objects;

    struct msim_objects_life *life;
    uint32_t *life_of; /* for each stack: the number of its life, from 1; 0: it has none */
    size_t lives;

    struct msim_objects_use *use;
    size_t uses, *use_of; /* grouped by object, in the order of the file */
    int64_t *cell_offset; /* of each cell */
    uint64_t *cell_count; /* `events` for each cell */
    size_t cells;
    struct msim_objects_in *in;
    uint64_t *in_count; /* `events` for each */
    size_t ins, *in_of;
    uint64_t line; /* bytes of a line of the first-level data cache; 0: the file has no lines */
    struct msim_objects_lines *lines;
    size_t groups, *lines_of;
    struct msim_objects_line *pattern;
    size_t patterns;

    uint64_t total[MSIM_ACCESSES][MSIM_OBJECTS_EVENTS];
    char *bytes;
    struct msim_file_error error;
};

/* An empty set, to be filled from a file of that name; `bytes`, from malloc, belong to it. */
void msim_objects_start(struct msim_object_set *objects, const char *name, char *bytes);
void msim_objects_free(struct msim_object_set *objects);

static inline const uint64_t *msim_objects_cell(const struct msim_object_set *objects, size_t cell)
{
    return objects->cell_count + cell * objects->events;
}

static inline const uint64_t *msim_objects_in(const struct msim_object_set *objects, size_t in)
{
    return objects->in_count + in * objects->events;
}

/* The number of an event of that name; `events`: it has none. */
size_t msim_objects_event_named(const struct msim_object_set *objects, const char *name);

/* "heap", "static", ... and "read", "write", "fetch"; both end with NULL. */
extern const char *const msim_object_kinds[], *const msim_accesses[];

/* The object file that the allocating, referencing or calling code is in; 0: unknown. */
static inline uint32_t msim_objects_file_of(const struct msim_object_set *objects,
                                            const struct msim_objects_site *site)
{
    return objects->function[site->function].file;
}

/* Reads a file.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0 after them, and
 * belong to the set from now on.  false: see objects->error; the set must be freed all the same. */
bool msim_objects_read(struct msim_object_set *objects, const char *name, char *bytes, size_t size);
