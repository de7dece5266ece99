/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares stacks with rules: sites.h. */
#include "sites.h"

#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/types/types.h"

static const char *type_of(const struct msim_layout_rule *rule)
{
    return rule->blocks ? rule->blocks : rule->type;
}

void msim_sites_init(struct msim_sites *sites, const struct msim_layout_rules *layout,
                     const struct msim_dict *dict, const struct msim_alloc_points *points,
                     const struct msim_sites_types *types)
{
    *sites = (struct msim_sites){.layout = layout, .points = points, .dict = dict};
    for (size_t i = 0; i < layout->rules; i++) {
        const char *name = type_of(&layout->rule[i]);
        for (size_t k = 0; name && k < types->files && !sites->type[i]; k++)
            if (*types->file[k])
                sites->type[i] = msim_types_named(types->types, types->file[k], name);
    }
}

/* --- Names -------------------------------------------------------------------------------- */

/* True: the text up to `end` fits the pattern, in which "*" is anything. */
static bool fits(const char *pattern, const char *text, const char *end)
{
    const char *star = NULL, *again = text;
    while (text < end) {
        if (*pattern == '*') {
            star = ++pattern;
            again = text;
        } else if (*pattern == *text) {
            pattern++;
            text++;
        } else if (star) {
            pattern = star;
            text = ++again;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

/* The name; what precedes its arguments; or it lacks scopes, arguments and what compilers add to
 * copies. */
bool msim_sites_names(const char *pattern, const char *name)
{
    const char *end = name + strlen(name), *arguments = name;
    if (fits(pattern, name, end))
        return true;
    while ((arguments = strchr(arguments, '('))) {
        if (arguments > name && fits(pattern, name, arguments))
            return true;
        arguments++;
    }
    return msim_is_function_of(pattern, name);
}

/* The path, or its end after a slash. */
static bool fits_file(const char *file, const char *path)
{
    size_t length = strlen(path), own = strlen(file);
    return own <= length && !strcmp(path + length - own, file) &&
           (own == length || path[length - own - 1] == '/');
}

static bool fits_point(const struct msim_layout_frame *frame, const struct msim_alloc_point *point)
{
    return (!frame->line || frame->line == point->line) &&
           (!frame->file || fits_file(frame->file, point->file)) &&
           (!frame->function || msim_sites_names(frame->function, point->function));
}

/* --- Stacks ------------------------------------------------------------------------------- */

static const struct msim_points_frame *frame_of(const struct msim_sites *sites, uint32_t call)
{
    return &sites->points->frame[msim_call_at(&sites->points->dict->calls, call)->frame];
}

/* The rule's frames from number `i` on, one by one outwards.  A frame of the stack is its levels,
 * or a single function for those who do not know what was inlined. */
static bool fits_from(const struct msim_sites *sites, const struct msim_layout_rule *rule, size_t i,
                      uint32_t call, size_t level)
{
    if (i == rule->frames)
        return true;
    if (!call)
        return false;
    const struct msim_points_frame *frame = frame_of(sites, call);
    uint32_t caller = msim_call_at(&sites->points->dict->calls, call)->caller;
    bool last = level + 1 == frame->levels;
    if (fits_point(&rule->frame[i], &frame->level[level]) &&
        fits_from(sites, rule, i + 1, last ? caller : call, last ? 0 : level + 1))
        return true;
    return !level && frame->levels > 1 && fits_point(&rule->frame[i], &frame->whole) &&
           fits_from(sites, rule, i + 1, caller, 0);
}

/* From the innermost function outwards to the place of allocation. */
static bool fits_stack(const struct msim_sites *sites, const struct msim_layout_rule *rule,
                       uint32_t call)
{
    struct msim_points_place place = sites->points->place[call];
    if (!rule->frames || rule->is_local)
        return false;
    for (uint32_t at = call; at; at = msim_call_at(&sites->points->dict->calls, at)->caller) {
        size_t levels = at == place.call ? place.level + 1 : frame_of(sites, at)->levels;
        for (size_t level = 0; level < levels; level++)
            if (fits_from(sites, rule, 0, at, level))
                return true;
        if (at == place.call)
            break;
    }
    return false;
}

_Static_assert(MSIM_LAYOUT_RULES <= 64, "a bit for each rule");

static uint64_t rules_of(const struct msim_sites *sites, uint32_t call)
{
    uint64_t rules = 0;
    for (size_t i = 0; call && i < sites->layout->rules; i++)
        if (fits_stack(sites, &sites->layout->rule[i], call))
            rules |= UINT64_C(1) << i;
    return rules;
}

/* Types are the same also where one begins with the other, as a class does with its base. */
static bool is_of(const struct msim_type *type, const struct msim_type *wanted, const char *name)
{
    return !strcmp(type->name, name) ||
           (wanted && (msim_part_is(type, 0, wanted) || msim_part_is(wanted, 0, type)));
}

static bool fits_block(const struct msim_sites *sites, size_t number, uint32_t call, uint64_t bytes)
{
    const struct msim_layout_rule *rule = &sites->layout->rule[number];
    const struct msim_type *type = msim_points_type(sites->points, call, bytes);
    const char *name = type_of(rule);
    if (rule->most && (bytes < rule->least || bytes > rule->most))
        return false;
    return !name || !type || is_of(type, sites->type[number], name);
}

uint32_t msim_sites_rule(struct msim_sites *sites, uint32_t stack, uint64_t bytes)
{
    if (stack >= sites->points->calls)
        stack = 0;
    while (sites->calls <= stack)
        MSIM_PUSH(sites->fits, sites->calls, (struct msim_sites_fits){false, 0});
    struct msim_sites_fits *fits = &sites->fits[stack];
    if (!fits->known)
        *fits = (struct msim_sites_fits){true, rules_of(sites, stack)};
    for (uint32_t i = 0; i < sites->layout->rules; i++)
        if (fits->rules >> i & 1 && fits_block(sites, i, stack, bytes))
            return i;
    return MSIM_NO_RULE;
}
