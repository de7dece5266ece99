/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The counts of pagecounts.h. */
#include "pagecounts.h"

#include "stream/hash.h"

enum { PAIRS_MAX = 1 << 28, WAITING_MAX = 1 << 28 };

struct waiting {
    const uint64_t *record;
    uint32_t site;
    uint32_t count;
};

static uint32_t hash(const void *element)
{
    const struct msim_page_pair *pair = element;
    return (uint32_t)msim_mix((uint64_t)pair->context << 32 | pair->site);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_page_pair *a = element, *b = wanted;
    return a->context == b->context && a->site == b->site;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_page_pair, same_hash),
                                             0};

void msim_page_counts_init(struct msim_page_counts *counts, const struct msim_mem *mem)
{
    *counts = (struct msim_page_counts){.on = true};
    msim_table_init(&counts->pairs, mem, sizeof(struct msim_page_pair), PAIRS_MAX);
    msim_lookup_init(&counts->lookup, mem, &kind);
    msim_table_init(&counts->waiting, mem, sizeof(struct waiting), WAITING_MAX);
}

void msim_page_counts_add(struct msim_page_counts *counts, uint32_t context, uint32_t site,
                          unsigned count)
{
    struct msim_page_pair wanted = {.context = context, .site = site};
    uint32_t number = msim_lookup_number(&counts->lookup, &counts->pairs, &wanted);
    if (number != UINT32_MAX)
        ((struct msim_page_pair *)msim_table_at(&counts->pairs, number))->row.count[count]++;
}

void msim_page_counts_wait(struct msim_page_counts *counts, const uint64_t *record, uint32_t site,
                           unsigned count)
{
    struct waiting *waiting = msim_table_add(&counts->waiting);
    if (!waiting)
        return;
    *waiting = (struct waiting){record, site, count};
    if (!counts->next)
        counts->next = record;
}

void msim_page_counts_claim(struct msim_page_counts *counts, const uint64_t *end, uint32_t context)
{
    counts->next = NULL;
    while (counts->waited < counts->waiting.used) {
        const struct waiting *waiting = msim_table_at(&counts->waiting, counts->waited);
        if (end && waiting->record >= end) {
            counts->next = waiting->record;
            return;
        }
        msim_page_counts_add(counts, context, waiting->site, waiting->count);
        counts->waited++;
    }
    counts->waiting.used = counts->waited = 0;
}

void msim_page_counts_clear(struct msim_page_counts *counts)
{
    for (uint32_t i = 0; i < counts->pairs.used; i++) {
        struct msim_page_pair *pair = msim_table_at(&counts->pairs, i);
        pair->row = (struct msim_page_row){{0}};
    }
}

const struct msim_words msim_page_words[] = {
    {"Pgx", "page", "s touched first by fetches"},
    {"Pgr", "page", "s touched first by reads"},
    {"Pgw", "page", "s touched first by writes"},
    {"Pfx", "predicted fault", "s by fetches"},
    {"Pfr", "predicted fault", "s by reads"},
    {"Pfw", "predicted fault", "s by writes"},
    {"Pfc", "predicted fault", "s by first writes to pages that were only read"},
    {"Pg", "page", "s touched first"},
    {"Pf", "predicted minor fault", "s"},
};

void msim_page_row_add(struct msim_page_row *to, const struct msim_page_row *from)
{
    for (unsigned i = 0; i < MSIM_PAGE_COUNTS; i++)
        to->count[i] += from->count[i];
}

bool msim_page_row_is_zero(const struct msim_page_row *row)
{
    for (unsigned i = 0; i < MSIM_PAGE_COUNTS; i++)
        if (row->count[i])
            return false;
    return true;
}
