/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads hwloc's XML, as lstopo writes it.
 *
 * A topology is a tree of objects; the caches of a processor are those that contain it.  Processors
 * of one <cpukind>, if the file has any, with equal caches are of one kind, and a description
 * covers one kind.  Versions 1 to 3 differ only in the names of types:
 *
 *     1    type="Cache" depth="2" cache_type="0"     (cache_type may be missing)
 *     2,3  type="L2Cache", "L1iCache"
 *
 * Sizes are in bytes; a line or ways of 0 are unknown, and ways of -1 mean fully associative.
 * There are no TLBs.
 */
#pragma once

#include <libxml/tree.h>

#include "cmd/machine/file/described.h"

enum { MSIM_TOPOLOGY_CACHES = 12, MSIM_TOPOLOGY_KINDS = 32 };

struct msim_topology_cache {
    enum msim_level_side side;
    unsigned level;
    uint64_t size, line;
    int64_t ways;
    uint32_t cores; /* that it contains */
    int at;
};

/* What the file says about the speed of a kind, the most telling first; -1: nothing. */
enum { MSIM_SPEED_FORCED, MSIM_SPEED_CAPACITY, MSIM_SPEED_MOST, MSIM_SPEED_BASE, MSIM_SPEEDS };

/* Processors of one <cpukind> with equal caches, which are listed from the outermost inwards. */
struct msim_topology_kind {
    struct msim_topology_cache cache[MSIM_TOPOLOGY_CACHES];
    unsigned caches, processors;
    unsigned cores, core; /* their number, and that of the last one in the file */
    unsigned place;       /* of the <cpukind> in the file, from 1; 0: none */
    int64_t speed[MSIM_SPEEDS];
    char name[40]; /* "" if the file has none */
};

struct msim_topology {
    struct msim_topology_kind kind[MSIM_TOPOLOGY_KINDS]; /* the fastest first */
    unsigned kinds;
    char model[128], version[16];
    int at;
};

bool msim_topology_same_caches(const struct msim_topology_kind *a,
                               const struct msim_topology_kind *b);

/* False: *fault says why. */
bool msim_topology_read(xmlDocPtr document, struct msim_topology *topology,
                        struct msim_file_fault *fault);
