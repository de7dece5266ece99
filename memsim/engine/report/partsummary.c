/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The regions of the run in the summary: a row for each, with the regions inside it.
 *
 *     times   I refs   D refs  I1 misses  D1 misses  L3 misses  region (inclusive)
 *         1    8,018    1,010          2         25         27  solve
 *         1    4,116      564          5          8         12  load
 *         3    2,454      330          1          0          1    parse
 *            124,154   38,464      1,075      1,505      2,341  (in no region)
 *
 * Where it is too wide for a terminal, columns are left out, those of I1 first.  What was counted
 * before a dump is in a row of its own.  The outermost rows add up to the whole.
 * Memory: a row of counts for each part.
 */
#include "engine/base/sort.h"
#include "engine/caches/partcounts.h"
#include "engine/machine/cycles.h"
#include "partlines.h"

enum { MOST = 20, INDENT = 2, COLUMNS = 7, GAP = 2 };

/* Parts are nodes by their numbers; after them, stretches that a dump ended, in their order. */
struct node {
    struct msim_row row; /* with the nodes inside it */
    uint64_t cost;
    uint32_t outer, level; /* outer: NONE, or the node that it is in; level: 0 is no row */
    bool needed;           /* by a row inside it */
    bool shown;
};

#define NONE UINT32_MAX

struct regions {
    const struct msim_report *report;
    const struct msim_part_tree *tree;
    bool by_thread;
    uint32_t nodes;
    struct node *node;
    struct msim_row rest; /* in no region since the last dump */
    struct msim_cycles cycles;
    bool has_cycles;
    uint32_t rows, hidden;
    unsigned width[COLUMNS]; /* 0: the column is not shown */
    struct msim_line line;
};

/* --- The tree ----------------------------------------------------------------------------- */

static const struct msim_run_part *part_at(const struct regions *regions, uint32_t number)
{
    return msim_run_part_at(regions->tree, number);
}

static bool is_part(const struct regions *regions, uint32_t node)
{
    return node < regions->tree->parts.used;
}

/* The stretch that a dump ended. */
static uint32_t dump_of(const struct regions *regions, uint32_t part)
{
    uint32_t stretch = part_at(regions, part)->stretch;
    return stretch < regions->tree->stretch ? regions->tree->parts.used + stretch : NONE;
}

static void add_count(void *self, uint32_t part, uint32_t site, enum msim_kind kind,
                      enum msim_count count, uint64_t value)
{
    struct regions *regions = self;
    (void)site;
    regions->node[part].row.count[kind][count] += value;
}

/* Part 0 counts what no other part does. */
static void add_rest(struct regions *regions)
{
    struct msim_row rest = msim_profile_total(regions->report->profile);
    for (uint32_t i = 1; i < regions->tree->parts.used; i++)
        msim_row_subtract(&rest, &regions->node[i].row);
    regions->node[0].row = rest;
}

static uint64_t cost_of(const struct regions *regions, const struct msim_row *row)
{
    return regions->has_cycles ? msim_cycles_of(&regions->cycles, row)
                               : row->count[MSIM_FETCH][MSIM_REFS];
}

/* Outer parts have smaller numbers, and lie in dumps. */
static void add_inner(struct regions *regions)
{
    for (uint32_t i = regions->tree->parts.used; i-- > 0;) {
        struct node *node = &regions->node[i];
        uint32_t depth = part_at(regions, i)->depth;
        node->outer = depth > 1 ? part_at(regions, i)->outer : dump_of(regions, i);
        if (node->outer != NONE)
            msim_row_add(&regions->node[node->outer].row, &node->row);
        else if (!depth)
            msim_row_add(&regions->rest, &node->row);
    }
    for (uint32_t i = regions->tree->parts.used; i < regions->nodes; i++)
        regions->node[i].outer = NONE;
}

static void set_level(struct regions *regions, uint32_t number)
{
    struct node *node = &regions->node[number];
    bool counts = !msim_row_is_zero(&node->row);
    node->cost = cost_of(regions, &node->row);
    if (is_part(regions, number)) {
        const struct msim_run_part *part = part_at(regions, number);
        bool in_dump = dump_of(regions, number) != NONE;
        if (part->depth && (counts || part->times || node->needed))
            node->level = part->depth + in_dump;
    } else if (counts || node->needed) {
        node->level = 1;
    }
    if (node->level && node->outer != NONE)
        regions->node[node->outer].needed = true;
    regions->hidden += node->level != 0;
}

