/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Compares stacks with rules: sites.h. */
#define _GNU_SOURCE
#include "sites.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/trace/memory.h"

void msim_sites_init(struct msim_sites *sites, const struct msim_layout_rules *layout,
                     const struct msim_dict *dict, const struct msim_heap_options *heap,
                     bool inlined)
{
    *sites = (struct msim_sites){.layout = layout};
    msim_callers_init(&sites->callers, &msim_hosted_mem, dict, heap);
    sites->callers.inlined = inlined;
}

/* --- Names -------------------------------------------------------------------------------- */

/* Does the text up to `end` fit the pattern, in which "*" is anything? */
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

/* The name, or what precedes its arguments. */
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
    return false;
}

/* The path, or its end after a slash. */
static bool fits_file(const char *file, const char *path)
{
    size_t length = strlen(path), own = strlen(file);
    return own <= length && !strcmp(path + length - own, file) &&
           (own == length || path[length - own - 1] == '/');
}

static bool fits_frame(const struct msim_sites *sites, const struct msim_layout_frame *frame,
                       const struct msim_heap_function *is)
{
    const struct msim_dict *dict = sites->callers.dict;
    return (!frame->line || frame->line == is->line) &&
           (!frame->file || fits_file(frame->file, msim_dict_text(dict, is->file))) &&
           (!frame->function ||
            msim_sites_names(frame->function, msim_dict_text(dict, is->function)));
}

/* --- Stacks ------------------------------------------------------------------------------- */

static uint32_t frame_of(const struct msim_sites *sites, uint32_t call)
{
    return msim_call_at(&sites->callers.dict->calls, call)->frame;
}

/* The innermost frames, one by one outwards. */
static bool fits_stack(const struct msim_sites *sites, const struct msim_layout_rule *rule,
                       uint32_t call, uint32_t level)
{
    for (size_t i = 0; i < rule->frames; i++) {
        if (!call)
            return false;
        uint32_t frame = frame_of(sites, call);
        struct msim_heap_function is = msim_callers_level(&sites->callers, frame, level);
        if (!fits_frame(sites, &rule->frame[i], &is))
            return false;
        if (level < msim_callers_levels(&sites->callers, frame)) {
            level++;
        } else {
            level = 0;
            call = msim_call_at(&sites->callers.dict->calls, call)->caller;
        }
    }
    return rule->frames && !rule->is_local;
}

static uint32_t rule_of(const struct msim_sites *sites, uint32_t place)
{
    const struct msim_place *is = msim_place_at(&sites->callers, place);
    for (size_t i = 0; i < sites->layout->rules; i++)
        if (fits_stack(sites, &sites->layout->rule[i], is->call, is->level))
            return (uint32_t)i;
    return MSIM_NO_RULE;
}

uint32_t msim_sites_rule(struct msim_sites *sites, uint32_t stack)
{
    uint32_t place = msim_callers_place(&sites->callers, stack);
    while (sites->places <= place) {
        sites->rule = msim_room(sites->rule, sites->places, sizeof *sites->rule);
        sites->rule[sites->places] = rule_of(sites, sites->places);
        sites->places++;
    }
    return sites->rule[place];
}

char *msim_sites_name(struct msim_sites *sites, uint32_t place)
{
    const struct msim_dict *dict = sites->callers.dict;
    const struct msim_place *is = msim_place_at(&sites->callers, place);
    char *name = NULL;
    if (!is->call)
        return msim_copy("???");
    struct msim_heap_function at =
        msim_callers_level(&sites->callers, frame_of(sites, is->call), is->level);
    const char *file = msim_dict_text(dict, at.file), *slash = strrchr(file, '/');
    const char *function = msim_dict_text(dict, at.function);
    int length =
        at.line ? asprintf(&name, "%s@%s:%" PRIu32, function, slash ? slash + 1 : file, at.line)
                : asprintf(&name, "%s", function);
    return length < 0 ? msim_copy("???") : name;
}

void msim_sites_free(struct msim_sites *sites)
{
    free(sites->rule);
    sites->rule = NULL;
}
