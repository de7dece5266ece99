/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The tree of contexts at the end of the file, in comments: its functions, and a line for each
 * context.
 *
 * Inlined calls are contexts only here: for other readers, their costs are those of the function
 * that contains the code.
 */
#include "callfile.h"

static char letter_of(const struct msim_context *context)
{
    if (context->folded && context->parent)
        return 'f';
    return "-tscj-"[context->kind];
}

/* Contexts that count nothing, as their descendants do, are not shown: a forked child has those of
 * its parent. */
const bool *msim_callfile_shown(const struct msim_callfile *file)
{
    bool *shown = msim_get(file->mem, msim_callfile_contexts(file) * sizeof *shown, 8);
    for (uint32_t i = msim_callfile_contexts(file); i-- > 1;) {
        struct msim_row row = msim_callfile_row(file, i);
        shown[i] |= msim_callfile_context(file, i)->calls || !msim_row_is_zero(&row) ||
                    msim_page_sum(&file->context_pages, i);
        shown[msim_callfile_context(file, i)->parent] |= shown[i];
    }
    return shown;
}

/* `pages` may be NULL, or zero. */
static void put_node(struct msim_callfile *file, char kind, const uint64_t *numbers,
                     const struct msim_row *row, const struct msim_page_row *pages)
{
    char start[] = {'#', 'N', ' ', kind, 0};
    msim_put(file->text, start);
    for (unsigned i = 0; i < 4; i++) { /* parent, function, line, calls */
        msim_put(file->text, " ");
        msim_put_number(file->text, numbers[i]);
    }
    msim_callfile_put_counts(file, row, pages && !msim_page_row_is_zero(pages) ? pages : NULL);
}

/* Functions that are only inlined are numbered after all others. */
static uint32_t number_of_function(const struct msim_callfile *file, uint32_t function)
{
    if (function < file->follower->callees.table.used)
        return file->tree_number[function];
    return msim_callfile_start_pages(file) ? function + 1 : function;
}

static void put_context(struct msim_callfile *file, const struct msim_context *context,
                        uint32_t parent, const struct msim_row *row,
                        const struct msim_page_row *pages)
{
    bool has_place = context->kind == MSIM_CONTEXT_CALL || context->kind == MSIM_CONTEXT_JUMP;
    uint32_t line = context->place;
    if (has_place)
        line = context->place ? msim_callfile_site(file, context->place - 1)->line : 0;
    uint32_t function = context->function;
    if (function < file->follower->callees.table.used)
        function = file->tree_number[function];
    const uint64_t numbers[] = {parent, function, line, context->calls};
    put_node(file, letter_of(context), numbers, row, pages);
}

/* --- Inlined calls ------------------------------------------------------------------------ */

/* The inlined calls of a context, those around others first; returns the last number used. */
static uint32_t put_inlined(struct msim_callfile *file, uint32_t context, uint32_t number)
{
    uint32_t of_context = number;
    for (uint32_t i = file->nodes.first[context]; i < file->nodes.first[context + 1]; i++) {
        struct msim_node *node = msim_node_at(&file->nodes, i);
        const struct msim_node_counts *counts = &file->nodes.now[i - file->nodes.first[context]];
        const struct msim_inlined *call = msim_dict_inlined_at(file->profile->dict, node->inlined);
        uint32_t parent =
            call->outer ? msim_node_of(&file->nodes, context, call->outer)->number : of_context;
        const uint64_t numbers[] = {parent, number_of_function(file, node->function), call->line,
                                    0};
        node->number = ++number;
        put_node(file, 'i', numbers, &counts->row, &counts->pages);
    }
    return number;
}

/* Takes away what inlined calls count in a context. */
static void subtract_inlined(const struct msim_callfile *file, uint32_t context,
                             struct msim_row *row, struct msim_page_row *pages)
{
    for (uint32_t i = file->nodes.first[context]; i < file->nodes.first[context + 1]; i++) {
        const struct msim_node_counts *counts = &file->nodes.now[i - file->nodes.first[context]];
        msim_callfile_subtract(row, &counts->row);
        for (unsigned count = 0; count < MSIM_PAGE_COUNTS; count++)
            pages->count[count] -= counts->pages.count[count];
    }
}

