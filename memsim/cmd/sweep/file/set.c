/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Joins the parts of a sweep; see set.h.
 *
 * Cells and shares are sorted, which makes duplicates neighbours: of those with the same counts,
 * one is kept; different counts are an error at the later place.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/machine/names.h"
#include "set.h"

uint64_t msim_missed_of(const struct msim_missed *misses, enum msim_of of)
{
    switch (of) {
    case MSIM_OF_READ:
        return misses->read;
    case MSIM_OF_WRITE:
        return misses->write;
    case MSIM_OF_INSTRUCTION:
        return misses->instruction;
    case MSIM_OF_ALL:
        break;
    }
    return misses->read + misses->write + misses->instruction;
}

int msim_cell_order(const struct msim_cell_key *a, const struct msim_cell_key *b)
{
    int order = msim_compare(a->level, b->level);
    if (!order)
        order = msim_compare(a->size, b->size);
    if (!order) /* 0, full, sorts as the largest */
        order = msim_compare(a->ways - 1, b->ways - 1);
    if (!order)
        order = msim_compare(a->line, b->line);
    return order;
}

static int order_of_cells(const void *left, const void *right)
{
    const struct msim_swept_cell *a = left, *b = right;
    return msim_cell_order(&a->key, &b->key);
}

static int order_of_functions(const struct msim_function_share *a,
                              const struct msim_function_share *b)
{
    int order = msim_compare(a->key.level, b->key.level);
    if (!order)
        order = strcmp(a->function, b->function);
    if (!order)
        order = strcmp(a->file, b->file);
    return order;
}

static int order_of_shares(const void *left, const void *right)
{
    const struct msim_function_share *a = left, *b = right;
    int order = order_of_functions(a, b);
    return order ? order : msim_cell_order(&a->key, &b->key);
}

/* Equals stay in the order in which they were read, so that an error is at the later one. */
static int order_of_places(const struct msim_swept_place *a, const struct msim_swept_place *b)
{
    int order = msim_compare(a->part, b->part);
    return order ? order : msim_compare(a->line, b->line);
}

static int order_with_place(const void *left, const void *right)
{
    const struct msim_swept_cell *a = left, *b = right;
    int order = order_of_cells(a, b);
    return order ? order : order_of_places(&a->place, &b->place);
}

static int share_order_with_place(const void *left, const void *right)
{
    const struct msim_function_share *a = left, *b = right;
    int order = order_of_shares(a, b);
    return order ? order : order_of_places(&a->place, &b->place);
}

static bool same_misses(const struct msim_missed *a, const struct msim_missed *b)
{
    return a->read == b->read && a->write == b->write && a->instruction == b->instruction;
}

static bool differ(struct msim_swept *sweep, const char *what, struct msim_swept_place a,
                   struct msim_swept_place b)
{
    return msim_file_error_set(&sweep->error, b.file, b.line,
                               "this %s has different counts in %s:%zu", what, a.file, a.line);
}

static bool join_cells(struct msim_swept *sweep)
{
    size_t kept = 0;
    for (size_t i = 0; i < sweep->cells; i++) {
        const struct msim_swept_cell *next = &sweep->cell[i];
        const struct msim_swept_cell *last = kept ? &sweep->cell[kept - 1] : NULL;
        if (!last || order_of_cells(last, next) != 0)
            sweep->cell[kept++] = *next;
        else if (last->references != next->references || !same_misses(&last->misses, &next->misses))
            return differ(sweep, "cell", last->place, next->place);
    }
    sweep->cells = kept;
    return true;
}

static bool is_part_of(const struct msim_missed *part, const struct msim_missed *whole)
{
    return part->read <= whole->read && part->write <= whole->write &&
           part->instruction <= whole->instruction;
}

static bool join_shares(struct msim_swept *sweep)
{
    size_t kept = 0;
    for (size_t i = 0; i < sweep->shares; i++) {
        const struct msim_function_share *next = &sweep->share[i];
        const struct msim_function_share *last = kept ? &sweep->share[kept - 1] : NULL;
        const struct msim_swept_cell *cell = msim_swept_find(sweep, &next->key);
        if (!cell)
            return msim_file_error_set(&sweep->error, next->place.file, next->place.line,
                                       "expected a function of one of the cells");
        if (!is_part_of(&next->misses, &cell->misses))
            return msim_file_error_set(&sweep->error, next->place.file, next->place.line,
                                       "this function has more misses than its cell in %s:%zu",
                                       cell->place.file, cell->place.line);
        if (!last || order_of_shares(last, next) != 0)
            sweep->share[kept++] = *next;
        else if (!same_misses(&last->misses, &next->misses))
            return differ(sweep, "function", last->place, next->place);
    }
    sweep->shares = kept;
    return true;
}

bool msim_swept_join(struct msim_swept *sweep)
{
    /* An empty array may be NULL, which qsort does not accept. */
    msim_sort(sweep->cell, sweep->cells, sizeof *sweep->cell, order_with_place);
    msim_sort(sweep->share, sweep->shares, sizeof *sweep->share, share_order_with_place);
    return join_cells(sweep) && join_shares(sweep);
}

