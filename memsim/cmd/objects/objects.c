/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim objects: shows which data the program missed.
 *
 *     memsim objects FILE                  objects, costliest first; --object: one of them
 *     memsim objects TRACE [tool options]  first makes the file from a trace
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/data/model/rows.h"
#include "cmd/data/objects/set.h"
#include "cmd/data/typed/typed.h"
#include "cmd/draw/picture.h"
#include "cmd/files/lines.h"
#include "cmd/trace/source.h"
#include "dhat.h"
#include "present.h"

static const enum msim_file_kind kinds[] = {MSIM_FILE_OBJECTS, MSIM_FILE_TRACE, MSIM_FILE_UNKNOWN};

enum { LIMIT = 50 };
static const double usual_threshold = 0.5;

static const char *object, *sort, *show, *threshold, *limit, *wrapper, *type, *dhat, *dhat_counts;

static const struct msim_arg options[] = {
    {"--object", "NUMBER|NAME", "one object: who misses on it, how it is used, its structure",
     &object},
    {"--sort", "COLUMN,...", "sort by the first column; the next ones break ties [Cy]", &sort},
    {"--show", "COLUMN,...", "columns to show: all, D1m, D1mr, L2m, DTm, Cy, ... [what costs]",
     &show},
    {"--threshold", "PERCENT", "hide objects below this share of the first sort column [0.5]",
     &threshold},
    {"--limit", "N", "at most N rows of each table of text, 0 for no limit [50]", &limit},
    {.name = "--cycles"},
    {"--alloc-fn", "NAME",
     "a function that only passes requests on; * and ? match; may be repeated", &wrapper},
    {"--type", "SITE:TYPE",
     "what is allocated there, as in f:struct foo or f.c:12:struct foo; may be repeated", &type},
    {.name = "--debug-dir"},
    {.name = "--partial"},
    {.name = "--mine"},
    {.name = "--system-frames"},
    {.name = "--format"},
    {.name = "--width"},
    {.name = "--out"},
    {.name = "--svg", .help = "draw structures as SVG; without --format, nothing else"},
    {.name = "--png", .help = "draw structures as PNG, likewise"},
    {.name = "--size"},
    {"--dhat", "FILE",
     "write a file for dh_view.html, DHAT's viewer; without --format, nothing else", &dhat},
    {"--dhat-counts", "EVENT",
     "what its reads and writes are: bytes, Refs, D1m, ... [bytes if the file has all, or D1m]",
     &dhat_counts},
    {NULL, NULL, NULL, NULL}};

/* The values of options that may be repeated. */
struct repeated {
    const char **value;
    size_t values;
};

static struct repeated wrappers, given;

/* --- Options ------------------------------------------------------------------------------ */

/* Takes all "OPTION=VALUE" from argv, but leaves what is malformed; returns the number of arguments
 * left. */
static int take_repeated(struct repeated *list, const char *option, int argc, char **argv)
{
    int left = 1;
    bool ended = false;
    size_t length = strlen(option);
    for (int i = 1; i < argc; i++) {
        ended = ended || !strcmp(argv[i], "--");
        if (ended || strncmp(argv[i], option, length) != 0 || argv[i][length] != '=' ||
            !argv[i][length + 1]) {
            argv[left++] = argv[i];
            continue;
        }
        MSIM_PUSH(list->value, list->values, argv[i] + length + 1);
    }
    argv[left] = NULL;
    return left;
}

/* Refuses bad options before anything is read. */
static void read_options(const struct msim_invocation *invocation, struct msim_objects_shown *shown)
{
    bool is_text = msim_output_format(&invocation->output) == MSIM_FORMAT_TEXT;
    uint64_t rows = limit ? msim_arg_number("--limit", limit, 0, UINT32_MAX) : LIMIT;
    msim_invocation_check_pictures(invocation);
    if (dhat_counts && !dhat)
        msim_bad_usage("--dhat-counts is for --dhat=FILE");
    shown->limit = rows ? rows : SIZE_MAX;
    shown->view.width = msim_invocation_width(invocation, MSIM_WIDTH_USUAL, 0, MSIM_WIDTH_MOST);
    shown->view.threshold = threshold ? msim_arg_percent("--threshold", threshold)
                            : is_text ? usual_threshold
                                      : 0;
    shown->view.cycles = invocation->cycles;
}

/* --- Input -------------------------------------------------------------------------------- */

static void load(struct msim_object_set *objects, const struct msim_invocation *invocation,
                 const struct msim_operand *source)
{
    static const char *const observers[] = {"objects", NULL};
    const struct msim_making how = {
        .observers = observers, .file = "--objects-out-file", .usual = "--objects-sim=yes"};
    size_t size;
    char *bytes = msim_operand_bytes(invocation, source, "a file of objects", how, &size);
    if (!msim_objects_read(objects, source->name, bytes, size))
        msim_bad_file(&objects->error);
    if (objects->incomplete)
        msim_warn("%s: %s", source->name, objects->incomplete);
    if (objects->bounded)
        msim_warn("%s: %s", source->name, objects->bounded);
    if (objects->unplaced)
        msim_warn("%s: %s", source->name, objects->unplaced);
}

