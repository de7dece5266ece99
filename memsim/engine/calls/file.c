/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Writes the file of file.h.
 *
 * The part for everybody: for each function the costs of its lines, which are the profile's, and its
 * calls with their inclusive costs.  A line of code that was inlined from another file stands after
 * fi= or fe=.  Callgrind gives the code of linkage tables to the caller, and so does this.
 *
 * Counts of pages follow the simulator's.  Those of a line count there if its function is the context's;
 * what the kernel did before the start is a function of its own.
 *
 * With instructions, costs stand by instruction, each in the function that contains it: also those of
 * linkage tables.  Code without a name then belongs to the part that begins before it.  Build ids
 * follow in comments.
 *
 * Names are numbered when they are first written: (3) name, later (3).
 *
 * Inlined calls are contexts in the tree only: to everybody else, their costs are those of the function
 * that contains the code.
 */
#include "file.h"

#include "codeparts.h"
#include "edges.h"
#include "engine/base/sort.h"
#include "engine/report/report.h"
#include "engine/report/sites.h"
#include "nodes.h"

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

enum name_kind { OBJECT, SOURCE, FUNCTION, NAME_KINDS };

struct file {
    struct msim_text *text;
    const struct msim_follower *follower;
    const struct msim_profile *profile;
    const struct msim_machine *machine;
    const struct msim_page_counts *pages;
    const struct msim_inlined_counter *inlined; /* NULL: inlined calls are not shown */
    const struct msim_mem *mem;
    struct msim_edges edges;
    struct msim_nodes nodes;
    const bool *shown;       /* contexts in the tree */
    const uint32_t *line_of; /* by site: the first one of the same line; NULL: each is one */
    struct msim_table items;
    struct msim_table sums, lines; /* by function: of its contexts, and of its sites */
    struct msim_page_sums context_pages, site_pages;
    struct msim_page_sums rest_pages; /* by function: that belong to none of its sites */
    uint32_t start;                   /* the number of the name "(before the start)" */
    const uint32_t *rank;             /* of strings, to sort by */
    uint32_t *written[NAME_KINDS];    /* by string + 1: its number in the file; 0: none yet */
    uint32_t names[NAME_KINDS];
    struct msim_table parts;     /* the same of functions that are named by an address */
    struct msim_code_parts code; /* where these are in their objects */
    bool instructions;
    uint32_t function, at; /* the current one, and its current file */
};

static const struct msim_site *site_at(const struct file *file, uint32_t site)
{
    return msim_dict_site_at(file->profile->dict, site);
}

static const struct msim_callee *callee_at(const struct file *file, uint32_t function)
{
    return msim_callee_at(&file->follower->callees, function);
}

static const struct msim_context *context_at(const struct file *file, uint32_t number)
{
    return msim_context_at(&file->follower->tree, number);
}

static struct msim_row row_at(const struct file *file, uint32_t number)
{
    return msim_context_row(&file->follower->tree, number);
}

static uint32_t contexts_of(const struct file *file)
{
    return file->follower->tree.contexts.used;
}

/* --- Names -------------------------------------------------------------------------------- */

/* Writes the number of a name, which gets one if it has none; true: then the name must follow. */
static bool put_number_of(struct file *file, const char *what, enum name_kind kind,
                          uint32_t *number)
{
    bool is_new = !*number;
    if (is_new)
        *number = ++file->names[kind];
    msim_put(file->text, what);
    msim_put(file->text, "(");
    msim_put_number(file->text, *number);
    msim_put(file->text, is_new ? ") " : ")");
    return is_new;
}

/* `string` is a string + 1; 0: unknown. */
static void put_name(struct file *file, const char *what, enum name_kind kind, uint32_t string)
{
    if (put_number_of(file, what, kind, &file->written[kind][string]))
        msim_put_name(file->text, string ? msim_dict_text(file->profile->dict, string - 1) : "???");
}

/* A part of an unknown function is named by its address. */
static void put_function_name(struct file *file, const char *what, uint32_t function)
{
    const struct msim_callee *callee = callee_at(file, function);
    if (!callee->address)
        put_name(file, what, FUNCTION, callee->name + 1);
    else if (put_number_of(file, what, FUNCTION, msim_table_at(&file->parts, function)))
        msim_put_hex(file->text, callee->address);
}

