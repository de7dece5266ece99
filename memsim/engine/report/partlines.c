/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of partlines.h. */
#include "partlines.h"

#include "engine/base/sort.h"
#include "sites.h"

struct part_lines {
    struct msim_text *text;
    const struct msim_report *report;
    const struct msim_parts *parts;
    const uint32_t *sites;   /* in the order of the file, */
    const uint32_t *rank;    /* and the place of each there */
    const uint32_t *counted; /* numbers in parts->refs, by part and place, */
    uint32_t used;
    struct msim_row *rest; /* by site: what part 0 counts */
};

static const struct msim_run_part *part_at(const struct msim_parts *parts, uint32_t part)
{
    return msim_run_part_at(&parts->open.tree, part);
}

bool msim_has_parts(const struct msim_parts *parts)
{
    return parts->open.tree.parts.used > 1 || parts->open.tree.stretch;
}

/* --- Order -------------------------------------------------------------------------------- */

static bool counted_before(const void *context, uint32_t a, uint32_t b)
{
    const struct part_lines *lines = context;
    const struct msim_pair *x = &msim_pair_row_at(&lines->parts->refs, a)->pair;
    const struct msim_pair *y = &msim_pair_row_at(&lines->parts->refs, b)->pair;
    return x->first != y->first ? x->first < y->first
                                : lines->rank[x->second] < lines->rank[y->second];
}

/* What missed in a part has an element in `refs`, too. */
static struct msim_row row_of(const struct msim_parts *parts, uint32_t counted)
{
    struct msim_pair_row *refs = msim_pair_row_at(&parts->refs, counted);
    struct msim_row row = refs->row;
    uint32_t misses = msim_lookup_find(&parts->misses.lookup, &parts->misses.table, &refs->pair);
    if (misses != UINT32_MAX)
        msim_row_add(&row, &msim_pair_row_at(&parts->misses, misses)->row);
    return row;
}

static void prepare(struct part_lines *lines, const struct msim_mem *mem)
{
    struct msim_parts *parts = lines->report->parts;
    const struct msim_profile *profile = lines->report->profile;
    uint32_t sites = profile->dict->sites.used;
    uint32_t *rank = msim_get(mem, (sites + 1) * sizeof *rank, 8);
    for (uint32_t i = 0; i < sites; i++)
        rank[lines->sites[i]] = i;
    lines->rank = rank;
    for (uint32_t i = 0; i < parts->misses.table.used; i++) {
        const struct msim_pair *pair = &msim_pair_row_at(&parts->misses, i)->pair;
        msim_pairs_row(&parts->refs, pair->first, pair->second);
    }
    lines->used = parts->refs.table.used;
    lines->counted = msim_sorted(mem, lines->used, counted_before, lines);
    lines->rest = msim_get(mem, (sites + 1) * sizeof *lines->rest, 8);
    for (uint32_t i = 0; i < profile->rows.used; i++)
        lines->rest[i] = *msim_profile_row(profile, i);
    for (uint32_t i = 0; i < lines->used; i++) {
        struct msim_row row = row_of(parts, i);
        msim_row_subtract(&lines->rest[msim_pair_row_at(&parts->refs, i)->pair.second], &row);
    }
}

/* --- Names -------------------------------------------------------------------------------- */

static bool is_dumped(const struct msim_parts *parts, uint32_t part)
{
    return part_at(parts, part)->stretch < parts->open.tree.stretch;
}

void msim_put_dump_name(struct msim_text *text, const struct msim_parts *parts,
                        const struct msim_dict *dict, uint32_t stretch)
{
    const char *reason =
        msim_dict_text(dict, *MSIM_TABLE_AT(&parts->open.tree.dumps, stretch, uint32_t));
    msim_put(text, "dump ");
    msim_put_number(text, stretch + 1);
    if (*reason)
        msim_put(text, ": ");
    msim_put_name(text, reason);
}

void msim_put_part_name(struct msim_text *text, const struct msim_dict *dict, uint32_t name)
{
    if (name & MSIM_PART_THREAD) {
        msim_put(text, "thread ");
        msim_put_number(text, name & ~MSIM_PART_THREAD);
    } else {
        msim_put_name(text, msim_dict_text(dict, name));
    }
}

void msim_put_part_names(struct msim_text *text, const struct msim_parts *parts,
                         const struct msim_dict *dict, uint32_t part, const char *between)
{
    uint32_t names[MSIM_PART_DEPTH_MAX], used = part_at(parts, part)->depth;
    const char *before = "";
    if (is_dumped(parts, part)) {
        msim_put_dump_name(text, parts, dict, part_at(parts, part)->stretch);
        before = between;
    }
    for (uint32_t i = used; i-- > 0; part = part_at(parts, part)->outer)
        names[i] = part_at(parts, part)->name;
    for (uint32_t i = 0; i < used; i++, before = between) {
        msim_put(text, before);
        msim_put_part_name(text, dict, names[i]);
    }
}

