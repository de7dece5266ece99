/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The part of the file for all readers of the format: for each function the costs of its lines,
 * which are the profile's, and its calls with their inclusive costs.  A line of code that was
 * inlined from another file stands after fi= or fe=.  Callgrind gives the code of linkage tables to
 * the caller, and so does this.
 *
 * Counts of pages follow the simulator's.  Those of a line count there if its function is the
 * context's; what the kernel did before the start is a function of its own.
 *
 * With instructions, costs stand by instruction, each in the function that contains it: also those
 * of linkage tables.  Code without a name then belongs to the part that begins before it.
 */
#include "callfile.h"
#include "engine/base/sort.h"
#include "engine/report/plainevents.h"

/* What is written for a function, in order: a line of its own, or a call. */
enum item_kind { SITE, REST, CALL };

struct item {
    uint32_t function;
    uint32_t file; /* a string */
    uint32_t line;
    uint32_t number;  /* of the site, function or edge */
    uint64_t address; /* of an instruction, if instructions are counted; else 0 */
    enum item_kind kind;
};

/* --- Items -------------------------------------------------------------------------------- */

static void add(struct msim_callfile *file, enum item_kind kind, uint32_t number, uint32_t function,
                uint32_t place)
{
    struct item *item = msim_table_add(&file->items);
    item->kind = kind;
    item->number = number;
    item->function = function;
    item->file = place ? msim_callfile_site(file, place - 1)->file
                       : msim_callfile_callee(file, function)->file;
    item->line = place ? msim_callfile_site(file, place - 1)->line : 0;
    item->address = place && file->instructions ? msim_callfile_site(file, place - 1)->address : 0;
}

static struct msim_row *sum_of(const struct msim_callfile *file, uint32_t function)
{
    return msim_table_at(&file->sums, function);
}

static struct msim_row *lines_of(const struct msim_callfile *file, uint32_t function)
{
    return msim_table_at(&file->lines, function);
}

static bool exceeds(const struct msim_row *row, const struct msim_row *limit)
{
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_ALL_COUNTS; i++)
            if (!msim_is_full_count(i) && row->count[kind][i] > limit->count[kind][i])
                return true;
    return false;
}

/* True: the counts of the function's own code are taken from its contexts.  Code without a name is
 * divided by address, and counts of linkage tables belong to their callers.  Else they are the
 * profile's, by line, unless there was no room for a context. */
static bool is_divided(const struct msim_callfile *file, uint32_t function)
{
    const struct msim_callee *callee = msim_callfile_callee(file, function);
    return callee->unknown || callee->divided ||
           exceeds(lines_of(file, function), sum_of(file, function));
}

static uint32_t function_of(const struct msim_callfile *file, uint32_t site)
{
    uint32_t function =
        msim_callee_of_site(&file->follower->callees, msim_callfile_site(file, site));
    if (!file->instructions || !msim_callfile_callee(file, function)->unknown)
        return function;
    return msim_code_part(&file->code, function, msim_callfile_site(file, site)->address);
}

static void sum_up(struct msim_callfile *file)
{
    msim_table_init(&file->sums, file->mem, sizeof(struct msim_row), MSIM_SEGMENTS_MAX);
    msim_table_init(&file->lines, file->mem, sizeof(struct msim_row), MSIM_SEGMENTS_MAX);
    for (uint32_t i = 0; i < file->follower->callees.table.used; i++) {
        msim_table_add(&file->sums);
        msim_table_add(&file->lines);
    }
    for (uint32_t i = 1; i < msim_callfile_contexts(file); i++) {
        struct msim_row row = msim_callfile_row(file, i);
        msim_row_add(sum_of(file, msim_callfile_context(file, i)->function), &row);
    }
    for (uint32_t site = 0; site < file->profile->dict->sites.used; site++)
        msim_row_add(lines_of(file, function_of(file, site)),
                     msim_profile_row(file->profile, site));
}

/* Divides the pages of contexts among sites of their functions, and the rest. */
static void divide_pages(struct msim_callfile *file)
{
    msim_page_sums_init(&file->site_pages, file->mem, file->profile->dict->sites.used);
    msim_page_sums_init(&file->rest_pages, file->mem, file->sums.used);
    for (uint32_t i = 0; file->pages->on && i < file->pages->pairs.used; i++) {
        const struct msim_page_pair *pair = msim_page_pair_at(file->pages, i);
        uint32_t function = msim_callfile_context(file, pair->context)->function;
        bool known = pair->site < file->profile->dict->sites.used;
        if (!pair->context || msim_page_row_is_zero(&pair->row))
            continue;
        bool own =
            known && function_of(file, pair->site) == function && !is_divided(file, function);
        if (own || (known && file->instructions))
            msim_page_sums_add(&file->site_pages, pair->site, &pair->row);
        else
            msim_page_sums_add(&file->rest_pages, function, &pair->row);
    }
}

