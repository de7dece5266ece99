/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Knows the allocator's functions by their names; those of a library without symbols are not
 * known. */
#include "relocation.h"

#include <string.h>

#include "cmd/base/grow.h"

/* The functions of glibc's malloc. */
static bool is_allocators(const char *name)
{
    static const char *const all[] = {
        "malloc",        "free",        "calloc",     "realloc",      "cfree",
        "memalign",      "sysmalloc",   "systrim",    "unlink_chunk", "malloc_consolidate",
        "ptmalloc_init", "tcache_init", "tcache_put", "tcache_get"};
    static const char *const begin[] = {"_int_",         "__libc_malloc",  "__libc_free",
                                        "__libc_calloc", "__libc_realloc", "unlink_chunk.",
                                        "sysmalloc",     "systrim",        "tcache_"};
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (!strcmp(name, all[i]))
            return true;
    for (size_t i = 0; i < sizeof begin / sizeof *begin; i++)
        if (!strncmp(name, begin[i], strlen(begin[i])))
            return true;
    return false;
}

bool msim_is_allocator(struct msim_allocator_code *code, const struct msim_dict *dict,
                       uint32_t site)
{
    while (code->sites <= site) {
        code->is = msim_room(code->is, code->sites, sizeof *code->is);
        uint32_t function = msim_dict_site_at(dict, code->sites)->function;
        code->is[code->sites++] = is_allocators(msim_dict_text(dict, function));
    }
    return code->is[site];
}