static void put_line(struct file *file, const char *what, enum name_kind kind, uint32_t string)
{
    put_name(file, what, kind, string);
    msim_put(file->text, "\n");
}

/* --- Items -------------------------------------------------------------------------------- */

static void add(struct file *file, enum item_kind kind, uint32_t number, uint32_t function,
                uint32_t place)
{
    struct item *item = msim_table_add(&file->items);
    item->kind = kind;
    item->number = number;
    item->function = function;
    item->file = place ? site_at(file, place - 1)->file : callee_at(file, function)->file;
    item->line = place ? site_at(file, place - 1)->line : 0;
    item->address = place && file->instructions ? site_at(file, place - 1)->address : 0;
}

static struct msim_row *sum_of(const struct file *file, uint32_t function)
{
    return msim_table_at(&file->sums, function);
}

static struct msim_row *lines_of(const struct file *file, uint32_t function)
{
    return msim_table_at(&file->lines, function);
}

static bool exceeds(const struct msim_row *row, const struct msim_row *limit)
{
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_COUNTS; i++)
            if (row->count[kind][i] > limit->count[kind][i])
                return true;
    return false;
}

/* Are the counts of the function's own code taken from its contexts?  What has no name is divided by
 * address, and what linkage tables count is their callers'.  Else they are the profile's, by line,
 * unless there was no room for a context. */
static bool is_divided(const struct file *file, uint32_t function)
{
    const struct msim_callee *callee = callee_at(file, function);
    return callee->unknown || callee->divided ||
           exceeds(lines_of(file, function), sum_of(file, function));
}

static uint32_t function_of(const struct file *file, uint32_t site)
{
    uint32_t function = msim_callee_of_site(&file->follower->callees, site_at(file, site));
    if (!file->instructions || !callee_at(file, function)->unknown)
        return function;
    return msim_code_part(&file->code, function, site_at(file, site)->address);
}

static void sum_up(struct file *file)
{
    msim_table_init(&file->parts, file->mem, sizeof(uint32_t), MSIM_SEGMENTS_MAX);
    msim_table_init(&file->sums, file->mem, sizeof(struct msim_row), MSIM_SEGMENTS_MAX);
    msim_table_init(&file->lines, file->mem, sizeof(struct msim_row), MSIM_SEGMENTS_MAX);
    for (uint32_t i = 0; i < file->follower->callees.table.used; i++) {
        msim_table_add(&file->parts);
        msim_table_add(&file->sums);
        msim_table_add(&file->lines);
    }
    for (uint32_t i = 1; i < contexts_of(file); i++) {
        struct msim_row row = row_at(file, i);
        msim_row_add(sum_of(file, context_at(file, i)->function), &row);
    }
    for (uint32_t site = 0; site < file->profile->dict->sites.used; site++)
        msim_row_add(lines_of(file, function_of(file, site)),
                     msim_profile_row(file->profile, site));
}

static void subtract(struct msim_row *from, const struct msim_row *row)
{
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        for (unsigned i = 0; i < MSIM_COUNTS; i++)
            from->count[kind][i] -= row->count[kind][i];
}

/* Divides the pages of contexts among sites of their functions, and the rest. */
static void divide_pages(struct file *file)
{
    msim_page_sums_init(&file->site_pages, file->mem, file->profile->dict->sites.used);
    msim_page_sums_init(&file->rest_pages, file->mem, file->sums.used);
    for (uint32_t i = 0; file->pages->on && i < file->pages->pairs.used; i++) {
        const struct msim_page_pair *pair = msim_page_pair_at(file->pages, i);
        uint32_t function = context_at(file, pair->context)->function;
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

/* Inlined calls make several sites of a line. */
static void find_lines(struct file *file)
{
    const struct msim_dict *dict = file->profile->dict;
    if (!file->inlined || file->instructions)
        return;
    const uint32_t *sorted = msim_sites_sorted(dict, file->mem, false);
    uint32_t *line_of = msim_get(file->mem, (dict->sites.used + 1) * sizeof *line_of, 8);
    for (uint32_t i = 0, first = 0; i < dict->sites.used; i++) {
        if (!msim_sites_are_one(dict, sorted[first], sorted[i], false))
            first = i;
        line_of[sorted[i]] = sorted[first];
    }
    file->line_of = line_of;
}

/* The sites of functions; what their contexts count besides, on behalf of them; and their calls. */
static void collect(struct file *file)
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
            subtract(sum_of(file, i), lines_of(file, i));
        if (!msim_row_is_zero(sum_of(file, i)) || msim_page_sum(&file->rest_pages, i))
            add(file, REST, i, i, 0);
    }
    for (uint32_t i = 0; i < file->edges.table.used; i++) {
        const struct msim_edge *edge = msim_edge_at(&file->edges, i);
        if (edge->calls)
            add(file, CALL, i, edge->caller, edge->place);
    }
}

