/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The parts of partlines.h. */
#include "partlines.h"

#include "engine/caches/partcounts.h"
#include "sites.h"

struct part_lines {
    struct msim_text *text;
    const struct msim_report *report;
    const struct msim_parts *parts;
    const uint32_t *sites; /* in the order of the file, */
    uint32_t *rank;        /* and the place of each there */
    struct msim_part_counts counts;
    struct msim_row *row;           /* of one part, by place, */
    uint64_t *counted;              /* and which of these count anything, a bit each; */
    uint32_t first_word, last_word; /* words outside of these are 0 */
};

static const struct msim_run_part *part_at(const struct msim_parts *parts, uint32_t part)
{
    return msim_run_part_at(&parts->open.tree, part);
}

bool msim_has_parts(const struct msim_parts *parts)
{
    return parts->open.tree.parts.used > 1 || parts->open.tree.stretch;
}

/* --- One part ----------------------------------------------------------------------------- */

static void use_word(struct part_lines *lines, uint32_t word)
{
    if (word < lines->first_word)
        lines->first_word = word;
    if (word > lines->last_word)
        lines->last_word = word;
}

static struct msim_row *row_of(struct part_lines *lines, uint32_t site)
{
    uint32_t place = lines->rank[site];
    lines->counted[place / 64] |= UINT64_C(1) << place % 64;
    use_word(lines, place / 64);
    return &lines->row[place];
}

static void add(void *self, uint32_t part, uint32_t site, enum msim_kind kind,
                enum msim_count count, uint64_t value)
{
    (void)part;
    row_of(self, site)->count[kind][count] += value;
}

static void take_away(void *self, uint32_t part, uint32_t site, enum msim_kind kind,
                      enum msim_count count, uint64_t value)
{
    (void)part;
    row_of(self, site)->count[kind][count] -= value;
}

/* Makes the rows those of a part.  Part 0 counts what no other part does. */
static void collect(struct part_lines *lines, uint32_t part)
{
    const struct msim_profile *profile = lines->report->profile;
    if (part) {
        msim_part_counts_take_of(&lines->counts, part, &(struct msim_part_taker){add, lines});
        return;
    }
    for (uint32_t i = 0; i < profile->rows.used; i++)
        *row_of(lines, i) = *msim_profile_row(profile, i);
    msim_part_counts_take(lines->parts, &(struct msim_part_taker){take_away, lines});
}

static void prepare(struct part_lines *lines, const struct msim_mem *mem)
{
    size_t sites = lines->report->profile->dict->sites.used, words = sites / 64 + 1;
    lines->rank = msim_get(mem, (sites + 1) * sizeof *lines->rank, 8);
    for (uint32_t i = 0; i < sites; i++)
        lines->rank[lines->sites[i]] = i;
    msim_part_counts_init(&lines->counts, lines->parts, mem);
    lines->row = msim_get(mem, (sites + 1) * sizeof *lines->row, 8);
    lines->counted = msim_get(mem, words * sizeof *lines->counted, 8);
    lines->first_word = UINT32_MAX;
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

/* Several sites may be one line. */
struct line {
    uint32_t site; /* UINT32_MAX: none yet */
    struct msim_row row;
};

static void add_site(struct msim_site_lines *to, const struct part_lines *lines, struct line *line,
                     uint32_t place)
{
    uint32_t site = lines->sites[place];
    if (line->site == UINT32_MAX ||
        !msim_sites_are_one(to->dict, line->site, site, to->show_inlined)) {
        if (line->site != UINT32_MAX)
            put_line(to, lines, line->site, &line->row);
        *line = (struct line){.site = site};
    }
    msim_row_add(&line->row, &lines->row[place]);
}

/* Writes the rows, and sets them to 0. */
static void put_rows(struct msim_site_lines *to, struct part_lines *lines)
{
    struct line line = {.site = UINT32_MAX};
    for (uint32_t word = lines->first_word; word <= lines->last_word; word++) {
        for (uint64_t bits = lines->counted[word]; bits; bits &= bits - 1) {
            uint32_t place = word * 64 + (uint32_t)__builtin_ctzll(bits);
            add_site(to, lines, &line, place);
            lines->row[place] = (struct msim_row){0};
        }
        lines->counted[word] = 0;
    }
    if (line.site != UINT32_MAX)
        put_line(to, lines, line.site, &line.row);
    lines->first_word = UINT32_MAX;
    lines->last_word = 0;
}

static void put_part(void *self, uint32_t part)
{
    struct part_lines *lines = self;
    struct msim_site_lines to;
    msim_site_lines_init(&to, lines->text, lines->report->profile->dict, lines->report->inlined);
    if (lines->report->objects)
        msim_site_lines_show_objects(&to);
    collect(lines, part);
    put_rows(&to, lines);
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
    return !part || msim_part_counts_any(&lines->counts, part);
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
