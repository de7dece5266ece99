/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The description of a machine: what is known about its caches, TLBs and memory, the sources, and
 * what the simulator approximates.
 *
 * 0 means unknown.  The simulator needs every value of a level, so msim_described_machine fills
 * gaps by fixed rules, but only if the description has an `approximation` for that level:
 *
 *     I1 unknown                          the data cache's geometry
 *     ways unknown                        fully associative
 *     line unknown                        that of D1, else of the first level that has one, else 64
 *     several TLBs in one place           the first one described
 *     a level without a place             left out
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "engine/machine/geometry.h"

enum msim_level_side { MSIM_SIDE_UNIFIED, MSIM_SIDE_DATA, MSIM_SIDE_INSTRUCTION };

enum msim_trust {
    MSIM_TRUST_PRIMARY,
    MSIM_TRUST_SECONDARY,
    MSIM_TRUST_INFERRED,
    MSIM_TRUST_MEASURED,
    MSIM_TRUSTS
};

#define MSIM_WAYS_FULL UINT32_MAX

struct msim_described_level {
    bool is_tlb;
    unsigned level; /* from 1 */
    enum msim_level_side side;
    uint64_t units;            /* bytes, or entries */
    uint32_t ways, line;       /* ways may be MSIM_WAYS_FULL; a TLB's line is its page */
    uint32_t sharing, latency; /* in cores; in cycles */
    enum msim_trust trust;
    int at; /* line in the file */
};

/* A value of the core (engine/machine/core.list); its number there is its place. */
struct msim_described_core {
    bool known;
    uint32_t value;
    enum msim_trust trust;
    int at; /* line in the file */
};

/* How a level of the simulator replaces. */
struct msim_described_policy {
    struct msim_policy_name name; /* "": unknown */
    enum msim_trust trust;
    int at; /* line in the file */
};

/* A prefetcher of a level. */
struct msim_described_prefetcher {
    enum msim_level of;
    struct msim_policy_name name;
    enum msim_trust trust;
    int at; /* line in the file */
};

/* What D1 does with writes. */
struct msim_described_writing {
    bool known;
    enum msim_write write;
    bool passes_writes;
    enum msim_trust trust;
    int at; /* line in the file */
};

/* What an outer level has of what is in the levels inside it. */
struct msim_described_inclusion {
    bool known;
    enum msim_inclusion inclusion;
    enum msim_trust trust;
    int at; /* line in the file */
};

enum { MSIM_DESCRIBED_PREFETCHERS = MSIM_PREFETCH_LEVELS * MSIM_PREFETCHERS_MAX };

/* `of` is the name of a level, perhaps of one that the simulator does not have (L4). */
struct msim_approximation {
    char *of, *text;
    int at;
};

enum { MSIM_DESCRIBED_LEVELS = 32, MSIM_DESCRIBED_TEXTS = 16 };

struct msim_described {
    char *name, *title;
    char *source[MSIM_DESCRIBED_TEXTS];
    unsigned sources;
    struct msim_described_level level[MSIM_DESCRIBED_LEVELS];
    unsigned levels;
    struct msim_described_policy policy[MSIM_LEVELS];
    struct msim_described_prefetcher prefetcher[MSIM_DESCRIBED_PREFETCHERS];
    unsigned prefetchers;
    struct msim_described_writing writing;
    struct msim_described_inclusion inclusion[MSIM_LEVELS];
    uint32_t memory, walk, transfer; /* latencies */
    enum msim_trust memory_trust, walk_trust, transfer_trust;
    struct msim_described_core core[MSIM_CORE_VALUES];
    bool core_known; /* any of these */
    uint32_t cores;  /* that are like this one */
    bool protocol_known;
    enum msim_protocol protocol;
    struct msim_approximation approximation[MSIM_DESCRIBED_TEXTS];
    unsigned approximations;
    int at;
};

/* What is wrong with a file, and where. */
struct msim_file_fault {
    int line;
    char text[1024]; /* with all names of what is allowed */
};

/* Sets the fault unless one is set already; always returns false. */
__attribute__((format(printf, 3, 4))) bool msim_fault(struct msim_file_fault *fault, int line,
                                                      const char *format, ...);

void msim_described_free(struct msim_described *described);

/* The name of the place that a level has, or would have, in the simulator: "L2", "L2DTLB", "L4". */
const char *msim_described_place(const struct msim_described_level *level);

/* Adds an approximation; false: there are too many. */
bool msim_described_approximate(struct msim_described *described, const char *of, const char *text);
bool msim_described_source(struct msim_described *described, const char *text);

/* Makes the machine that is simulated for the description.  False, and *fault: a level cannot be
 * built, or needs an approximation that the description does not have. */
bool msim_described_machine(const struct msim_described *described, struct msim_machine *machine,
                            struct msim_file_fault *fault);

/* "NAME is approximated: TEXT; TEXT", allocated; NULL: it is not approximated. */
char *msim_described_note(const struct msim_described *described);

/* `schema`: the bytes of machine.rng.  False: *fault says where and why, and nothing need be
 * freed. */
bool msim_machine_parse(const char *bytes, size_t count, const char *schema, size_t schema_count,
                        struct msim_described *described, struct msim_file_fault *fault);

void msim_machine_write(const struct msim_described *described, FILE *to);