static void prepare_names(struct file *file)
{
    uint32_t strings = file->profile->dict->strings.used;
    file->rank = msim_string_ranks(file->profile->dict, file->mem);
    for (unsigned kind = 0; kind < NAME_KINDS; kind++)
        file->written[kind] = msim_get(file->mem, (strings + 1) * sizeof(uint32_t), 8);
}

/* Compares functions by object, file and name. */
static int compare_functions(const struct file *file, uint32_t a, uint32_t b)
{
    const struct msim_callee *x = callee_at(file, a), *y = callee_at(file, b);
    uint32_t x_object = x->object ? file->rank[x->object - 1] + 1 : 0;
    uint32_t y_object = y->object ? file->rank[y->object - 1] + 1 : 0;
    if (x_object != y_object)
        return x_object < y_object ? -1 : 1;
    if (x->file != y->file)
        return file->rank[x->file] < file->rank[y->file] ? -1 : 1;
    if (x->name != y->name)
        return file->rank[x->name] < file->rank[y->name] ? -1 : 1;
    return x->address < y->address ? -1 : x->address > y->address;
}

/* A function's own file comes first. */
static uint32_t order_of_file(const struct file *file, const struct item *item)
{
    return item->file == callee_at(file, item->function)->file ? 0 : file->rank[item->file] + 1;
}

static bool item_before(const void *context, uint32_t a, uint32_t b)
{
    const struct file *file = context;
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

/* `pages`: NULL if there are none.  They come last, so that zeros can be left out. */
static void put_counts(struct file *file, const struct msim_row *row,
                       const struct msim_page_row *pages)
{
    msim_put_row(file->text, file->machine, row);
    if (pages && file->pages->on)
        msim_put_page_row(file->text, pages);
    msim_put(file->text, "\n");
}

static void put_function(struct file *file, uint32_t function)
{
    const struct msim_callee *callee = callee_at(file, function);
    if (function == file->function)
        return;
    bool first = file->function == UINT32_MAX;
    msim_put(file->text, "\n");
    if (first || callee->object != callee_at(file, file->function)->object)
        put_line(file, "ob=", OBJECT, callee->object);
    put_line(file, "fl=", SOURCE, callee->file + 1);
    put_function_name(file, "fn=", function);
    msim_put(file->text, "\n");
    file->function = function;
    file->at = callee->file;
}

static void put_file(struct file *file, uint32_t source)
{
    if (source == file->at)
        return;
    bool back = source == callee_at(file, file->function)->file;
    put_line(file, back ? "fe=" : "fi=", SOURCE, source + 1);
    file->at = source;
}

/* In small letters, as Callgrind writes addresses. */
static void put_address(struct file *file, uint64_t address)
{
    char digits[2 * sizeof address + 1], *at = digits + sizeof digits - 1;
    *at = 0;
    do
        *--at = "0123456789abcdef"[address & 15];
    while (address >>= 4);
    msim_put(file->text, "0x");
    msim_put(file->text, at);
}

/* "0x1139 16", or without the address */
static void put_position(struct file *file, uint64_t address, uint32_t line)
{
    if (file->instructions) {
        put_address(file, address);
        msim_put(file->text, " ");
    }
    msim_put_number(file->text, line);
}

/* Where the function begins in its object, if that is shown. */
static uint64_t entry_of(const struct file *file, uint32_t function)
{
    const struct msim_callee *callee = callee_at(file, function);
    if (!file->instructions || !callee->address)
        return callee->at;
    return msim_code_part_at(&file->code, function);
}

static void put_call(struct file *file, const struct msim_edge *edge)
{
    const struct msim_callee *callee = callee_at(file, edge->callee);
    if (callee->object != callee_at(file, edge->caller)->object)
        put_line(file, "cob=", OBJECT, callee->object);
    put_line(file, "cfi=", SOURCE, callee->file + 1);
    put_function_name(file, "cfn=", edge->callee);
    msim_put(file->text, "\n");
    msim_put(file->text, "calls=");
    msim_put_number(file->text, edge->calls);
    msim_put(file->text, " ");
    put_position(file, entry_of(file, edge->callee), callee->line);
    msim_put(file->text, "\n");
}

/* Sites of one line, one after the other; returns how many. */
static uint32_t put_sites(struct file *file, const uint32_t *sorted, uint32_t left)
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
    put_counts(file, &row, msim_page_row_is_zero(&pages) ? NULL : &pages);
    return used;
}

