/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What each region touched, and the pages and faults of those that are selected. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/numbers.h"
#include "read.h"

/* More is not counted, so that sums over regions stay numbers. */
#define MOST (INT64_C(1) << 40)

static void add(int64_t *to, uint64_t number)
{
    *to = number > (uint64_t)(MOST - *to) ? MOST : *to + (int64_t)number;
}

static uint64_t without(uint64_t all, uint64_t part)
{
    return all > part ? all - part : 0;
}

static void count_pages(struct msim_paged *paged)
{
    for (size_t i = 0; i < paged->pages; i++) {
        const struct msim_paged_page *page = &paged->page[i];
        int64_t *total = msim_region_total(&paged->regions, page->region);
        total[MSIM_PAGED_PAGES]++;
        total[MSIM_PAGED_CODE] += page->kind == 'C';
        total[MSIM_PAGED_READ] += page->access == 'r';
        total[MSIM_PAGED_WRITTEN] += page->access == 'w';
        total[MSIM_PAGED_KERNEL] += page->access == 'k';
    }
}

static void count_faults(struct msim_paged *paged, uint32_t region,
                         const struct msim_paged_faults *faults)
{
    int64_t *total = msim_region_total(&paged->regions, region);
    add(&total[MSIM_PAGED_FAULTS], msim_sum_limited(faults->first, faults->copied));
    add(&total[MSIM_PAGED_COPIES], faults->copied);
}

/* The faults of each object in no region: all but those in regions. */
static struct msim_paged_faults *faults_of_rest(const struct msim_paged *paged)
{
    struct msim_paged_faults *rest = msim_zeroed(paged->object.count, sizeof *rest);
    for (size_t i = 0; i < paged->object.count; i++)
        rest[i].object = (uint32_t)i;
    for (size_t i = 0; i < paged->faulted; i++) {
        const struct msim_paged_faults *all = &paged->faults[i];
        rest[all->object].first = msim_sum_limited(rest[all->object].first, all->first);
        rest[all->object].copied = msim_sum_limited(rest[all->object].copied, all->copied);
    }
    for (size_t i = 0; i < paged->parts_faulted; i++) {
        const struct msim_paged_faults *part = &paged->part_faults[i].faults;
        rest[part->object].first = without(rest[part->object].first, part->first);
        rest[part->object].copied = without(rest[part->object].copied, part->copied);
    }
    return rest;
}

static void keep_faults(struct msim_paged *paged, const struct msim_paged_faults *faults)
{
    if (!(faults->first | faults->copied))
        return;
    MSIM_PUSH(paged->faults, paged->faulted, *faults);
    paged->predicted =
        msim_sum_limited(paged->predicted, msim_sum_limited(faults->first, faults->copied));
}

/* What happened before the start, and in the tool's library, is in no region. */
static void leave_out(struct msim_paged *paged, const struct msim_paged_faults *rest)
{
    const struct msim_regions *regions = &paged->regions;
    size_t kept = 0;
    for (size_t i = 0; i < paged->pages; i++)
        if (regions->region[paged->page[i].region].selected)
            paged->page[kept++] = paged->page[i];
    paged->pages = kept;
    paged->faulted = 0;
    paged->predicted = 0;
    for (size_t i = 0; regions->region[0].selected && i < paged->object.count; i++)
        keep_faults(paged, &rest[i]);
    for (size_t i = 0; i < paged->parts_faulted; i++)
        if (regions->region[paged->part_faults[i].region].selected)
            keep_faults(paged, &paged->part_faults[i].faults);
    if (!regions->region[0].selected)
        paged->before_start = paged->left_out = paged->left_out_faults = 0;
}

void msim_paged_select(struct msim_paged *paged)
{
    struct msim_paged_faults *rest = faults_of_rest(paged);
    count_pages(paged);
    for (size_t i = 0; i < paged->object.count; i++)
        count_faults(paged, 0, &rest[i]);
    for (size_t i = 0; i < paged->parts_faulted; i++)
        count_faults(paged, paged->part_faults[i].region, &paged->part_faults[i].faults);
    if (paged->regions.only)
        leave_out(paged, rest);
    free(rest);
}
