/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The file of intervals; docs/format.md has its grammar.
 *
 * Functions and parts are named before the rows, in the order in which they first occur; rows refer
 * to them by number.  Equal runs thus give equal files.
 */
#include "engine/machine/cycles.h"
#include "engine/machine/names.h"
#include "engine/machine/oneline.h"
#include "engine/report/partlines.h"
#include "intervals.h"

struct file {
    const struct msim_intervals *intervals;
    const struct msim_machine *machine;
    const struct msim_dict *dict;
    struct msim_text text;
    struct msim_row total;
    uint32_t *function, *part; /* their numbers in the file; 0: none */
};

static const char *const units[] = {"i", "ms", "B"};

static void put_field(struct file *file, uint64_t number)
{
    msim_put(&file->text, "\t");
    msim_put_number(&file->text, number);
}

static void put_pair(struct file *file, const char *before, uint64_t number, const char *after)
{
    msim_put(&file->text, before);
    msim_put_number(&file->text, number);
    msim_put(&file->text, after);
}

/* --- Names -------------------------------------------------------------------------------- */

/* Writes the names of the regions, outermost first; numbers of outer parts are smaller, and so are
 * depths. */
static void put_path(struct file *file, uint32_t part)
{
    const struct msim_part_tree *tree = &file->intervals->sim->parts.open.tree;
    uint32_t names[MSIM_PART_DEPTH_MAX], used = msim_run_part_at(tree, part)->depth;
    for (uint32_t i = used; i-- > 0; part = msim_run_part_at(tree, part)->outer)
        names[i] = msim_run_part_at(tree, part)->name;
    for (uint32_t i = 0; i < used; i++) {
        msim_put(&file->text, i ? "\t" : "# part: ");
        msim_put_part_name(&file->text, file->dict, names[i]);
    }
    msim_put(&file->text, "\n");
}

static void name_parts(struct file *file, const struct msim_largest *parts, uint32_t *used)
{
    const struct msim_part_tree *tree = &file->intervals->sim->parts.open.tree;
    for (uint32_t i = 0; i < parts->used; i++) {
        uint32_t number = parts->number[i];
        if (file->part[number] || !msim_run_part_at(tree, number)->depth)
            continue;
        file->part[number] = ++*used;
        put_path(file, number);
    }
}

/* The file of a function is that of its site that was described first. */
static void name_functions(struct file *file, const struct msim_largest *functions,
                           const uint32_t *file_of, uint32_t *used)
{
    for (uint32_t i = 0; i < functions->used; i++) {
        uint32_t name = functions->number[i];
        if (file->function[name])
            continue;
        file->function[name] = ++*used;
        msim_put(&file->text, "# function: ");
        msim_put_name(&file->text, msim_dict_text(file->dict, name));
        msim_put(&file->text, "\t");
        msim_put_name(&file->text, msim_dict_text(file->dict, file_of[name]));
        msim_put(&file->text, "\n");
    }
}

/* The file of each function, by the number of its name. */
static uint32_t *files_of(const struct file *file)
{
    const struct msim_dict *dict = file->dict;
    uint32_t *file_of =
        msim_get(file->intervals->mem, (dict->strings.used + 1) * sizeof *file_of, 8);
    for (uint32_t i = dict->sites.used; i-- > 0;) {
        const struct msim_site *site = msim_dict_site_at(dict, i);
        file_of[msim_interval_function(dict, site)] = site->file;
    }
    return file_of;
}

static void put_names(struct file *file)
{
    const struct msim_intervals *intervals = file->intervals;
    uint32_t rows = msim_intervals_used(intervals), used = 0;
    struct msim_row counts;
    for (uint32_t i = 0; i < rows; i++) {
        struct msim_interval row = msim_intervals_row(intervals, i, &counts);
        name_parts(file, &row.parts, &used);
    }
    const uint32_t *file_of = files_of(file);
    used = 0;
    for (uint32_t i = 0; i < rows; i++) {
        struct msim_interval row = msim_intervals_row(intervals, i, &counts);
        name_functions(file, &row.functions, file_of, &used);
    }
}

/* --- Head and rows ------------------------------------------------------------------------ */

/* Counts of companions are not kept over time. */
static bool has_column(const struct file *file, enum msim_kind kind, enum msim_count count)
{
    return !msim_is_full_count(count) && msim_has_count(file->machine, kind, count);
}

/* Those of observers come last, as in a file of counts. */
static bool is_observed(enum msim_kind kind, enum msim_count count)
{
    return !msim_counted[count].column[kind].name;
}

