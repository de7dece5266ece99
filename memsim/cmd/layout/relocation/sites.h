/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Which rule, if any, the blocks of an allocation's stack belong to.
 *
 * A rule names the place of allocation or any function further in: an inlined one, or a wrapper.
 * One that names a type is for blocks of that type, and for those whose type is not known.
 */
#pragma once

#include "cmd/layout/rules/layout.h"
#include "points.h"

#define MSIM_NO_RULE UINT32_MAX

struct msim_sites {
    const struct msim_layout_rules *layout;
    const struct msim_alloc_points *points;
    const struct msim_dict *dict;
    struct msim_sites_fits {
        bool known;
        uint64_t rules; /* a bit for each that the stack fits */
    } * fits;           /* by call */
    uint32_t calls;
    const struct msim_type
        *type[MSIM_LAYOUT_RULES]; /* of the blocks that a rule is for; NULL: any, or unknown */
};

/* What the types of rules are looked up in: the files that the program maps. */
struct msim_sites_types {
    struct msim_types *types;
    const char *const *file;
    size_t files;
};

/* `dict`: of the replay, which is growing; `points` are those of the whole trace. */
void msim_sites_init(struct msim_sites *sites, const struct msim_layout_rules *layout,
                     const struct msim_dict *dict, const struct msim_alloc_points *points,
                     const struct msim_sites_types *types);

/* The first rule that is for blocks of that size from the stack; MSIM_NO_RULE: none. */
uint32_t msim_sites_rule(struct msim_sites *sites, uint32_t stack, uint64_t bytes);

/* True: the function's name matches that of a rule. */
bool msim_sites_names(const char *pattern, const char *function);
