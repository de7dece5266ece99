/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Numbers the functions of functions.h. */
#include "functions.h"

#include "stream/hash.h"

enum { SITES_MAX = 1 << 25 };

static uint32_t function_hash(const void *element)
{
    const struct msim_function *function = element;
    return (uint32_t)msim_mix((uint64_t)function->file << 32 | function->name);
}

static bool function_same(const void *element, const void *wanted)
{
    const struct msim_function *a = element, *b = wanted;
    return a->file == b->file && a->name == b->name && a->object == b->object;
}

static const struct msim_lookup_kind kind = {function_hash, function_same,
                                             offsetof(struct msim_function, same_hash), 0};

void msim_functions_init(struct msim_functions *functions, const struct msim_mem *mem,
                         const struct msim_dict *dict)
{
    functions->dict = dict;
    msim_table_init(&functions->functions, mem, sizeof(struct msim_function), SITES_MAX);
    msim_lookup_init(&functions->lookup, mem, &kind);
    msim_table_init(&functions->of_site, mem, sizeof(uint32_t), SITES_MAX);
}

static uint32_t number_of(struct msim_functions *functions, const struct msim_site *site)
{
    struct msim_function wanted = {.file = site->file,
                                   .name = site->function,
                                   .object = functions->by_object ? site->object : 0};
    return msim_lookup_number(&functions->lookup, &functions->functions, &wanted);
}

void msim_functions_extend(struct msim_functions *functions)
{
    while (functions->of_site.used < functions->dict->sites.used) {
        uint32_t site = functions->of_site.used;
        uint32_t number = number_of(functions, msim_dict_site_at(functions->dict, site));
        *(uint32_t *)msim_table_add(&functions->of_site) = number;
    }
}
