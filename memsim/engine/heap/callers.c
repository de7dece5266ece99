/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The places of callers.h. */
#include "callers.h"

enum { PLACES_MAX = 1 << 24 };

static bool matches(const char *pattern, const char *name)
{
    for (; *pattern && *pattern == *name; pattern++, name++)
        ;
    return *pattern == *name || (*pattern == '*' && !pattern[1]);
}

bool msim_names_have(const struct msim_names *names, const char *name)
{
    for (unsigned i = 0; i < names->used; i++)
        if (matches(names->name[i], name))
            return true;
    return false;
}

void msim_callers_init(struct msim_callers *callers, const struct msim_mem *mem,
                       const struct msim_dict *dict, const struct msim_heap_options *options)
{
    callers->dict = dict;
    callers->options = options;
    msim_table_init(&callers->places, mem, sizeof(struct msim_place), PLACES_MAX);
    msim_table_init(&callers->of_call, mem, sizeof(uint32_t), dict->calls.calls.most);
}

static uint32_t site_of(const struct msim_callers *callers, uint32_t call)
{
    const struct msim_calls *calls = &callers->dict->calls;
    return call ? msim_frame_at(calls, msim_call_at(calls, call)->frame)->site : MSIM_NO_SITE;
}

/* Is the function of the call's innermost frame one of `names`? */
static bool is_in(const struct msim_callers *callers, uint32_t call, const struct msim_names *names)
{
    uint32_t site = site_of(callers, call);
    if (site == MSIM_NO_SITE || !names->used)
        return false;
    const struct msim_dict *dict = callers->dict;
    return msim_names_have(names, msim_dict_text(dict, msim_dict_site_at(dict, site)->function));
}

/* The stack without the user's allocation functions at its inner end. */
static uint32_t trimmed(const struct msim_callers *callers, uint32_t call)
{
    uint32_t outer;
    while (is_in(callers, call, &callers->options->alloc_fns) &&
           (outer = msim_call_at(&callers->dict->calls, call)->caller))
        call = outer;
    return call;
}

/* The entry for the place of a call. */
static uint32_t *known(struct msim_callers *callers, uint32_t call)
{
    while (callers->of_call.used <= call)
        msim_table_add(&callers->of_call);
    return msim_table_at(&callers->of_call, call);
}

/* When no number is left, all further calls share the first place. */
static uint32_t add_place(struct msim_callers *callers, uint32_t call)
{
    uint32_t number = callers->places.used;
    struct msim_place *place = msim_table_add(&callers->places);
    if (!place)
        return 0;
    place->call = call;
    place->site = site_of(callers, call);
    place->ignored = is_in(callers, call, &callers->options->ignore_fns);
    return number;
}

uint32_t msim_callers_place(struct msim_callers *callers, uint32_t stack)
{
    if (stack >= callers->dict->calls.calls.used)
        stack = 0;
    uint32_t *place = known(callers, stack);
    if (*place)
        return *place - 1;
    uint32_t call = trimmed(callers, stack);
    uint32_t *own = known(callers, call);
    if (!*own)
        *own = add_place(callers, call) + 1;
    *place = *own;
    return *place - 1;
}