/* The sites of functions; what their contexts count besides, on behalf of them; and their calls. */
static void collect(struct msim_callfile *file)
{
    msim_table_init(&file->items, file->mem, sizeof(struct item), MSIM_SEGMENTS_MAX);
    divide_pages(file);
    for (uint32_t site = 0; site < file->profile->dict->sites.used; site++) {
        const struct msim_row *row = msim_profile_row(file->profile, site);
        uint32_t function = function_of(file, site);
        bool counted =
            !msim_row_is_zero(row) && (file->instructions || !is_divided(file, function));
        if (counted || msim_page_sum(&file->site_pages, site))
            add(file, SITE, site, function, site + 1);
    }
    for (uint32_t i = 1; i < file->sums.used; i++) {
        if (file->instructions)
            *sum_of(file, i) = (struct msim_row){0};
        else if (!is_divided(file, i))
            msim_callfile_subtract(sum_of(file, i), lines_of(file, i));
        if (!msim_row_is_zero(sum_of(file, i)) || msim_page_sum(&file->rest_pages, i))
            add(file, REST, i, i, 0);
    }
    for (uint32_t i = 0; i < file->edges.table.used; i++) {
        const struct msim_edge *edge = msim_edge_at(&file->edges, i);
        if ((edge->calls && !file->plain) || !msim_row_is_zero(&edge->row))
            add(file, CALL, i, edge->caller, edge->place);
    }
}

/* Compares functions by object, file and name. */
static int compare_functions(const struct msim_callfile *file, uint32_t a, uint32_t b)
{
    const struct msim_callee *x = msim_callfile_callee(file, a), *y = msim_callfile_callee(file, b);
    uint32_t x_object = x->object ? file->rank[x->object - 1] + 1 : 0;
    uint32_t y_object = y->object ? file->rank[y->object - 1] + 1 : 0;
    if (x_object != y_object)
        return x_object < y_object ? -1 : 1;
    if (x->file != y->file)
        return file->rank[x->file] < file->rank[y->file] ? -1 : 1;
    if (x->name != y->name)
        return file->rank[x->name] < file->rank[y->name] ? -1 : 1;
    if (x->address != y->address)
        return x->address < y->address ? -1 : 1;
    return x->begins < y->begins ? -1 : x->begins > y->begins;
}

/* A function's own file comes first. */
static uint32_t order_of_file(const struct msim_callfile *file, const struct item *item)
{
    return item->file == msim_callfile_callee(file, item->function)->file
               ? 0
               : file->rank[item->file] + 1;
}

static bool item_before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_callfile *file = context;
    const struct item *x = msim_table_at(&file->items, a), *y = msim_table_at(&file->items, b);
    if (x->function != y->function)
        return compare_functions(file, x->function, y->function) < 0;
    uint32_t x_file = order_of_file(file, x), y_file = order_of_file(file, y);
    if (x_file != y_file)
        return x_file < y_file;
    if (x->address != y->address)
        return x->address < y->address;
    if (x->line != y->line)
        return x->line < y->line;
    if (x->kind != CALL || y->kind != CALL)
        return x->kind < y->kind;
    return compare_functions(file, msim_edge_at(&file->edges, x->number)->callee,
                             msim_edge_at(&file->edges, y->number)->callee) < 0;
}

/* --- Functions ---------------------------------------------------------------------------- */

static void put_function(struct msim_callfile *file, uint32_t function)
{
    const struct msim_callee *callee = msim_callfile_callee(file, function);
    if (function == file->function)
        return;
    bool first = file->function == UINT32_MAX;
    msim_put(file->text, "\n");
    if (first || callee->object != msim_callfile_callee(file, file->function)->object)
        msim_callfile_put_line(file, "ob=", MSIM_NAME_OBJECT, callee->object);
    msim_callfile_put_line(file, "fl=", MSIM_NAME_SOURCE, msim_callfile_source(callee));
    msim_callfile_put_function(file, "fn=", function);
    msim_put(file->text, "\n");
    file->function = function;
    file->at = callee->file;
}

static void put_file(struct msim_callfile *file, uint32_t source)
{
    if (source == file->at)
        return;
    bool back = source == msim_callfile_callee(file, file->function)->file;
    msim_callfile_put_line(file, back ? "fe=" : "fi=", MSIM_NAME_SOURCE, source + 1);
    file->at = source;
}

