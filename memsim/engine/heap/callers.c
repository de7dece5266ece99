/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The places of callers.h. */
#include "callers.h"

enum { PLACES_MAX = 1 << 24 };

bool msim_names_have(const struct msim_option_names *names, const char *name)
{
    for (unsigned i = 0; i < names->used; i++)
        if (msim_glob(names->name[i], name))
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
    msim_pairs_init(&callers->in_part, mem, sizeof(struct msim_place_in_part), PLACES_MAX);
}

static uint32_t site_of(const struct msim_callers *callers, uint32_t call)
{
    const struct msim_calls *calls = &callers->dict->calls;
    return call ? msim_frame_at(calls, msim_call_at(calls, call)->frame)->site : MSIM_NO_SITE;
}

/* --- Levels ------------------------------------------------------------------------------- */

static const struct msim_site *site_of_frame(const struct msim_callers *callers, uint32_t frame)
{
    return msim_dict_site_at(callers->dict, msim_frame_at(&callers->dict->calls, frame)->site);
}

uint32_t msim_callers_levels(const struct msim_callers *callers, uint32_t frame)
{
    uint32_t levels = 0;
    uint32_t inlined = callers->inlined ? site_of_frame(callers, frame)->inlined : 0;
    for (; inlined; inlined = msim_dict_inlined_at(callers->dict, inlined)->outer)
        levels++;
    return levels;
}

struct msim_heap_function msim_callers_level(const struct msim_callers *callers, uint32_t frame,
                                             uint32_t level)
{
    const struct msim_site *site = site_of_frame(callers, frame);
    struct msim_heap_function is = {site->function, site->file, site->line};
    uint32_t inlined = callers->inlined ? site->inlined : 0;
    for (; inlined && level; level--) {
        const struct msim_inlined *call = msim_dict_inlined_at(callers->dict, inlined);
        is.file = call->file;
        is.line = call->line;
        inlined = call->outer;
    }
    if (inlined)
        is.function = msim_dict_inlined_at(callers->dict, inlined)->function;
    return is;
}

/* --- Places ------------------------------------------------------------------------------- */

/* A function on a stack. */
struct point {
    uint32_t call, level;
};

static uint32_t frame_of(const struct msim_callers *callers, uint32_t call)
{
    return msim_call_at(&callers->dict->calls, call)->frame;
}

/* True: the function is one of `names`. */
static bool is_in(const struct msim_callers *callers, struct point point,
                  const struct msim_option_names *names)
{
    if (!point.call || !names->used)
        return false;
    uint32_t function =
        msim_callers_level(callers, frame_of(callers, point.call), point.level).function;
    return msim_names_have(names, msim_dict_text(callers->dict, function));
}

/* The next outer function; its call is 0 after the outermost one. */
static struct point outwards(const struct msim_callers *callers, struct point point)
{
    if (point.level < msim_callers_levels(callers, frame_of(callers, point.call)))
        return (struct point){point.call, point.level + 1};
    return (struct point){msim_call_at(&callers->dict->calls, point.call)->caller, 0};
}

/* The stack without the user's allocation functions at its inner end. */
static struct point trimmed(const struct msim_callers *callers, uint32_t call)
{
    struct point point = {call, 0}, outer;
    while (is_in(callers, point, &callers->options->alloc_fns) &&
           (outer = outwards(callers, point)).call)
        point = outer;
    return point;
}

/* The entry for the place of a call. */
static uint32_t *known(struct msim_callers *callers, uint32_t call)
{
    while (callers->of_call.used <= call)
        msim_table_add(&callers->of_call);
    return msim_table_at(&callers->of_call, call);
}

/* Without a free number, all further calls share the first place. */
static uint32_t add_place(struct msim_callers *callers, struct point point)
{
    uint32_t number = callers->places.used;
    struct msim_place *place = msim_table_add(&callers->places);
    if (!place)
        return 0;
    place->call = point.call;
    place->level = point.level;
    place->site = site_of(callers, point.call);
    place->ignored = is_in(callers, point, &callers->options->ignore_fns);
    return number;
}

/* The place of the same calls in the present part; without room, one place for all parts. */
static uint32_t in_part(struct msim_callers *callers, uint32_t place)
{
    uint32_t pairs = callers->in_part.table.used;
    uint32_t number = msim_pairs_number(&callers->in_part, callers->part, place);
    if (number == UINT32_MAX)
        return place;
    struct msim_place_in_part *pair = msim_table_at(&callers->in_part.table, number);
    if (number < pairs)
        return pair->place;
    struct msim_place *added = msim_table_add(&callers->places);
    pair->place = added ? callers->places.used - 1 : place;
    if (added) {
        const struct msim_place *same = msim_place_at(callers, place);
        *added = (struct msim_place){.call = same->call,
                                     .level = same->level,
                                     .site = same->site,
                                     .part = callers->part,
                                     .ignored = same->ignored};
    }
    return pair->place;
}

static uint32_t place_of_stack(struct msim_callers *callers, uint32_t stack)
{
    if (stack >= callers->dict->calls.calls.used)
        stack = 0;
    uint32_t *place = known(callers, stack);
    if (*place)
        return *place - 1;
    struct point point = trimmed(callers, stack);
    uint32_t *own = known(callers, point.call);
    if (!*own)
        *own = add_place(callers, point) + 1;
    *place = *own;
    return *place - 1;
}

uint32_t msim_callers_place(struct msim_callers *callers, uint32_t stack)
{
    uint32_t place = place_of_stack(callers, stack);
    return callers->part ? in_part(callers, place) : place;
}
