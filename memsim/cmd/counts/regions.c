/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The paths of regions.h. */
#include "regions.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/nearest.h"
#include "cmd/base/utf8.h"
#include "engine/base/text.h"

struct wanted {
    const struct msim_regions *regions;
    const char *name;
    uint32_t outer;
};

static bool is_region(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct msim_region *region = &wanted->regions->region[number];
    return region->outer == wanted->outer && !strcmp(region->name, wanted->name);
}

/* --- threads ---------------------------------------------------------------------------------- */

/* The number in "thread 12"; 0: it is another name. */
static uint32_t thread_named(const char *name)
{
    static const char before[] = MSIM_REGION_THREAD;
    uint64_t number;
    if (strncmp(name, before, sizeof before - 1) != 0)
        return 0;
    name += sizeof before - 1;
    if (*name == '0' || !msim_read_number(name, &number) || number > MSIM_REGION_THREAD_MAX)
        return 0;
    return (uint32_t)number;
}

/* The thread's region: `region` or one around it; 0: none. */
static uint32_t thread_part(const struct msim_regions *regions, uint32_t region)
{
    static const char dump[] = "dump ";
    const struct msim_region *all = regions->region;
    uint32_t inner = 0;
    for (; all[region].depth > 1; region = all[region].outer)
        inner = region;
    return strncmp(all[region].name, dump, sizeof dump - 1) ? region : inner;
}

uint32_t msim_region_thread(const struct msim_regions *regions, uint32_t region)
{
    return thread_named(regions->region[thread_part(regions, region)].name);
}

bool msim_region_is_thread(const struct msim_regions *regions, uint32_t region)
{
    return thread_part(regions, region) == region && msim_region_thread(regions, region);
}

/* --- regions ---------------------------------------------------------------------------------- */

/* True: a region, whose name and depth are known, is in the selection. */
static bool is_selected(const struct msim_regions *regions, uint32_t number)
{
    const struct msim_region *region = &regions->region[number];
    if (!regions->only || !*regions->only)
        return !regions->only || !number ||
               (region->depth == 1 && msim_region_is_thread(regions, number));
    if (!number)
        return false;
    if (regions->region[region->outer].selected || msim_glob(regions->only, region->name))
        return true;
    if (region->depth == 1)
        return false;
    char *path = msim_region_path(regions, number, ";");
    bool fits = msim_glob(regions->only, path);
    free(path);
    return fits;
}

static uint32_t add(struct msim_regions *regions, uint32_t outer, const char *name, uint32_t depth)
{
    size_t number = regions->count, bytes = regions->events * sizeof(int64_t);
    regions->region = msim_room(regions->region, number, sizeof *regions->region);
    regions->total = msim_room(regions->total, number, bytes);
    regions->base = msim_room(regions->base, number, bytes);
    regions->count++;
    memset(msim_region_total(regions, number), 0, bytes);
    memset(msim_region_base(regions, number), 0, bytes);
    regions->region[number] = (struct msim_region){.name = name, .outer = outer, .depth = depth};
    regions->region[number].selected = is_selected(regions, (uint32_t)number);
    return (uint32_t)number;
}

void msim_regions_start(struct msim_regions *regions, size_t events)
{
    regions->events = events;
    if (!regions->count)
        add(regions, 0, "", 0);
}

void msim_regions_free(struct msim_regions *regions)
{
    MSIM_FREE(regions->region, regions->total, regions->base);
    msim_index_free(&regions->index);
}