static bool is_chosen(const struct msim_swept_choice *choice, const struct msim_cell_key *key)
{
    return choice->levels >> key->level & 1 &&
           (choice->ways == MSIM_ANY || choice->ways == key->ways) &&
           (choice->line == MSIM_ANY || choice->line == key->line);
}

void msim_swept_select(struct msim_swept *sweep, const struct msim_swept_choice *choice)
{
    size_t kept = 0;
    for (size_t i = 0; i < sweep->cells; i++)
        if (is_chosen(choice, &sweep->cell[i].key))
            sweep->cell[kept++] = sweep->cell[i];
    sweep->cells = kept;
    kept = 0;
    for (size_t i = 0; i < sweep->shares; i++)
        if (is_chosen(choice, &sweep->share[i].key))
            sweep->share[kept++] = sweep->share[i];
    sweep->shares = kept;
}

/* A function's shares, [from, end), and their sum, by which functions of a level are ordered. */
struct cost {
    size_t from, end;
    enum msim_level level;
    double misses; /* may exceed 64 bits */
};

static int dearest_first(const void *left, const void *right)
{
    const struct cost *a = left, *b = right;
    if (a->level != b->level)
        return msim_compare(a->level, b->level);
    if (a->misses != b->misses)
        return a->misses < b->misses ? 1 : -1;
    return msim_compare(a->from, b->from);
}

static struct cost *costs_of(const struct msim_swept *sweep, size_t *used)
{
    struct cost *cost = NULL;
    *used = 0;
    for (size_t at = 0, end; at < sweep->shares; at = end) {
        end = msim_swept_function_end(sweep, at);
        struct cost sum = {at, end, sweep->share[at].key.level, 0};
        for (size_t i = at; i < end; i++)
            sum.misses += (double)msim_missed_of(&sweep->share[i].misses, MSIM_OF_ALL);
        MSIM_PUSH(cost, *used, sum);
    }
    return cost;
}

void msim_swept_keep(struct msim_swept *sweep, size_t functions)
{
    size_t used, kept = 0, rank = 0;
    struct cost *cost = costs_of(sweep, &used);
    struct msim_function_share *share = msim_zeroed(sweep->shares + 1, sizeof *share);
    msim_sort(cost, used, sizeof *cost, dearest_first);
    for (size_t i = 0; i < used; i++) {
        rank = i > 0 && cost[i].level == cost[i - 1].level ? rank + 1 : 0;
        if (rank >= functions)
            continue;
        for (size_t k = cost[i].from; k < cost[i].end; k++)
            share[kept++] = sweep->share[k];
    }
    MSIM_FREE(sweep->share, cost);
    sweep->share = share;
    sweep->shares = kept;
    msim_sort(sweep->share, kept, sizeof *sweep->share, order_of_shares);
}

const struct msim_swept_cell *msim_swept_find(const struct msim_swept *sweep,
                                              const struct msim_cell_key *key)
{
    struct msim_swept_cell sought = {.key = *key};
    if (!sweep->cells)
        return NULL;
    return bsearch(&sought, sweep->cell, sweep->cells, sizeof *sweep->cell, order_of_cells);
}

size_t msim_swept_level_end(const struct msim_swept *sweep, size_t from)
{
    size_t end = from;
    while (end < sweep->cells && sweep->cell[end].key.level == sweep->cell[from].key.level)
        end++;
    return end;
}

size_t msim_swept_function_end(const struct msim_swept *sweep, size_t from)
{
    size_t end = from;
    while (end < sweep->shares && !order_of_functions(&sweep->share[from], &sweep->share[end]))
        end++;
    return end;
}

void msim_swept_free(struct msim_swept *sweep)
{
    for (size_t i = 0; i < sweep->files; i++)
        free(sweep->bytes[i]);
    MSIM_FREE(sweep->bytes, sweep->fact, sweep->cell, sweep->share);
}

/* --- A file of it ------------------------------------------------------------------------- */

static void put_key(FILE *to, const struct msim_cell_key *key)
{
    fprintf(to, "%s\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, msim_level_name(key->level), key->size,
            key->ways, key->line);
}

static void put_misses(FILE *to, const struct msim_missed *misses)
{
    fprintf(to, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64, misses->read, misses->write,
            misses->instruction);
}

void msim_swept_part(const struct msim_swept *sweep, FILE *to)
{
    fprintf(to, "# memsim sweep 1\n# command: %s\n# machine: %s\n", sweep->command, sweep->machine);
    for (size_t i = 0; i < sweep->facts; i++)
        fprintf(to, "# %s\n", sweep->fact[i]);
    fputs("# level\tsize\tways\tline\treferences\tread misses\twrite misses\tinstruction misses\n",
          to);
    for (size_t i = 0; i < sweep->cells; i++) {
        put_key(to, &sweep->cell[i].key);
        fprintf(to, "\t%" PRIu64, sweep->cell[i].references);
        put_misses(to, &sweep->cell[i].misses);
        fputc('\n', to);
    }
    for (size_t i = 0; i < sweep->shares; i++) {
        fputs("#fn\t", to);
        put_key(to, &sweep->share[i].key);
        put_misses(to, &sweep->share[i].misses);
        fprintf(to, "\t%s\t%s\n", sweep->share[i].function, sweep->share[i].file);
    }
    fprintf(to, "#end\t%zu\n", sweep->cells);
}