/* All columns: names, or numbers if there is a row. */
static void put_columns(struct file *file, const struct msim_row *row)
{
    for (unsigned i = 0; i < 2 * MSIM_KINDS * MSIM_ALL_COUNTS; i++) {
        enum msim_kind kind = i / MSIM_ALL_COUNTS % MSIM_KINDS;
        enum msim_count count = i % MSIM_ALL_COUNTS;
        bool last = i >= MSIM_KINDS * MSIM_ALL_COUNTS;
        if (!has_column(file, kind, count) || is_observed(kind, count) != last)
            continue;
        if (row) {
            put_field(file, row->count[kind][count]);
            continue;
        }
        msim_put(&file->text, "\t");
        msim_put(&file->text, msim_event_name(file->machine, kind, count));
    }
}

static void put_head(struct file *file, const struct msim_about *about)
{
    const struct msim_interval_rows *rows = &file->intervals->rows;
    struct msim_cycles cycles;
    msim_put(&file->text, "# memsim time 1\n# command: ");
    msim_put_name(&file->text, about->command);
    msim_put(&file->text, "\n");
    msim_put_incomplete(&file->text, "# note: ", about);
    msim_put(&file->text, "# machine: ");
    msim_put_machine(&file->text, file->machine);
    if (msim_cycles_init(&cycles, file->machine)) {
        msim_put(&file->text, "\n# cycles: ");
        msim_cycles_put(&file->text, &cycles);
        msim_put_sampled(&file->text, "\n# sampled: ", file->machine);
    }
    msim_put(&file->text, "\n");
    if (about->dict)
        msim_put_fingerprint(&file->text, "# ", about->dict);
    put_pair(file, "# interval: ", rows->length, " ");
    msim_put(&file->text, units[file->intervals->unit]);
    msim_put(&file->text, "\n");
    if (rows->joined > 1)
        put_pair(file, "# joined: ", rows->joined, "\n");
    put_names(file);
    msim_put(&file->text, "# from\tto");
    if (file->intervals->unit) {
        msim_put(&file->text, "\t");
        msim_put(&file->text, units[file->intervals->unit]);
    }
    put_columns(file, NULL);
    msim_put(&file->text, "\tparts\tfunctions\n");
}

static void put_largest(struct file *file, const struct msim_largest *largest,
                        const uint32_t *numbers)
{
    const char *before = "\t";
    for (uint32_t i = 0; i < largest->used; i++) {
        if (!numbers[largest->number[i]])
            continue;
        put_pair(file, before, numbers[largest->number[i]], ":");
        msim_put_number(&file->text, largest->sum[i]);
        before = ",";
    }
    if (*before == '\t')
        msim_put(&file->text, "\t-");
}

static void put_mark(struct file *file, const struct msim_time_mark *mark)
{
    put_pair(file, "# mark: ", mark->at, "");
    put_field(file, mark->thread);
    msim_put(&file->text, "\t");
    msim_put_name(&file->text, msim_dict_text(file->dict, mark->text));
    msim_put(&file->text, "\n");
}

/* Marks precede the row that contains them. */
static void put_rows(struct file *file)
{
    const struct msim_intervals *intervals = file->intervals;
    uint32_t rows = msim_intervals_used(intervals), mark = 0;
    uint64_t from = intervals->from;
    for (uint32_t i = 0; i < rows; i++) {
        struct msim_row counts;
        struct msim_interval row = msim_intervals_row(intervals, i, &counts);
        for (; mark < intervals->marks.used; mark++) {
            const struct msim_time_mark *next =
                MSIM_TABLE_AT(&intervals->marks, mark, struct msim_time_mark);
            if (next->at >= row.to && i + 1 < rows)
                break;
            put_mark(file, next);
        }
        msim_put_number(&file->text, from);
        put_field(file, row.to);
        if (intervals->unit)
            put_field(file, row.clock);
        put_columns(file, &counts);
        put_largest(file, &row.parts, file->part);
        put_largest(file, &row.functions, file->function);
        msim_put(&file->text, "\n");
        msim_row_add(&file->total, &counts);
        from = row.to;
    }
}

void msim_intervals_file(void *self, const struct msim_about *about, const struct msim_sink *sink)
{
    const struct msim_intervals *intervals = self;
    struct file file = {.intervals = intervals, .machine = intervals->machine};
    const struct msim_part_tree *tree = &intervals->sim->parts.open.tree;
    file.dict = intervals->sim->dict;
    file.function =
        msim_get(intervals->mem, (file.dict->strings.used + 1) * sizeof *file.function, 8);
    file.part = msim_get(intervals->mem, (tree->parts.used + 1) * sizeof *file.part, 8);
    msim_text_init(&file.text, sink);
    put_head(&file, about);
    put_rows(&file);
    if (intervals->marks_left_out)
        put_pair(&file, "# marks left out: ", intervals->marks_left_out, "\n");
    msim_put(&file.text, "#total");
    put_columns(&file, &file.total);
    msim_put(&file.text, "\n#end");
    put_field(&file, msim_intervals_used(intervals));
    msim_put(&file.text, "\n");
    msim_text_flush(&file.text);
}