static void make(struct regions *regions, const struct msim_mem *mem)
{
    const struct msim_parts *parts = regions->report->parts;
    regions->nodes = regions->tree->parts.used + regions->tree->stretch;
    regions->node = msim_get(mem, (regions->nodes + 1) * sizeof *regions->node, 8);
    for (uint32_t i = 0; i < regions->nodes; i++)
        regions->node[i] = (struct node){.outer = NONE};
    regions->has_cycles =
        msim_cycles_init(&regions->cycles, regions->report->machine) && !regions->cycles.usual;
    msim_part_counts_take(parts, &(struct msim_part_taker){add_count, regions});
    add_rest(regions);
    add_inner(regions);
    for (uint32_t i = regions->tree->parts.used; i-- > 0;)
        set_level(regions, i);
    for (uint32_t i = regions->tree->parts.used; i < regions->nodes; i++)
        set_level(regions, i);
}

/* --- Which, in what order ----------------------------------------------------------------- */

static bool costs_more(const void *context, uint32_t a, uint32_t b)
{
    const struct regions *regions = context;
    const struct node *x = &regions->node[a], *y = &regions->node[b];
    return x->cost != y->cost ? x->cost > y->cost : a < b;
}

/* Each is followed by those inside it. */
static bool tree_before(const void *context, uint32_t a, uint32_t b)
{
    const struct regions *regions = context;
    const struct node *node = regions->node;
    uint32_t x = a, y = b;
    if (!node[a].level || !node[b].level)
        return node[a].level && !node[b].level;
    while (node[x].level > node[y].level)
        x = node[x].outer;
    while (node[y].level > node[x].level)
        y = node[y].outer;
    if (x == y)
        return node[a].level < node[b].level;
    while (node[x].outer != node[y].outer) {
        x = node[x].outer;
        y = node[y].outer;
    }
    return costs_more(regions, x, y);
}

/* Shows the costliest, with those that they are in. */
static void choose(struct regions *regions, const struct msim_mem *mem)
{
    uint32_t *order = msim_sorted(mem, regions->nodes, costs_more, regions);
    for (uint32_t i = 0; i < regions->nodes && regions->rows < MOST; i++) {
        uint32_t needed = 0;
        if (!regions->node[order[i]].level)
            continue;
        for (uint32_t at = order[i]; at != NONE && !regions->node[at].shown;
             at = regions->node[at].outer)
            needed++;
        if (needed > MOST - regions->rows)
            continue;
        for (uint32_t at = order[i]; at != NONE && !regions->node[at].shown;
             at = regions->node[at].outer)
            regions->node[at].shown = true;
        regions->rows += needed;
        regions->hidden -= needed;
    }
}

/* --- Columns ------------------------------------------------------------------------------ */

enum { TIMES, I_REFS, D_REFS, I1_MISSES, D1_MISSES, LAST_MISSES, CYCLES };

static enum msim_count last_level(const struct regions *regions)
{
    const struct msim_machine *machine = regions->report->machine;
    if (msim_has_count(machine, MSIM_READ, MSIM_MISS_L3))
        return MSIM_MISS_L3;
    return msim_has_count(machine, MSIM_READ, MSIM_MISS_L2) ? MSIM_MISS_L2 : MSIM_REFS;
}

/* NULL: there is no such column. */
static const char *head_of(const struct regions *regions, int column)
{
    const struct msim_machine *machine = regions->report->machine;
    const char *d1 = msim_counted[MSIM_MISS_L1].data;
    const char *const heads[] = {"times", "I refs", "D refs", "I1 misses", d1};
    bool has = true;
    if (column == I1_MISSES)
        has = msim_has_count(machine, MSIM_FETCH, MSIM_MISS_L1);
    else if (column == D1_MISSES)
        has = msim_has_count(machine, MSIM_READ, MSIM_MISS_L1);
    else if (column == LAST_MISSES)
        return last_level(regions) == MSIM_REFS ? NULL : msim_counted[last_level(regions)].data;
    else if (column == CYCLES)
        return regions->has_cycles ? "est. cycles" : NULL;
    return has ? heads[column] : NULL;
}

static uint64_t value(const struct regions *regions, int column, const struct msim_row *row)
{
    enum msim_count last = last_level(regions);
    switch (column) {
    case I_REFS:
        return row->count[MSIM_FETCH][MSIM_REFS];
    case D_REFS:
        return row->count[MSIM_READ][MSIM_REFS] + row->count[MSIM_WRITE][MSIM_REFS];
    case I1_MISSES:
        return row->count[MSIM_FETCH][MSIM_MISS_L1];
    case D1_MISSES:
        return row->count[MSIM_READ][MSIM_MISS_L1] + row->count[MSIM_WRITE][MSIM_MISS_L1];
    case LAST_MISSES:
        return row->count[MSIM_FETCH][last] + row->count[MSIM_READ][last] +
               row->count[MSIM_WRITE][last];
    default:
        return msim_cycles_of(&regions->cycles, row);
    }
}

static void widen(struct regions *regions, int column, uint64_t number)
{
    unsigned width = msim_grouped_width(number);
    if (width > regions->width[column])
        regions->width[column] = width;
}

static const char *head_of_names(const struct regions *regions)
{
    return regions->by_thread ? "thread, region (inclusive)" : "region (inclusive)";
}

