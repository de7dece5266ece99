/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of a sweep; docs/format.md has its grammar.
 *
 * Readers may ignore lines that begin with #; each other line is one cell.  Cells are in the grid's
 * order; functions are sorted by misses, summed over the cells of their level, largest first, then
 * by name and file.  Equal runs thus give equal files.
 */
#include "engine/base/sort.h"
#include "engine/machine/names.h"
#include "engine/machine/oneline.h"
#include "engine/report/objectname.h"
#include "sweep.h"

struct file {
    const struct msim_sweep *sweep;
    const struct msim_grid *grid;
    const struct msim_dict *dict;
    struct msim_text text;
    uint64_t *cost; /* by function, of one level */
};

static void put_field(struct file *file, uint64_t number)
{
    msim_put(&file->text, "\t");
    msim_put_number(&file->text, number);
}

/* level size ways line */
static void put_cell(struct file *file, const struct msim_cell *cell)
{
    msim_put(&file->text, msim_level_name(cell->level));
    put_field(file, cell->geometry.units);
    put_field(file, cell->full ? 0 : cell->geometry.ways);
    put_field(file, cell->geometry.line);
}

static void put_misses(struct file *file, struct msim_misses misses)
{
    put_field(file, misses.of[MSIM_READ]);
    put_field(file, misses.of[MSIM_WRITE]);
    put_field(file, misses.of[MSIM_FETCH]);
}

static void put_header(struct file *file, const struct msim_about *about)
{
    msim_put(&file->text, "# memsim sweep 1\n# command: ");
    msim_put_name(&file->text, about->command);
    msim_put(&file->text, "\n");
    msim_put_incomplete(&file->text, "# note: ", about);
    msim_put(&file->text, "# machine: ");
    msim_put_machine(&file->text, file->sweep->machine);
    msim_put(&file->text, "\n");
    if (about->dict)
        msim_put_fingerprint(&file->text, "# ", about->dict);
    msim_put(&file->text, "# level\tsize\tways\tline\treferences\tread misses\twrite misses\t"
                          "instruction misses\n");
}

/* --- Functions ---------------------------------------------------------------------------- */

static const struct msim_function *function_at(const struct file *file, uint32_t number)
{
    return msim_function_at(&file->sweep->functions, number);
}

static int compare(const struct file *file, uint32_t a, uint32_t b)
{
    return msim_compare_text(msim_dict_text(file->dict, a), msim_dict_text(file->dict, b));
}

static bool costs_more(const void *context, uint32_t a, uint32_t b)
{
    const struct file *file = context;
    const struct msim_function *one = function_at(file, a), *other = function_at(file, b);
    if (file->cost[a] != file->cost[b])
        return file->cost[a] > file->cost[b];
    int names = compare(file, one->name, other->name);
    int files = names ? names : compare(file, one->file, other->file);
    if (files || !one->object || !other->object)
        return files ? files < 0 : one->object < other->object;
    return compare(file, one->object - 1, other->object - 1) < 0;
}

static uint64_t cost_of(const struct file *file, enum msim_level level, uint32_t function)
{
    uint64_t cost = 0;
    for (uint32_t i = 0; i < file->grid->used; i++) {
        const struct msim_cell *cell = &file->grid->cells[i];
        if (cell->level != level)
            continue;
        struct msim_misses misses = msim_sweep_misses_by(file->sweep, cell, function);
        cost += misses.of[MSIM_FETCH] + misses.of[MSIM_READ] + misses.of[MSIM_WRITE];
    }
    return cost;
}

static void put_function(struct file *file, enum msim_level level, uint32_t number)
{
    const struct msim_function *function = function_at(file, number);
    for (uint32_t i = 0; i < file->grid->used; i++) {
        const struct msim_cell *cell = &file->grid->cells[i];
        if (cell->level != level)
            continue;
        msim_put(&file->text, "#fn\t");
        put_cell(file, cell);
        put_misses(file, msim_sweep_misses_by(file->sweep, cell, number));
        msim_put(&file->text, "\t");
        msim_put_function_in(&file->text, file->dict, function->name, function->object);
        msim_put(&file->text, "\t");
        msim_put_name(&file->text, msim_dict_text(file->dict, function->file));
        msim_put(&file->text, "\n");
    }
}

static void put_functions(struct file *file, enum msim_level level)
{
    const struct msim_mem *mem = file->sweep->mem;
    uint32_t used = file->sweep->functions.functions.used;
    file->cost = msim_get(mem, ((size_t)used + 1) * sizeof *file->cost, 8);
    for (uint32_t i = 0; i < used; i++)
        file->cost[i] = cost_of(file, level, i);
    const uint32_t *sorted = msim_sorted(mem, used, costs_more, file);
    for (uint32_t i = 0; i < used && i < file->sweep->listed && file->cost[sorted[i]]; i++)
        put_function(file, level, sorted[i]);
}

/* --- The file ----------------------------------------------------------------------------- */

static void put_totals(struct file *file)
{
    for (uint32_t i = 0; i < file->grid->used; i++) {
        const struct msim_cell *cell = &file->grid->cells[i];
        put_cell(file, cell);
        put_field(file, msim_sweep_references(file->sweep, cell->level));
        put_misses(file, msim_sweep_misses(file->sweep, cell));
        msim_put(&file->text, "\n");
    }
}

void msim_sweep_file(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    const struct msim_sweep *sweep = self;
    struct file file = {.sweep = sweep, .grid = sweep->grid, .dict = sweep->functions.dict};
    msim_text_init(&file.text, sink);
    put_header(&file, about);
    put_totals(&file);
    for (uint32_t i = 0; i < file.grid->used; i++)
        if (i == 0 || file.grid->cells[i].level != file.grid->cells[i - 1].level)
            put_functions(&file, file.grid->cells[i].level);
    msim_put(&file.text, "#end");
    put_field(&file, file.grid->used);
    msim_put(&file.text, "\n");
    msim_text_flush(&file.text);
}
