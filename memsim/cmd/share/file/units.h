/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The units of memory that cores took from each other in a run, or would have taken.
 *
 * read.h makes it from memsim.share.PID.  What is in the units, and who refers to it, is in `data`,
 * a set of objects: each part of a unit is one use of its object that reads, one that writes, or
 * both.  Counts and their sums are below 2^63.
 */
#pragma once

#include "cmd/data/objects/set.h"

enum msim_shared_count {
    MSIM_SHARED_READS,
    MSIM_SHARED_WRITES,
    MSIM_SHARED_TRUE,  /* coherence misses for bytes that others wrote, */
    MSIM_SHARED_FALSE, /* and for others of the unit alone */
    MSIM_SHARED_FROM_CORE,
    MSIM_SHARED_INVALIDATED,
    MSIM_SHARED_COUNTS
};

/* What one instruction of one thread refers to. */
struct msim_shared_part {
    uint32_t thread, site, object;
    int64_t at; /* offset in the object */
    uint32_t offset, size;
    uint64_t count[MSIM_SHARED_COUNTS];
};

struct msim_shared_unit {
    uint64_t address, bytes;
    bool predicted; /* its misses would be, were lines as long, or where it begins */
    uint64_t count[MSIM_SHARED_COUNTS]; /* the sums of its parts */
    size_t part, parts;
};

/* When a thread was there, in instructions of the run. */
struct msim_shared_life {
    uint32_t thread;
    uint64_t began, ended;
};

struct msim_shared {
    struct msim_object_set data;
    uint32_t cores;
    uint64_t bytes;                /* of a unit */
    struct msim_shared_life *life; /* of threads, by their numbers */
    size_t lives;
    bool processes;                /* it had memory that other processes may write */
    uint64_t transfer;             /* cycles that a miss by coherence costs; 0: unknown */
    struct msim_shared_unit *unit; /* predicted ones are the last */
    size_t units;
    struct msim_shared_part *part;
    size_t parts;
    size_t *part_of;                    /* by use of `data` */
    uint64_t other[MSIM_SHARED_COUNTS]; /* of units that are not in the file */
    uint64_t total[MSIM_SHARED_COUNTS];
};

static inline uint64_t msim_shared_misses(const uint64_t *count)
{
    return count[MSIM_SHARED_TRUE] + count[MSIM_SHARED_FALSE];
}

static inline uint64_t msim_shared_references(const uint64_t *count)
{
    return count[MSIM_SHARED_READS] + count[MSIM_SHARED_WRITES];
}

/* A thread of which nothing is known was always there. */
struct msim_shared_life msim_shared_life_of(const struct msim_shared *shared, uint32_t thread);

/* "Reads", "Writes", ... */
extern const char *const msim_shared_counts[MSIM_SHARED_COUNTS];

/* Makes the uses of `data`; call when all parts are known. */
void msim_shared_make_uses(struct msim_shared *shared);

void msim_shared_free(struct msim_shared *shared);

/* Reads a file.  `name` must stay; `bytes`, from malloc, are `size` bytes and a 0 after them, and
 * belong to the set from now on.  false: see shared->data.error; it must be freed all the same. */
bool msim_shared_read(struct msim_shared *shared, const char *name, char *bytes, size_t size);