static bool is_too_wide(const struct regions *regions)
{
    size_t width = msim_length(head_of_names(regions));
    for (int column = 0; column < COLUMNS; column++)
        width += regions->width[column] ? regions->width[column] + GAP : 0;
    return width > MSIM_LINE_WIDTH;
}

/* What runs and the misses of D1 stay. */
static void leave_out(struct regions *regions)
{
    static const int least[] = {I1_MISSES, D_REFS, LAST_MISSES, TIMES};
    for (unsigned i = 0; i < sizeof least / sizeof *least && is_too_wide(regions); i++)
        regions->width[least[i]] = 0;
}

/* No row has more than the whole. */
static void set_widths(struct regions *regions)
{
    struct msim_row total = msim_profile_total(regions->report->profile);
    for (int column = 0; column < COLUMNS; column++) {
        const char *head = head_of(regions, column);
        regions->width[column] = head ? (unsigned)msim_length(head) : 0;
        if (head && column != TIMES)
            widen(regions, column, value(regions, column, &total));
    }
    for (uint32_t i = 0; i < regions->tree->parts.used; i++)
        if (regions->node[i].shown)
            widen(regions, TIMES, part_at(regions, i)->times);
    leave_out(regions);
}

/* --- Rows --------------------------------------------------------------------------------- */

static void put_blanks(struct msim_text *text, unsigned count)
{
    while (count-- > 0)
        msim_put(text, " ");
}

static void put_heads(struct regions *regions)
{
    struct msim_text *text = &regions->line.text;
    for (int column = 0; column < COLUMNS; column++) {
        const char *head = head_of(regions, column);
        if (!regions->width[column])
            continue;
        put_blanks(text, regions->width[column] - (unsigned)msim_length(head));
        msim_put(text, head);
        msim_put(text, "  ");
    }
    msim_put(text, head_of_names(regions));
    msim_line_end(&regions->line);
}

/* `row`: NULL, no numbers; `times`: the part that began, or NONE. */
static void put_numbers(struct regions *regions, const struct msim_row *row, uint32_t times)
{
    struct msim_text *text = &regions->line.text;
    for (int column = 0; column < COLUMNS; column++) {
        if (!regions->width[column])
            continue;
        if (!row || (column == TIMES && times == NONE))
            put_blanks(text, regions->width[column]);
        else if (column == TIMES)
            msim_put_grouped(text, part_at(regions, times)->times, regions->width[column]);
        else
            msim_put_grouped(text, value(regions, column, row), regions->width[column]);
        msim_put(text, "  ");
    }
}

static void put_row(struct regions *regions, uint32_t number)
{
    const struct node *node = &regions->node[number];
    const struct msim_dict *dict = regions->report->profile->dict;
    struct msim_text *text = &regions->line.text;
    bool part = is_part(regions, number);
    put_numbers(regions, &node->row, part ? number : NONE);
    put_blanks(text, (node->level - 1) * INDENT);
    if (part)
        msim_put_part_name(text, dict, part_at(regions, number)->name);
    else
        msim_put_dump_name(text, regions->report->parts, dict, number - regions->tree->parts.used);
    msim_line_end(&regions->line);
}

/* What the outermost of the hidden ones count. */
static void put_hidden(struct regions *regions)
{
    struct msim_row row = {0};
    bool any = false;
    struct msim_text *text = &regions->line.text;
    if (!regions->hidden)
        return;
    for (uint32_t i = 0; i < regions->nodes; i++)
        if (regions->node[i].level == 1 && !regions->node[i].shown) {
            msim_row_add(&row, &regions->node[i].row);
            any = true;
        }
    put_numbers(regions, any ? &row : NULL, NONE);
    msim_put(text, "(");
    msim_put_grouped(text, regions->hidden, 0);
    msim_put(text, " more: memsim annotate --per=region)");
    msim_line_end(&regions->line);
}

void msim_report_regions(const struct msim_report *report, const struct msim_mem *mem,
                         const struct msim_lines *lines)
{
    if (!report->parts || !msim_has_parts(report->parts))
        return;
    const struct msim_open *open = &report->parts->open;
    struct regions regions = {.report = report, .tree = &open->tree, .by_thread = open->by_thread};
    msim_line_init(&regions.line, lines);
    make(&regions, mem);
    choose(&regions, mem);
    set_widths(&regions);
    msim_line_end(&regions.line);
    put_heads(&regions);
    uint32_t *order = msim_sorted(mem, regions.nodes, tree_before, &regions);
    for (uint32_t i = 0; i < regions.nodes; i++)
        if (regions.node[order[i]].shown)
            put_row(&regions, order[i]);
    put_hidden(&regions);
    put_numbers(&regions, &regions.rest, NONE);
    msim_put(&regions.line.text, regions.by_thread ? "(in no thread)" : "(in no region)");
    msim_line_end(&regions.line);
}