/* The number of what a context was called from: its parent, or an inlined call there. */
static uint32_t parent_of(const struct msim_callfile *file, const struct msim_context *context,
                          const uint32_t *number)
{
    uint32_t inlined = file->inlined ? msim_context_inlined(file->follower, context) : 0;
    const struct msim_node *node =
        inlined ? msim_node_of(&file->nodes, context->parent, inlined) : NULL;
    return node ? node->number : number[context->parent];
}

/* --- All of the tree ---------------------------------------------------------------------- */

/* It has the number after those of all functions. */
static void put_start_context(struct msim_callfile *file)
{
    static const struct msim_row none;
    const struct msim_context start = {.kind = MSIM_CONTEXT_THREAD,
                                       .function = file->follower->callees.table.used};
    put_context(file, &start, 0, &none, msim_callfile_start_pages(file));
}

static void put_contexts(struct msim_callfile *file)
{
    uint32_t used = msim_callfile_contexts(file), written = 0;
    uint32_t *number = file->number = msim_get(file->mem, used * sizeof *number, 8);
    if (msim_callfile_start_pages(file)) {
        written++;
        put_start_context(file);
    }
    for (uint32_t i = 1; i < used; i++) {
        const struct msim_context *context = msim_callfile_context(file, i);
        if (!file->shown[i])
            continue;
        number[i] = ++written;
        struct msim_row row = msim_callfile_row(file, i);
        struct msim_page_row pages = {0};
        if (msim_page_sum(&file->context_pages, i))
            pages = *msim_page_sum(&file->context_pages, i);
        if (file->inlined) {
            msim_nodes_load(&file->nodes, i);
            subtract_inlined(file, i, &row, &pages);
        }
        put_context(file, context, parent_of(file, context, number), &row, &pages);
        if (file->inlined)
            written = put_inlined(file, i, written);
    }
    msim_callfile_put_parts(file);
    msim_put(file->text, "#E ");
    msim_put_number(file->text, written);
    msim_put(file->text, "\n");
}

static void put_function(struct msim_callfile *file, uint32_t number, uint32_t object,
                         uint32_t source)
{
    bool called = number < file->follower->callees.table.used;
    msim_put(file->text, "#F ");
    msim_put_number(file->text, called ? file->tree_number[number] : number);
    msim_callfile_put_name(file, " ob=", MSIM_NAME_OBJECT, object);
    msim_callfile_put_name(file, " fl=", MSIM_NAME_SOURCE, source);
    if (called)
        msim_callfile_put_function(file, " fn=", number);
    else
        msim_callfile_put_start(file, " fn=");
    msim_put(file->text, "\n");
}

static void put_inlined_functions(struct msim_callfile *file)
{
    uint32_t first = file->follower->callees.table.used;
    for (uint32_t i = 0; file->inlined && i < file->nodes.functions.used; i++) {
        const struct msim_inlined_function *function = msim_table_at(&file->nodes.functions, i);
        msim_put(file->text, "#F ");
        msim_put_number(file->text, number_of_function(file, first + i));
        msim_callfile_put_name(file, " ob=", MSIM_NAME_OBJECT, function->object);
        msim_callfile_put_name(file, " fl=", MSIM_NAME_SOURCE, function->file + 1);
        msim_callfile_put_inlined(file, " fn=", function->name);
        msim_put(file->text, "\n");
    }
}

/* Functions are numbered in the order in which they were described, and those that only an address
 * names after them: these are made while the program runs, between chunks of descriptions or after,
 * as the other observers' events fill the chunks. */
static void put_functions(struct msim_callfile *file)
{
    uint32_t used = file->follower->callees.table.used, written = 0;
    file->tree_number = msim_get(file->mem, (used + 1) * sizeof *file->tree_number, 8);
    for (unsigned parts = 0; parts < 2; parts++)
        for (uint32_t i = 1; i < used; i++) {
            const struct msim_callee *callee = msim_callfile_callee(file, i);
            if ((callee->address != 0) != parts)
                continue;
            file->tree_number[i] = ++written;
            put_function(file, i, callee->object, msim_callfile_source(callee));
        }
    if (msim_callfile_start_pages(file))
        put_function(file, used, 0, 0);
    put_inlined_functions(file);
}

void msim_callfile_put_tree(struct msim_callfile *file)
{
    msim_put(file->text, "# memsim tree: 1\n");
    put_functions(file);
    put_contexts(file);
}
