/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What an observer of sharing sees: references by which a line changes hands between cores, and the
 * others to lines that often did, or that have such neighbours.
 *
 * A unit is what cores take from each other: a line, or the largest line of the levels that a core
 * has to itself.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

#include "stream/stream.h"

/* A unit is watched, and all references to it are shown, from this coherence miss on: the first
 * ones may be those of a program that only hands work from one thread to another. */
enum { MSIM_SHARING_WATCHED_FROM = 2 };

/* Bytes of a unit are 64 bits, each for a byte, or for several where a unit is larger. */
enum { MSIM_GRAINS = 64 };

/* The bits first..last. */
static inline uint64_t msim_grain_bits(unsigned first, unsigned last)
{
    return ~UINT64_C(0) >> (MSIM_GRAINS - 1 - last) & ~UINT64_C(0) << first;
}

enum msim_sharing_miss {
    MSIM_SHARING_NONE, /* no miss by coherence */
    MSIM_SHARING_TRUE, /* others wrote bytes that this core uses, */
    MSIM_SHARING_FALSE /* or only others of the unit */
};

/* A reference to data of a unit.  One that lies in two units is shown for each. */
struct msim_sharing {
    uint64_t first; /* address of its first byte in the unit, */
    uint32_t size;  /* and how many of its bytes are in it */
    uint32_t site;
    uint32_t core;
    uint32_t from;        /* the core that supplies it; MSIM_CORES_MAX: none */
    uint32_t invalidated; /* copies that other cores lost by it */
    enum msim_kind kind;  /* MSIM_READ or MSIM_WRITE, */
    bool writes;          /* and a read may also write */
    bool watched;         /* the unit is watched */
    enum msim_sharing_miss miss;
    /* The same reference missed in an earlier line; or such a line came from another core.  Each
     * counts once in the profile. */
    enum msim_sharing_miss missed_before;
    bool taken_before;
};

struct msim_sharing_observer {
    /* NULL: no observer. */
    void (*shared)(void *self, const struct msim_sharing *sharing);
    /* A reference to a unit whose neighbour is used by another core, while one of them writes.
     * False: the next ones are not of interest, until a core misses one of both or gets one to
     * write it.  NULL: none is. */
    bool (*near)(void *self, const struct msim_sharing *sharing);
    void *self;
};