static void put_counts_of(struct file *file, const struct item *item)
{
    const struct msim_edge *edge;
    switch (item->kind) {
    case REST:
        put_counts(file, sum_of(file, item->number),
                   msim_page_sum(&file->rest_pages, item->number));
        break;
    default:
        edge = msim_edge_at(&file->edges, item->number);
        put_counts(file, &edge->row, msim_page_row_is_zero(&edge->pages) ? NULL : &edge->pages);
    }
}

/* Writes the first of the items that are left, and those that are of the same line; returns how many. */
static uint32_t put_items(struct file *file, const uint32_t *sorted, uint32_t left)
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

/* The pages of context 0, in a function that is none of the program's. */
static const struct msim_page_row *start_pages(const struct file *file)
{
    return msim_page_sum(&file->context_pages, 0);
}

static void put_start_name(struct file *file, const char *what)
{
    if (put_number_of(file, what, FUNCTION, &file->start))
        msim_put(file->text, "(before the start)");
}

static void put_start(struct file *file)
{
    static const struct msim_row none;
    if (!start_pages(file))
        return;
    msim_put(file->text, "\n");
    put_line(file, "ob=", OBJECT, 0);
    put_line(file, "fl=", SOURCE, 0);
    put_start_name(file, "fn=");
    msim_put(file->text, "\n");
    put_position(file, 0, 0);
    put_counts(file, &none, start_pages(file));
}

static void put_functions(struct file *file)
{
    sum_up(file);
    collect(file);
    const uint32_t *sorted = msim_sorted(file->mem, file->items.used, item_before, file);
    file->function = UINT32_MAX;
    for (uint32_t i = 0; i < file->items.used;)
        i += put_items(file, sorted + i, file->items.used - i);
    put_start(file);
}

/* --- The tree ----------------------------------------------------------------------------- */

static char letter_of(const struct msim_context *context)
{
    if (context->folded && context->parent)
        return 'f';
    return "-tscj-"[context->kind];
}

/* Contexts that count nothing, as their descendants do, are not shown: a forked child has those of its
 * parent. */
static const bool *shown_contexts(const struct file *file)
{
    bool *shown = msim_get(file->mem, contexts_of(file) * sizeof *shown, 8);
    for (uint32_t i = contexts_of(file); i-- > 1;) {
        struct msim_row row = row_at(file, i);
        shown[i] |= context_at(file, i)->calls || !msim_row_is_zero(&row) ||
                    msim_page_sum(&file->context_pages, i);
        shown[context_at(file, i)->parent] |= shown[i];
    }
    return shown;
}

/* `pages` may be NULL, or zero. */
static void put_node(struct file *file, char kind, const uint64_t *numbers,
                     const struct msim_row *row, const struct msim_page_row *pages)
{
    char start[] = {'#', 'N', ' ', kind, 0};
    msim_put(file->text, start);
    for (unsigned i = 0; i < 4; i++) { /* parent, function, line, calls */
        msim_put(file->text, " ");
        msim_put_number(file->text, numbers[i]);
    }
    put_counts(file, row, pages && !msim_page_row_is_zero(pages) ? pages : NULL);
}

