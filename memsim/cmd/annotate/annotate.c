/* SPDX-License-Identifier: GPL-2.0-or-later */
/* memsim annotate FILE [SOURCE...]: which lines, functions and files the counts belong to. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "view.h"
#include "cmd/cmd.h"
#include "cmd/base/grow.h"
#include "heat.h"
#include "cmd/base/human.h"
#include "cmd/counts/load.h"
#include "source.h"
#include "cmd/files/wholefile.h"

static const char usage[] = "annotate FILE [SOURCE...] [options]";

/* WIDTH: of text that goes to no terminal. */
enum { WIDTH = 120, CONTEXT = 8, CONTEXT_MAX = 1000000000, WIDTH_MAX = 100000 };
static const double usual_threshold = 0.1;

static const char *sort, *show, *threshold, *context, *automatic, *per, *format, *width, *out,
    *cycles;

static const struct msim_arg options[] = {
    {"--sort", "COLUMN,...", "by the first, where it is equal by the next [all events]", &sort},
    {"--show", "COLUMN,...", "columns: events, D1m/D, D1m:PTI, Cy, ... [all]", &show},
    {"--threshold", "PERCENT", "least share of the column sorted by that is shown [0.1]",
     &threshold},
    {"--context", "LINES", "source around lines with counts [8]", &context},
    {"--auto", "yes|no", "the sources of all functions shown [yes, with --per: no]", &automatic},
    {"--per", "KIND,...", "only this list: file, function, line, object", &per},
    {"--cycles", "NAME:N,...", "what Cy is made of [" MSIM_USUAL_CYCLES "]", &cycles},
    {"--format", "FORMAT", "text, json or csv (one list, with --per) [text]", &format},
    {"--width", "COLUMNS", "of text; 0: any [the terminal's, else 120]", &width},
    {"--out", "FILE", "there instead of on standard output", &out},
    {"-I", "DIR", "sources are in DIR too; also -IDIR, -I DIR, --include=DIR", NULL},
    {NULL, NULL, NULL, NULL}};

struct form {
    const char *name;
    void (*write)(const struct msim_view *, FILE *);
};

static const struct form forms[] = {
    {"text", msim_annotate_text}, {"json", msim_annotate_json}, {"csv", msim_annotate_csv}};

/* --- options ------------------------------------------------------------------------------------ */

/* Takes all forms of -I out of argv; the number of arguments left.  They may be many, which the table
 * of options cannot tell. */
static int take_includes(struct msim_view *view, int argc, char **argv)
{
    int left = 1;
    bool ended = false;
    for (int i = 1; i < argc; i++) {
        const char *folder = NULL;
        ended = ended || !strcmp(argv[i], "--");
        if (!ended && !strncmp(argv[i], "--include=", 10))
            folder = argv[i] + 10;
        else if (!ended && !strcmp(argv[i], "-I"))
            folder = i + 1 < argc ? argv[++i] : "";
        else if (!ended && !strncmp(argv[i], "-I", 2))
            folder = argv[i] + (argv[i][2] == '=' ? 3 : 2);
        if (!folder) {
            argv[left++] = argv[i];
            continue;
        }
        if (!*folder)
            msim_bad_usage("-I needs a folder: -I DIR");
        view->include = msim_room(view->include, view->includes, sizeof *view->include);
        view->include[view->includes++] = folder;
    }
    return left;
}

static double read_threshold(const char *text)
{
    char *end;
    double value = strtod(text, &end);
    if (*end == '%')
        end++;
    if (end == text || *end || !(value >= 0 && value <= 100) || strchr("+- \t\nxX", *text))
        msim_bad_usage("--threshold=%s: expected a number from 0 to 100", text);
    return value;
}

static size_t read_number(const char *option, const char *text, uint64_t most)
{
    uint64_t number;
    if (!msim_read_number(text, &number) || number > most)
        msim_bad_usage("%s=%s: expected a number from 0 to %llu", option, text,
                       (unsigned long long)most);
    return (size_t)number;
}

static bool read_yes(const char *option, const char *text)
{
    if (strcmp(text, "yes") != 0 && strcmp(text, "no") != 0)
        msim_bad_usage("%s=%s: expected yes or no", option, text);
    return *text == 'y';
}

static const struct form *read_form(const char *text)
{
    for (size_t i = 0; i < sizeof forms / sizeof *forms; i++)
        if (!strcmp(text, forms[i].name))
            return &forms[i];
    msim_bad_usage("--format=%s: expected text, json or csv", text);
}

static unsigned read_per(struct msim_view *view, const char *text)
{
    static const char *const names[] = {"object", "file", "function", "line"};
    unsigned lists = 0;
    for (const char *at = text;; at++) {
        size_t length = strcspn(at, ",");
        int found = MSIM_PERS;
        for (int i = 0; i < MSIM_PERS; i++)
            if (strlen(names[i]) == length && !strncmp(at, names[i], length))
                found = i;
        if (found == MSIM_PERS)
            msim_bad_usage("--per=%s: expected of file, function, line, object some, with commas "
                           "between them",
                           text);
        lists += !view->per[found];
        view->per[found] = true;
        at += length;
        if (!*at)
            return lists;
    }
}