/* Bytes of a line of the level that data is in first; 64 if the file does not say. */
static uint64_t line_of(const struct msim_object_set *objects)
{
    const char *at = objects->machine ? strstr(objects->machine, "D1=") : NULL;
    const char *line = at ? strchr(at, ',') : NULL;
    line = line ? strchr(line + 1, ',') : NULL;
    uint64_t bytes = line ? strtoull(line + 1, NULL, 10) : 0;
    return bytes >= 8 && bytes <= 65536 && !(bytes & (bytes - 1)) ? bytes : 64;
}

/* --- Output ------------------------------------------------------------------------------- */

static int write_view(struct msim_invocation *invocation, const struct msim_objects_shown *shown)
{
    static void (*const write_as[])(const struct msim_objects_shown *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = msim_objects_text,
                                               [MSIM_FORMAT_JSON] = msim_objects_json,
                                               [MSIM_FORMAT_CSV] = msim_objects_csv};
    write_as[msim_output_format(&invocation->output)](shown, msim_invocation_open(invocation));
    return msim_invocation_close(invocation);
}

/* Nothing but the file for DHAT's viewer was asked for. */
static bool is_only_dhat(const struct msim_output *output)
{
    return dhat && !object && !output->format && !output->out && !msim_output_is_picture(output);
}

static void write_dhat(const struct msim_object_set *objects)
{
    struct msim_dhat_counts counts = msim_dhat_counts(objects, dhat_counts);
    struct msim_whole_file file;
    msim_whole_open(&file, dhat);
    msim_dhat_write(objects, counts, file.to);
    msim_whole_close(&file, NULL);
}

static int show_objects(struct msim_invocation *invocation, struct msim_object_set *objects,
                        struct msim_objects_shown *shown, const char *name)
{
    struct msim_objects_model *model = shown->model;
    model->wrappers = (struct msim_wrappers){wrappers.value, wrappers.values};
    model->types = msim_types_new();
    if (invocation->debug_dir)
        msim_types_folder(model->types, invocation->debug_dir);
    msim_objects_expect(model->types, model->objects);
    struct msim_objects_element *element = msim_objects_elements(
        model->objects, &model->wrappers, model->types, given.value, given.values);
    model->element = element;
    msim_objects_fold(objects, model->types, msim_invocation_mine(invocation));
    msim_objects_model_make(model);
    model->counts.weighed = invocation->cycles != NULL;
    shown->view.counts = &model->counts;
    shown->view.file = name;
    shown->line = line_of(model->objects);
    msim_objects_columns(shown, show, sort,
                         msim_output_format(&invocation->output) == MSIM_FORMAT_TEXT);
    msim_objects_choose(shown, object);
    struct msim_picture picture = {.output = &invocation->output};
    while (msim_picture_next(
        &picture, msim_objects_picture_size(shown, msim_picture_asked(&invocation->output).x)))
        msim_objects_picture(shown, picture.canvas);
    int status =
        msim_output_is_picture(&invocation->output) ? MSIM_DONE : write_view(invocation, shown);
    free(shown->order);
    msim_columns_free(&shown->view.show);
    msim_columns_free(&shown->view.sort);
    msim_objects_model_free(model);
    free(element);
    msim_types_free(model->types);
    return status;
}

static int run(struct msim_invocation *invocation)
{
    struct msim_object_set objects;
    struct msim_objects_model model = {.objects = &objects};
    struct msim_objects_shown shown = {.model = &model};
    invocation->argc = take_repeated(&wrappers, "--alloc-fn", invocation->argc, invocation->argv);
    invocation->argc = take_repeated(&given, "--type", invocation->argc, invocation->argv);
    struct msim_operand source = msim_operand_or_trace(invocation, kinds);
    read_options(invocation, &shown);
    source.name = msim_operand_file(source.name, kinds);
    load(&objects, invocation, &source);
    if (dhat)
        write_dhat(&objects);
    int status = is_only_dhat(&invocation->output)
                     ? MSIM_DONE
                     : show_objects(invocation, &objects, &shown, source.name);
    msim_objects_free(&objects);
    MSIM_FREE(wrappers.value, given.value);
    return status;
}

const struct msim_command msim_objects_command = {
    .name = "objects",
    .form = "FILE",
    .summary = "show which data is missed: objects, fields, who uses them",
    .usage = "objects FILE [options] | objects TRACE [options] [tool options]",
    .options = options,
    .run = run,
};
