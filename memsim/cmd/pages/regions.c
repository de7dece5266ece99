/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of regions.h, as text and JSON. */
#include "present.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"

enum { ROW = 2, MOST = 20 }; /* an indent of JSON; rows of text, of the whole run */

static const char *const names[MSIM_PAGED_EVENTS] = {
    [MSIM_PAGED_PAGES] = "pages",   [MSIM_PAGED_CODE] = "code",     [MSIM_PAGED_READ] = "read",
    [MSIM_PAGED_WRITTEN] = "write", [MSIM_PAGED_KERNEL] = "kernel", [MSIM_PAGED_FAULTS] = "faults",
    [MSIM_PAGED_COPIES] = "copies"};

const char *msim_paged_event_name(enum msim_paged_event event)
{
    return names[event];
}

static void put_row(const struct msim_regions *regions, uint32_t region, const int64_t *sums,
                    FILE *to)
{
    for (size_t event = 0; event < MSIM_PAGED_EVENTS; event++)
        fprintf(to, "%s%7" PRId64, event ? " " : "", sums[region * regions->events + event]);
    if (!region) {
        fprintf(to, " %7s  (in no region)\n", "");
        return;
    }
    char *path = msim_region_path(regions, region, ";");
    fprintf(to, " %7" PRIu64 "  ", regions->region[region].times);
    msim_utf8_put(to, path, strlen(path));
    fputc('\n', to);
    free(path);
}

struct sums {
    const struct msim_regions *regions;
    const int64_t *sums;
};

static bool touched_more(const void *context, uint32_t a, uint32_t b)
{
    const struct sums *of = context;
    int64_t one = of->sums[a * of->regions->events], other = of->sums[b * of->regions->events];
    return one != other ? one > other : a < b;
}

/* By region, from malloc: those that are selected; of the whole run, those with most pages.
 * *hidden is the number of the others. */
static bool *choose(const struct msim_regions *regions, const int64_t *sums, size_t *hidden)
{
    const struct sums of = {regions, sums};
    bool *shown = msim_zeroed(regions->count, sizeof *shown);
    uint32_t *order = msim_order((uint32_t)regions->count, touched_more, &of);
    size_t most = regions->only ? SIZE_MAX : MOST, found = 0;
    *hidden = 0;
    for (size_t i = 0; i < regions->count; i++) {
        uint32_t region = order[i];
        if (!region || !regions->region[region].selected)
            continue;
        shown[region] = found++ < most;
        *hidden += !shown[region];
    }
    free(order);
    return shown;
}

void msim_paged_regions_text(const struct msim_paged *paged, FILE *to)
{
    const struct msim_regions *regions = &paged->regions;
    if (!msim_has_regions(regions))
        return;
    int64_t *sums = msim_region_sums(regions, regions->total);
    uint32_t *order = msim_regions_by_path(regions);
    size_t hidden;
    bool *shown = choose(regions, sums, &hidden);
    fputc('\n', to);
    for (size_t event = 0; event < MSIM_PAGED_EVENTS; event++)
        fprintf(to, "%s%7s", event ? " " : "", names[event]);
    fputs("   times  in region (inclusive)\n", to);
    for (size_t i = 0; i < regions->count; i++)
        if (shown[order[i]])
            put_row(regions, order[i], sums, to);
    if (hidden)
        fprintf(to, "(%zu more with fewer pages; --region=NAME shows one)\n", hidden);
    if (regions->region[0].selected)
        put_row(regions, 0, sums, to);
    MSIM_FREE(shown, order, sums);
}

/* --- JSON --------------------------------------------------------------------------------- */

static void put_counts(struct msim_json *json, const char *key, const int64_t *counts)
{
    msim_json_object(json, key, MSIM_JSON_INLINE);
    for (size_t event = 0; event < MSIM_PAGED_EVENTS; event++)
        msim_json_number(json, names[event], (uint64_t)counts[event]);
    msim_json_end(json);
}

void msim_paged_regions_json(const struct msim_paged *paged, struct msim_json *json)
{
    const struct msim_regions *regions = &paged->regions;
    int64_t *sums = msim_region_sums(regions, regions->total);
    uint32_t *order = msim_regions_by_path(regions);
    msim_json_list(json, "regions", ROW);
    for (size_t i = 0; i < regions->count; i++) {
        uint32_t region = order[i];
        if (!regions->region[region].selected)
            continue;
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_region(json, regions, region);
        msim_json_number_if(json, "times", region, regions->region[region].times);
        put_counts(json, "inclusive", sums + region * regions->events);
        put_counts(json, "exclusive", msim_region_total(regions, region));
        msim_json_end(json);
    }
    msim_json_end(json);
    MSIM_FREE(order, sums);
}