static void put_context(struct file *file, const struct msim_context *context, uint32_t parent,
                        const struct msim_row *row, const struct msim_page_row *pages)
{
    bool has_place = context->kind == MSIM_CONTEXT_CALL || context->kind == MSIM_CONTEXT_JUMP;
    uint32_t line = context->place;
    if (has_place)
        line = context->place ? site_at(file, context->place - 1)->line : 0;
    const uint64_t numbers[] = {parent, context->function, line, context->calls};
    put_node(file, letter_of(context), numbers, row, pages);
}

/* --- Inlined calls ------------------------------------------------------------------------ */

/* Functions that are only inlined are numbered after all others. */
static uint32_t number_of_function(const struct file *file, uint32_t function)
{
    bool called = function < file->follower->callees.table.used;
    return called || !start_pages(file) ? function : function + 1;
}

/* The inlined calls of a context, those around others first; returns the last number used. */
static uint32_t put_inlined(struct file *file, uint32_t context, uint32_t number)
{
    uint32_t of_context = number;
    for (uint32_t i = file->nodes.first[context]; i < file->nodes.first[context + 1]; i++) {
        struct msim_node *node = msim_node_at(&file->nodes, i);
        const struct msim_inlined *call = msim_dict_inlined_at(file->profile->dict, node->inlined);
        uint32_t parent =
            call->outer ? msim_node_of(&file->nodes, context, call->outer)->number : of_context;
        const uint64_t numbers[] = {parent, number_of_function(file, node->function), call->line,
                                    0};
        node->number = ++number;
        put_node(file, 'i', numbers, &node->row, &node->pages);
    }
    return number;
}

/* Takes away what inlined calls count in a context. */
static void subtract_inlined(const struct file *file, uint32_t context, struct msim_row *row,
                             struct msim_page_row *pages)
{
    for (uint32_t i = file->nodes.first[context]; i < file->nodes.first[context + 1]; i++) {
        const struct msim_node *node = msim_node_at(&file->nodes, i);
        subtract(row, &node->row);
        for (unsigned count = 0; count < MSIM_PAGE_COUNTS; count++)
            pages->count[count] -= node->pages.count[count];
    }
}

/* The number of what a context was called from: its parent, or an inlined call there. */
static uint32_t parent_of(const struct file *file, const struct msim_context *context,
                          const uint32_t *number)
{
    uint32_t inlined = file->inlined ? msim_context_inlined(file->follower, context) : 0;
    const struct msim_node *node =
        inlined ? msim_node_of(&file->nodes, context->parent, inlined) : NULL;
    return node ? node->number : number[context->parent];
}

/* --- All of the tree ---------------------------------------------------------------------- */

/* It has the number after those of all functions. */
static void put_start_context(struct file *file)
{
    static const struct msim_row none;
    const struct msim_context start = {.kind = MSIM_CONTEXT_THREAD,
                                       .function = file->follower->callees.table.used};
    put_context(file, &start, 0, &none, start_pages(file));
}

static void put_tree(struct file *file)
{
    uint32_t used = contexts_of(file), written = 0;
    uint32_t *number = msim_get(file->mem, used * sizeof *number, 8);
    if (start_pages(file)) {
        written++;
        put_start_context(file);
    }
    for (uint32_t i = 1; i < used; i++) {
        const struct msim_context *context = context_at(file, i);
        if (!file->shown[i])
            continue;
        number[i] = ++written;
        struct msim_row row = row_at(file, i);
        struct msim_page_row pages = {0};
        if (msim_page_sum(&file->context_pages, i))
            pages = *msim_page_sum(&file->context_pages, i);
        if (file->inlined)
            subtract_inlined(file, i, &row, &pages);
        put_context(file, context, parent_of(file, context, number), &row, &pages);
        if (file->inlined)
            written = put_inlined(file, i, written);
    }
    msim_put(file->text, "#E ");
    msim_put_number(file->text, written);
    msim_put(file->text, "\n");
}

static void put_tree_function(struct file *file, uint32_t number, uint32_t object, uint32_t source)
{
    msim_put(file->text, "#F ");
    msim_put_number(file->text, number);
    put_name(file, " ob=", OBJECT, object);
    put_name(file, " fl=", SOURCE, source);
    if (number < file->follower->callees.table.used)
        put_function_name(file, " fn=", number);
    else
        put_start_name(file, " fn=");
    msim_put(file->text, "\n");
}