/* --- Lines -------------------------------------------------------------------------------- */

static void put_line(struct msim_site_lines *to, const struct part_lines *lines, uint32_t site,
                     const struct msim_row *row)
{
    if (msim_row_is_zero(row))
        return;
    msim_put_site(to, site);
    msim_put_row(to->text, lines->report->machine, row);
    msim_put(to->text, "\n");
}

/* Part 0, which has no elements. */
static void put_rest(struct msim_site_lines *to, const struct part_lines *lines)
{
    const struct msim_dict *dict = to->dict;
    for (uint32_t i = 0, next; i < dict->sites.used; i = next) {
        uint32_t first = lines->sites[i];
        struct msim_row row = lines->rest[first];
        for (next = i + 1; next < dict->sites.used &&
                           msim_sites_are_one(dict, first, lines->sites[next], to->show_inlined);
             next++)
            msim_row_add(&row, &lines->rest[lines->sites[next]]);
        put_line(to, lines, first, &row);
    }
}

/* The elements from `i` on that are of this part; returns the number of the next one. */
static uint32_t put_counted(struct msim_site_lines *to, const struct part_lines *lines, uint32_t i,
                            uint32_t part)
{
    const struct msim_pairs *refs = &lines->parts->refs;
    while (i < lines->used) {
        const struct msim_pair *first = &msim_pair_row_at(refs, lines->counted[i])->pair;
        if (first->first != part)
            break;
        struct msim_row row = row_of(lines->parts, lines->counted[i]);
        for (i++; i < lines->used; i++) {
            const struct msim_pair *pair = &msim_pair_row_at(refs, lines->counted[i])->pair;
            if (pair->first != part ||
                !msim_sites_are_one(to->dict, first->second, pair->second, to->show_inlined))
                break;
            struct msim_row more = row_of(lines->parts, lines->counted[i]);
            msim_row_add(&row, &more);
        }
        put_line(to, lines, first->second, &row);
    }
    return i;
}

/* Where the elements of a part begin. */
static uint32_t first_of(const struct part_lines *lines, uint32_t part)
{
    uint32_t low = 0, high = lines->used;
    while (low < high) {
        uint32_t middle = low + (high - low) / 2;
        if (msim_pair_row_at(&lines->parts->refs, lines->counted[middle])->pair.first < part)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

static void put_part(void *self, uint32_t part)
{
    const struct part_lines *lines = self;
    struct msim_site_lines to;
    msim_site_lines_init(&to, lines->text, lines->report->profile->dict, lines->report->inlined);
    if (lines->report->objects)
        msim_site_lines_show_objects(&to);
    if (part)
        put_counted(&to, lines, first_of(lines, part), part);
    else
        put_rest(&to, lines);
}

bool msim_parts_rest(const struct msim_parts *parts, uint32_t *rest)
{
    *rest = parts->open.tree.parts.used - 1;
    while (*rest && (is_dumped(parts, *rest) || part_at(parts, *rest)->depth))
        (*rest)--;
    return !is_dumped(parts, *rest);
}

static bool has_lines(const void *self, uint32_t part)
{
    const struct part_lines *lines = self;
    uint32_t i = first_of(lines, part);
    return !part || (i < lines->used &&
                     msim_pair_row_at(&lines->parts->refs, lines->counted[i])->pair.first == part);
}

void msim_put_each_part(struct msim_text *text, const struct msim_parts *parts,
                        const struct msim_dict *dict, const struct msim_part_lines *lines)
{
    uint32_t rest;
    bool has_rest = msim_parts_rest(parts, &rest);
    if (has_rest)
        lines->put(lines->self, rest);
    for (uint32_t part = 0; part < parts->open.tree.parts.used; part++) {
        if (has_rest && part == rest)
            continue;
        if (!part_at(parts, part)->times && !lines->any(lines->self, part))
            continue;
        msim_put(text, lines->before);
        msim_put_number(text, part_at(parts, part)->times);
        msim_put(text, " ");
        msim_put_part_names(text, parts, dict, part, "\t");
        msim_put(text, "\n");
        lines->put(lines->self, part);
    }
}

void msim_put_parts(struct msim_text *text, const struct msim_report *report,
                    const struct msim_mem *mem, const uint32_t *sites)
{
    struct part_lines lines = {
        .text = text, .report = report, .parts = report->parts, .sites = sites};
    const struct msim_part_lines each = {"fl=# part: ", put_part, has_lines, &lines};
    prepare(&lines, mem);
    msim_put_each_part(text, report->parts, report->profile->dict, &each);
}
