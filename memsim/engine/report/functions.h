/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The functions of a program: pairs of file and name, or also of the object, numbered in the order
 * of their sites, and the function of each site.  Counts per function take far less room than
 * counts per line.
 *
 * Cost: a hash look-up per new site; the function of a site is found by index.
 */
#pragma once

#include "stream/dict.h"

struct msim_function {
    uint32_t file, name; /* strings */
    uint32_t object;     /* as in struct msim_site, if objects distinguish functions; else 0 */
    uint32_t same_hash;
};

struct msim_functions {
    const struct msim_dict *dict;
    struct msim_table functions;
    struct msim_lookup lookup;
    struct msim_table of_site; /* uint32_t */
    bool by_object;            /* a function is one for each object that has it */
};

void msim_functions_init(struct msim_functions *functions, const struct msim_mem *mem,
                         const struct msim_dict *dict);

/* Numbers the functions of new sites of the dictionary. */
void msim_functions_extend(struct msim_functions *functions);

static inline uint32_t msim_function_of(const struct msim_functions *functions, uint32_t site)
{
    return *(const uint32_t *)msim_table_at(&functions->of_site, site);
}

static inline const struct msim_function *msim_function_at(const struct msim_functions *functions,
                                                           uint32_t number)
{
    return msim_table_at(&functions->functions, number);
}
