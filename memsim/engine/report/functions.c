/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbering of functions.h. */
#include "functions.h"

#include "stream/hash.h"

enum { SITES_MAX = 1 << 25 };

void msim_functions_init(struct msim_functions *functions, const struct msim_mem *mem,
                         const struct msim_dict *dict)
{
    functions->dict = dict;
    msim_table_init(&functions->functions, mem, sizeof(struct msim_function), SITES_MAX);
    msim_table_init(&functions->of_site, mem, sizeof(uint32_t), SITES_MAX);
}

static uint32_t number_of(struct msim_functions *functions, const struct msim_site *site)
{
    uint64_t hash = msim_mix((uint64_t)site->file << 32 | site->function);
    uint32_t *head = &functions->head[hash & (MSIM_FUNCTION_HEADS - 1)];
    for (uint32_t i = *head; i; i = msim_function_at(functions, i - 1)->same_hash) {
        const struct msim_function *known = msim_function_at(functions, i - 1);
        if (known->file == site->file && known->name == site->function)
            return i - 1;
    }
    struct msim_function *added = msim_table_add(&functions->functions);
    *added = (struct msim_function){site->file, site->function, *head};
    *head = functions->functions.used;
    return functions->functions.used - 1;
}

void msim_functions_extend(struct msim_functions *functions)
{
    while (functions->of_site.used < functions->dict->sites.used) {
        uint32_t site = functions->of_site.used;
        uint32_t number = number_of(functions, msim_dict_site_at(functions->dict, site));
        *(uint32_t *)msim_table_add(&functions->of_site) = number;
    }
}
