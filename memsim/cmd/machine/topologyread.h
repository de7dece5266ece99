/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reading hwloc's XML, as lstopo writes it.
 *
 * A topology is a tree of objects; the caches of a processor are those that lie around it.  Processors
 * with equal caches are of one kind, and a description is of one kind.  Versions 1 to 3 differ in the
 * names of types only:
 *
 *     1    type="Cache" depth="2" cache_type="0"     (cache_type may be missing)
 *     2,3  type="L2Cache", "L1iCache"
 *
 * Sizes are in bytes; a line of 0 or ways of 0 are unknown, ways of -1 are all.  There are no TLBs.
 */
#ifndef MSIM_CMD_MACHINE_TOPOLOGYREAD_H
#define MSIM_CMD_MACHINE_TOPOLOGYREAD_H

#include <libxml/tree.h>

#include "cmd/machine/file/described.h"

enum { MSIM_TOPOLOGY_CACHES = 12, MSIM_TOPOLOGY_KINDS = 32 };

struct msim_topology_cache {
    enum msim_side side;
    unsigned level;
    uint64_t size, line;
    int64_t ways;
    uint32_t cores; /* inside it */
    int at;
};

/* Processors with equal caches, from the outermost in. */
struct msim_topology_kind {
    struct msim_topology_cache cache[MSIM_TOPOLOGY_CACHES];
    unsigned caches, processors;
    char name[40]; /* "" where the file has none */
};

struct msim_topology {
    struct msim_topology_kind kind[MSIM_TOPOLOGY_KINDS];
    unsigned kinds;
    char model[128], version[16];
    int at;
};

/* False: *fault says why. */
bool msim_topology_read(xmlDocPtr document, struct msim_topology *topology,
                        struct msim_fault *fault);

#endif
