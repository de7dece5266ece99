/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The names of names.h. */
#include "names.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/text.h"

/* A trailing star matches any ending; the other stars are those of types. */
static const char *const usual[] = {
    "malloc",         "calloc",        "realloc",      "reallocarray", "memalign",
    "posix_memalign", "aligned_alloc", "valloc",       "pvalloc",      "__libc_*",
    "strdup",         "strndup",       "__strdup",     "__strndup",    "operator new*",
    "std::*",         "__gnu_cxx::*",  "void* std::*", "void std::*",  "alloc::*",
    "<alloc::*",      "core::*",       "<core::*",     "hashbrown::*", "<hashbrown::*",
    "__rust_*",       "__rdl_*",       "__rg_*",       "g_malloc*",    "g_slice_alloc*",
    "g_realloc*",     "tc_malloc*",    "je_malloc*",   "mi_malloc*"};

/* The length of a name without what compilers append to copies of a function. */
static size_t plain_length(const char *name)
{
    static const char *const copies[] = {".constprop", ".isra", ".part", ".cold", ".lto_priv"};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        const char *found = strstr(name, copies[i]);
        if (found && (size_t)(found - name) < length)
            length = (size_t)(found - name);
    }
    return length;
}

bool msim_objects_is_function(const char *wanted, const char *name)
{
    size_t length = plain_length(name);
    return !strcmp(wanted, name) || (strlen(wanted) == length && !strncmp(wanted, name, length));
}

static bool is_usual(const char *pattern, const char *name)
{
    size_t length = strlen(pattern);
    return pattern[length - 1] == '*' ? !strncmp(pattern, name, length - 1)
                                      : msim_objects_is_function(pattern, name);
}

static bool is_wrapper(const struct msim_objects_wrappers *wrappers, const char *name)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (is_usual(usual[i], name))
            return true;
    for (size_t i = 0; i < wrappers->names; i++)
        if (msim_glob(wrappers->name[i], name) || msim_objects_is_function(wrappers->name[i], name))
            return true;
    return false;
}

uint32_t msim_objects_allocating(const struct msim_objects *objects, uint32_t stack,
                                 const struct msim_objects_wrappers *wrappers)
{
    uint32_t last = stack;
    for (uint32_t at = stack; at; at = objects->stack[at].outer) {
        const struct msim_objects_site *frame = &objects->frame[objects->stack[at].of];
        const char *name = objects->function[frame->function].name;
        if (!*name)
            continue;
        if (!is_wrapper(wrappers, name))
            return at;
        last = at;
    }
    return last;
}

const char *msim_objects_base(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash && slash[1] ? slash + 1 : path;
}

const char *msim_objects_function_name(const struct msim_objects *objects, uint32_t function)
{
    const struct msim_objects_function *of = &objects->function[function];
    if (*of->name)
        return of->name;
    const char *file = msim_objects_base(objects->file[of->file]);
    return *file ? file : "???";
}

char *msim_objects_place(const struct msim_objects_site *site)
{
    const char *base = msim_objects_base(site->source);
    size_t room = strlen(base) + 24;
    char *place = msim_zeroed(room, 1);
    if (*base && site->line)
        snprintf(place, room, "%s:%" PRIu64, base, site->line);
    else
        snprintf(place, room, "%s", base);
    return place;
}
