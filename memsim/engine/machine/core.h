/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * What a core is like, for cycles (engine/core/pipeline.h): each of its values is a row of core.list.
 *
 * Descriptions of machines and --core=NAME:VALUE,... name them; the usual values stand for what
 * these do not say.
 */
#pragma once

#include <stdbool.h>
#include <stdint.h>

struct msim_core {
#define CORE(field, name, usual, least, most, what) uint32_t field;
#include "core.list"
#undef CORE
};

struct msim_core_value {
    const char *name;
    uint32_t usual, least, most;
    const char *what;
    const char *expected; /* "width: expected a number from 1 to 16" */
};

enum {
#define CORE(field, name, usual, least, most, what) MSIM_CORE_##field,
#include "core.list"
#undef CORE
    MSIM_CORE_VALUES
};

extern const struct msim_core_value msim_core_values[MSIM_CORE_VALUES];
extern const struct msim_core msim_core_usual;

/* "the core's values are width retire ..." */
extern const char msim_core_names[];

/* The number of the value with this name; MSIM_CORE_VALUES: none has it. */
unsigned msim_core_named(const char *name);

/* Value number `i`. */
static inline uint32_t *msim_core_at(struct msim_core *core, unsigned i)
{
    return &((uint32_t *)(void *)core)[i];
}

/* What a core knows of a line that the program asked for (--hints) when it is used first; cycles. */
struct msim_hint_timing {
    uint64_t late;   /* it comes so much after it was needed; 0: it is there */
    uint64_t lead;   /* from asking to the use, */
    uint64_t takes;  /* and until it arrives */
    uint64_t rounds; /* how often the same instruction asked for any line since */
};

/* Reads "width:6,window:320", which replaces these values of `core`.  NULL: done; else what is
 * wrong and what is allowed, and `core` is unchanged. */
const char *msim_core_read(const char *text, struct msim_core *core);

/* Which values were named. */
struct msim_core_given {
    bool any, value[MSIM_CORE_VALUES];
};

/* The same; adds the values that are named. */
const char *msim_core_read_given(const char *text, struct msim_core *core,
                                 struct msim_core_given *given);