static void put_inlined_functions(struct file *file)
{
    uint32_t first = file->follower->callees.table.used;
    for (uint32_t i = 0; file->inlined && i < file->nodes.functions.used; i++) {
        const struct msim_inlined_function *function = msim_table_at(&file->nodes.functions, i);
        msim_put(file->text, "#F ");
        msim_put_number(file->text, number_of_function(file, first + i));
        put_name(file, " ob=", OBJECT, function->object);
        put_name(file, " fl=", SOURCE, function->file + 1);
        put_name(file, " fn=", FUNCTION, function->name + 1);
        msim_put(file->text, "\n");
    }
}

static void put_tree_functions(struct file *file)
{
    uint32_t used = file->follower->callees.table.used;
    msim_put(file->text, "# memsim tree: 1\n");
    for (uint32_t i = 1; i < used; i++) {
        const struct msim_callee *callee = callee_at(file, i);
        put_tree_function(file, i, callee->object, callee->file + 1);
    }
    if (start_pages(file))
        put_tree_function(file, used, 0, 0);
    put_inlined_functions(file);
}

/* --- Build ids ---------------------------------------------------------------------------- */

/* The recorder makes them strings of the dictionary, which begin like this. */
static bool is_build_id(const char *text)
{
    for (const char *start = "# build-id: "; *start; start++, text++)
        if (*text != *start)
            return false;
    return true;
}

static void put_build_ids(struct file *file)
{
    const struct msim_dict *dict = file->profile->dict;
    uint32_t used = dict->strings.used;
    uint32_t *sorted = msim_get(file->mem, (used + 1) * sizeof *sorted, 8);
    for (uint32_t i = 0; i < used; i++)
        sorted[file->rank[i]] = i;
    for (uint32_t i = 0; i < used; i++) {
        const char *text = msim_dict_text(dict, sorted[i]);
        if (!is_build_id(text))
            continue;
        msim_put_name(file->text, text);
        msim_put(file->text, "\n");
    }
}

/* --- The file ----------------------------------------------------------------------------- */

static void put_header(struct file *file, const struct msim_about *about,
                       const struct msim_row *total, const struct msim_page_row *pages)
{
    msim_put(file->text,
             "# callgrind format\nversion: 1\ncreator: memsim " MEMSIM_VERSION "\ncmd: ");
    msim_put_name(file->text, about->command);
    msim_put(file->text, "\n");
    msim_put_simulated(file->text, file->machine, about);
    msim_put(file->text,
             file->instructions ? "positions: instr line\nevents:" : "positions: line\nevents:");
    msim_put_events(file->text, file->machine);
    if (file->pages->on)
        msim_put_page_names(file->text);
    msim_put(file->text, "\nsummary:");
    put_counts(file, total, pages);
}

void msim_calls_write(const struct msim_calls_report *report, const struct msim_mem *mem,
                      const struct msim_about *about, const struct msim_sink *sink)
{
    struct msim_text text;
    struct file file = {.text = &text,
                        .follower = report->follower,
                        .profile = report->profile,
                        .machine = report->machine,
                        .pages = report->pages,
                        .inlined = report->inlined,
                        .mem = mem,
                        .instructions = report->follower->callees.instructions};
    struct msim_row total = msim_profile_total(file.profile);
    struct msim_page_row pages = msim_page_total(file.pages);
    msim_text_init(&text, sink);
    put_header(&file, about, &total, &pages);
    prepare_names(&file);
    if (file.instructions)
        msim_code_parts_find(&file.code, mem, &file.follower->callees);
    msim_page_sums_of_contexts(&file.context_pages, mem, &file.follower->tree, file.pages);
    find_lines(&file);
    msim_edges_find(&file.edges, mem, &file.follower->tree, &file.context_pages, file.line_of);
    file.shown = shown_contexts(&file);
    if (file.inlined)
        msim_nodes_find(&file.nodes, mem, file.follower, file.inlined, file.pages, file.shown);
    put_functions(&file);
    msim_put(&text, "\ntotals:");
    put_counts(&file, &total, &pages);
    if (file.instructions)
        put_build_ids(&file);
    put_tree_functions(&file);
    put_tree(&file);
    msim_text_flush(&text);
}