/* The number of a region in another one; it is added if it is new, and `name` must stay. */
static uint32_t region_in(struct msim_regions *regions, uint32_t outer, const char *name)
{
    struct wanted wanted = {regions, name, outer};
    uint32_t hash = msim_hash(name, outer);
    uint32_t number = msim_index_find(&regions->index, hash, is_region, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    number = add(regions, outer, name, regions->region[outer].depth + 1);
    msim_index_add(&regions->index, hash, number);
    return number;
}

/* The number before a blank at *text, which moves past that; false: it is something else. */
static bool read_times(char **text, uint64_t *times)
{
    char *at = *text;
    for (*times = 0; *at >= '0' && *at <= '9'; at++) {
        uint64_t digit = (uint64_t)(*at - '0');
        if (*times > (INT64_MAX - digit) / 10)
            return false;
        *times = *times * 10 + digit;
    }
    if (at == *text || *at != ' ')
        return false;
    *text = at + 1;
    return true;
}

uint32_t msim_region_read(struct msim_regions *regions, char *text, uint64_t *times)
{
    uint32_t number = 0;
    size_t names = 1;
    if (!read_times(&text, times))
        return MSIM_NOTHING;
    for (const char *at = text; (at = strchr(at, '\t')) != NULL; at++)
        names++;
    if (names > MSIM_REGION_DEPTH || !*text || *text == '\t' || strstr(text, "\t\t") ||
        text[strlen(text) - 1] == '\t')
        return MSIM_NOTHING;
    for (char *next; text; text = next) {
        next = strchr(text, '\t');
        if (next)
            *next++ = 0;
        number = region_in(regions, number, text);
    }
    return number;
}

int64_t *msim_region_sums(const struct msim_regions *regions, const int64_t *own)
{
    size_t events = regions->events;
    int64_t *sum = msim_zeroed(regions->count * events + 1, sizeof *sum);
    if (own)
        memcpy(sum, own, regions->count * events * sizeof *sum);
    for (size_t i = regions->count; i-- > 1;)
        if (regions->region[i].outer)
            for (size_t e = 0; e < events; e++)
                sum[regions->region[i].outer * events + e] += sum[i * events + e];
    return sum;
}

char *msim_region_path(const struct msim_regions *regions, uint32_t region, const char *between)
{
    const char *name[MSIM_REGION_DEPTH];
    size_t names = 0, room = 1;
    for (; region; region = regions->region[region].outer) {
        name[names++] = regions->region[region].name;
        room += strlen(name[names - 1]) + strlen(between);
    }
    char *path = msim_zeroed(room, 1), *end = path;
    while (names-- > 0)
        end = stpcpy(stpcpy(end, name[names]), names ? between : "");
    return path;
}

/* --- order ------------------------------------------------------------------------------------ */

static bool path_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_regions *regions = context;
    const struct msim_region *all = regions->region;
    uint32_t x = a, y = b;
    while (all[x].depth > all[y].depth)
        x = all[x].outer;
    while (all[y].depth > all[x].depth)
        y = all[y].outer;
    if (x == y)
        return all[a].depth < all[b].depth;
    while (all[x].outer != all[y].outer) {
        x = all[x].outer;
        y = all[y].outer;
    }
    return strcmp(all[x].name, all[y].name) < 0;
}

uint32_t *msim_regions_by_path(const struct msim_regions *regions)
{
    return msim_order((uint32_t)regions->count, path_before, regions);
}

/* --- messages --------------------------------------------------------------------------------- */

void msim_regions_say(const struct msim_regions *regions, char *text, size_t room)
{
    enum { MOST = 5, NAME = 60 };
    uint32_t *order = msim_regions_by_path(regions);
    size_t used = 0, said = 0;
    text[0] = 0;
    for (size_t i = 1; i < regions->count && said < MOST && used + NAME + 40 < room; i++, said++) {
        char clean[NAME];
        char *path = msim_region_path(regions, order[i], ";");
        msim_utf8_clean(clean, sizeof clean, path, NAME / 2);
        used += (size_t)snprintf(text + used, room - used, "%s%s", said ? ", " : "", clean);
        free(path);
    }
    if (said + 1 < regions->count)
        snprintf(text + used, room - used, " and %zu more", regions->count - 1 - said);
    free(order);
}

bool msim_regions_any(const struct msim_regions *regions)
{
    for (size_t i = 0; i < regions->count; i++)
        if (regions->region[i].selected)
            return true;
    return false;
}

/* ", perhaps 'parse'", or "" if no name is near. */
static void say_nearest(const struct msim_regions *regions, char *text, size_t room)
{
    struct msim_nearest nearest = msim_nearest_to(regions->only);
    char clean[100];
    text[0] = 0;
    for (uint32_t i = 1; i < regions->count; i++)
        msim_nearest_try(&nearest, regions->region[i].name);
    if (!nearest.name)
        return;
    msim_utf8_clean(clean, sizeof clean, nearest.name, sizeof clean / 4);
    snprintf(text, room, ", perhaps '%s'", clean);
}

void msim_regions_need(const struct msim_regions *regions, const char *name)
{
    char names[400], meant[240];
    if (msim_regions_any(regions))
        return;
    if (!msim_has_regions(regions))
        msim_bad_input(
            "%s: no region '%s', and no others: programs mark them with MEMSIM_BEGIN and "
            "MEMSIM_END of <valgrind/memsim.h>",
            name, regions->only);
    msim_regions_say(regions, names, sizeof names);
    say_nearest(regions, meant, sizeof meant);
    msim_bad_input("%s: no region '%s'%s; its regions: %s", name, regions->only, meant, names);
}
