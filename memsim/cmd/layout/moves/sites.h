/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which rule, if any, the blocks of an allocation's stack belong to. */
#ifndef MSIM_CMD_LAYOUT_SITES_H
#define MSIM_CMD_LAYOUT_SITES_H

#include "cmd/layout/rules/layout.h"
#include "engine/heap/callers.h"

#define MSIM_NO_RULE UINT32_MAX

struct msim_sites {
    const struct msim_layout_rules *layout;
    struct msim_callers callers;
    uint32_t *rule; /* by place */
    uint32_t places;
};

/* `heap`: the options of the recording, whose --alloc-fn names wrappers that are no sites. */
void msim_sites_init(struct msim_sites *sites, const struct msim_layout_rules *layout,
                     const struct msim_dict *dict, const struct msim_heap_options *heap,
                     bool inlined);

/* The first rule that the stack fits; MSIM_NO_RULE: none. */
uint32_t msim_sites_rule(struct msim_sites *sites, uint32_t stack);

/* Does the function's name fit what a rule says? */
bool msim_sites_names(const char *pattern, const char *function);

/* A place as a rule names it, "make_node@list.c:12"; from malloc. */
char *msim_sites_name(struct msim_sites *sites, uint32_t place);

void msim_sites_free(struct msim_sites *sites);

#endif