/* "0x1139 16", or without the address */
static void put_position(struct msim_callfile *file, uint64_t address, uint32_t line)
{
    if (file->instructions) {
        msim_put_address(file->text, address);
        if (file->plain && file->plain->no_lines)
            return;
        msim_put(file->text, " ");
    }
    msim_put_number(file->text, line);
}

/* Where the function begins in its object, if that is shown. */
static uint64_t entry_of(const struct msim_callfile *file, uint32_t function)
{
    const struct msim_callee *callee = msim_callfile_callee(file, function);
    if (!file->instructions || !callee->address || callee->beyond)
        return callee->at;
    return callee->address;
}

static void put_call(struct msim_callfile *file, const struct msim_edge *edge)
{
    const struct msim_callee *callee = msim_callfile_callee(file, edge->callee);
    if (callee->object != msim_callfile_callee(file, edge->caller)->object)
        msim_callfile_put_line(file, "cob=", MSIM_NAME_OBJECT, callee->object);
    msim_callfile_put_line(file, "cfi=", MSIM_NAME_SOURCE, msim_callfile_source(callee));
    msim_callfile_put_function(file, "cfn=", edge->callee);
    msim_put(file->text, "\n");
    msim_put(file->text, "calls=");
    msim_put_number(file->text, edge->calls);
    msim_put(file->text, " ");
    put_position(file, entry_of(file, edge->callee), callee->line);
    msim_put(file->text, "\n");
}

/* Sites of one line, one after the other; returns how many. */
static uint32_t put_sites(struct msim_callfile *file, const uint32_t *sorted, uint32_t left)
{
    struct msim_row row = {0};
    struct msim_page_row pages = {0};
    const struct item *first = msim_table_at(&file->items, sorted[0]);
    uint32_t used = 0;
    for (; used < left; used++) {
        const struct item *item = msim_table_at(&file->items, sorted[used]);
        const struct msim_page_row *paged = msim_page_sum(&file->site_pages, item->number);
        if (item->kind != SITE || item->function != first->function || item->file != first->file ||
            item->line != first->line || item->address != first->address)
            break;
        msim_row_add(&row, msim_profile_row(file->profile, item->number));
        if (paged)
            msim_page_row_add(&pages, paged);
    }
    msim_callfile_put_counts(file, &row, msim_page_row_is_zero(&pages) ? NULL : &pages);
    return used;
}

static void put_counts_of(struct msim_callfile *file, const struct item *item)
{
    const struct msim_edge *edge;
    switch (item->kind) {
    case REST:
        msim_callfile_put_counts(file, sum_of(file, item->number),
                                 msim_page_sum(&file->rest_pages, item->number));
        break;
    default:
        edge = msim_edge_at(&file->edges, item->number);
        msim_callfile_put_counts(file, &edge->row,
                                 msim_page_row_is_zero(&edge->pages) ? NULL : &edge->pages);
    }
}

/* Writes the first of the items that are left, and those that are of the same line; returns how
 * many. */
static uint32_t put_items(struct msim_callfile *file, const uint32_t *sorted, uint32_t left)
{
    const struct item *item = msim_table_at(&file->items, sorted[0]);
    put_function(file, item->function);
    put_file(file, item->file);
    if (item->kind == CALL)
        put_call(file, msim_edge_at(&file->edges, item->number));
    put_position(file, item->address, item->line);
    if (item->kind == SITE)
        return put_sites(file, sorted, left);
    put_counts_of(file, item);
    return 1;
}

static void put_start(struct msim_callfile *file)
{
    static const struct msim_row none;
    if (!msim_callfile_start_pages(file))
        return;
    msim_put(file->text, "\n");
    msim_callfile_put_line(file, "ob=", MSIM_NAME_OBJECT, 0);
    msim_callfile_put_line(file, "fl=", MSIM_NAME_SOURCE, 0);
    msim_callfile_put_start(file, "fn=");
    msim_put(file->text, "\n");
    put_position(file, 0, 0);
    msim_callfile_put_counts(file, &none, msim_callfile_start_pages(file));
}

void msim_callfile_put_costs(struct msim_callfile *file)
{
    sum_up(file);
    collect(file);
    const uint32_t *sorted = msim_sorted(file->mem, file->items.used, item_before, file);
    file->function = UINT32_MAX;
    for (uint32_t i = 0; i < file->items.used;)
        i += put_items(file, sorted + i, file->items.used - i);
    put_start(file);
}