/* Without --per: of text files, functions and sources; of JSON all lists but objects, which few files
 * have; of CSV the functions. */
static void choose_lists(struct msim_view *view, const struct form *form)
{
    bool text = form->write == msim_annotate_text, csv = form->write == msim_annotate_csv;
    if (per && read_per(view, per) > 1 && csv)
        msim_bad_usage("--per=%s: CSV is one list", per);
    if (!per) {
        view->per[MSIM_PER_FUNCTION] = true;
        view->per[MSIM_PER_FILE] = !csv;
        view->per[MSIM_PER_LINE] = !csv && !text;
    }
    view->sources = automatic ? read_yes("--auto", automatic) : !per;
    view->threshold = threshold ? read_threshold(threshold) : text ? usual_threshold : 0;
}

static void choose_width(struct msim_view *view)
{
    struct winsize window;
    view->colour = !out && msim_heat_wanted();
    view->width = WIDTH;
    if (!out && ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 && window.ws_col) {
        view->width = window.ws_col;
        view->cut = true;
    }
    if (width) {
        view->width = read_number("--width", width, WIDTH_MAX);
        view->cut = view->width > 0;
    }
}

/* --- what depends on the file ------------------------------------------------------------------- */

static void make_columns(struct msim_columns *columns, const struct msim_counts *counts,
                         const char *option, const char *list)
{
    char *error = msim_columns_make(columns, counts, cycles, list);
    if (error)
        msim_bad_input("%s=%s: %s", option, list, error);
}

/* Columns that are zero in every line go, unless they were named. */
static void fold(struct msim_view *view)
{
    size_t kept = 0, room = 1;
    struct msim_columns *columns = &view->show;
    for (size_t i = 0; i < columns->columns; i++)
        room += strlen(columns->column[i].name) + 1;
    view->folded = msim_zeroed(room, 1);
    view->named = show && strcmp(show, "all") != 0;
    if (view->named)
        return;
    for (size_t i = 0; i < columns->columns; i++) {
        struct msim_column column = columns->column[i];
        bool last = i + 1 == columns->columns && !kept;
        if (!last && msim_column_is_zero(&column, view->counts)) {
            strcat(strcat(view->folded, *view->folded ? " " : ""), column.name);
            free(column.name);
            free(column.weight);
            free(column.under);
        } else {
            columns->column[kept++] = column;
        }
    }
    columns->columns = kept;
}

/* Sources that were asked for must be there, before anything is printed. */
static void choose_sources(struct msim_view *view, char **name, int names)
{
    struct msim_source source;
    for (int i = 0; i < names; i++) {
        uint32_t file = msim_source_named(view->counts, name[i]);
        if (file == MSIM_NOTHING)
            msim_bad_input("%s: no counts for this file in '%s'", name[i], view->file);
        if (!msim_source_read(&source, view, view->counts->file[file].name))
            msim_bad_input("cannot read '%s': %s", view->counts->file[file].name, source.why);
        msim_source_free(&source);
        view->chosen = msim_room(view->chosen, view->chosen_files, sizeof *view->chosen);
        view->chosen[view->chosen_files++] = file;
    }
}

static int write_view(const struct msim_view *view, const struct form *form)
{
    struct msim_whole_file file;
    if (!out) {
        form->write(view, stdout);
        return msim_finish_stdout();
    }
    msim_whole_open(&file, out);
    form->write(view, file.to);
    msim_whole_close(&file, NULL);
    return MSIM_DONE;
}

int msim_annotate_main(int argc, char **argv)
{
    struct msim_view view = {0};
    struct msim_counts counts = {0};
    int names = msim_args(usage, options, take_includes(&view, argc, argv), argv);
    if (!names)
        msim_bad_usage("annotate: no file given; usage: memsim %s", usage);
    const struct form *form = read_form(format ? format : "text");
    char *error = cycles ? msim_cycles_check(cycles) : NULL;
    if (error)
        msim_bad_usage("--cycles=%s: %s", cycles, error);
    choose_lists(&view, form);
    choose_width(&view);
    view.context = context ? read_number("--context", context, CONTEXT_MAX) : CONTEXT;
    view.counts = &counts;
    view.file = argv[0];
    if (form->write != msim_annotate_text && names > 1)
        msim_bad_usage("%s: sources are for text; %s has lines", argv[1], form->name);
    msim_counts_load(&counts, argv[0], false, NULL);
    make_columns(&view.show, &counts, "--show", show ? show : "all");
    make_columns(&view.sort, &counts, "--sort", sort ? sort : "all");
    fold(&view);
    choose_sources(&view, argv + 1, names - 1);
    int status = write_view(&view, form);
    msim_columns_free(&view.show);
    msim_columns_free(&view.sort);
    free(view.folded);
    free(view.include);
    free(view.chosen);
    msim_counts_free(&counts);
    return status;
}
