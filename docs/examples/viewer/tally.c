/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The example of a viewer (HACKING.md): memsim tally FILE shows how much each name counts, most first.
 *
 *     # memsim tally 1
 *     COUNT NAME
 *
 * Its row in memsim/cmd/base/commands.list:
 *
 *     VIEWER(tally, TALLY, "a file of tallies", "files of tallies", "")
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "cmd/command/command.h"
#include "cmd/files/lines.h"
#include "cmd/files/operand.h"
#include "cmd/listing/aligned.h"
#include "cmd/listing/export.h"

enum { VERSION = 1, GAP = 2, MEMBER = 2, ROW = 4 }; /* the last two: indents of JSON */

struct tally {
    const char *name;
    uint64_t count;
};

struct tallies {
    struct tally *tally;
    size_t tallies, shown, width;
    char *bytes; /* of the file; the names are in it */
};

static const char *limit;

static const struct msim_arg options[] = {
    {"--limit", "N", "show at most N names, 0 for no limit [0]", &limit},
    {.name = "--format"},
    {.name = "--width"},
    {.name = "--out"},
    {NULL, NULL, NULL, NULL}};

/* --- Input -------------------------------------------------------------------------------- */

static bool read_tallies(struct tallies *all, const char *name, size_t size,
                         struct msim_file_error *error)
{
    struct msim_line_reader lines;
    msim_line_reader_open(&lines, name, all->bytes, size, error);
    if (!msim_line_reader_begins(&lines, "# memsim tally ", VERSION))
        return false;
    msim_line_reader_next(&lines);
    for (char *line; (line = msim_line_reader_next(&lines));) {
        struct tally tally;
        char *count = msim_cut_word(&line);
        tally.name = line;
        if (!msim_line_reader_number(&lines, "count", count, &tally.count))
            return false;
        all->tally = msim_room(all->tally, all->tallies, sizeof *all->tally);
        all->tally[all->tallies++] = tally;
    }
    return !error->line;
}

static int by_count(const void *a, const void *b)
{
    const struct tally *one = a, *other = b;
    return (one->count < other->count) - (one->count > other->count);
}

/* --- Output ------------------------------------------------------------------------------- */

static void write_text(const struct tallies *all, FILE *to)
{
    struct msim_aligned table = {.gap = GAP};
    msim_aligned_head(&table, "count");
    for (size_t i = 0; i < all->shown; i++)
        msim_aligned_cell(&table, "%s", msim_human_count(all->tally[i].count).text);
    size_t used = msim_aligned_put_heads(&table, 1, to) + GAP;
    fprintf(to, "%*sname\n", GAP, "");
    for (size_t i = 0; i < all->shown; i++) {
        const char *name = all->tally[i].name;
        size_t length = msim_utf8_length(name),
               room = all->width > used ? all->width - used : SIZE_MAX;
        msim_aligned_put(&table, i, 1, to);
        fprintf(to, "%*s", GAP, "");
        msim_utf8_put(to, name, room < length ? room : length);
        fputc('\n', to);
    }
    msim_aligned_free(&table);
}

/* Both other formats. */
static const char fields[] = "name,count";

static void put_tallies(struct msim_export *out, const struct tallies *all)
{
    for (size_t i = 0; i < all->shown; i++) {
        msim_export_row(out);
        msim_export_text(out, all->tally[i].name);
        msim_export_number(out, all->tally[i].count);
        msim_export_end(out);
    }
    msim_export_done(out);
}

static void write_json(const struct tallies *all, FILE *to)
{
    struct msim_json json = msim_json_report(to, "tally", MEMBER);
    struct msim_export out = msim_export_json(&json, "tallies", ROW, fields, NULL);
    put_tallies(&out, all);
    msim_json_line(&json, 0);
    msim_json_end(&json);
}

static void write_csv(const struct tallies *all, FILE *to)
{
    struct msim_export out = msim_export_csv(to, fields, NULL);
    put_tallies(&out, all);
}

/* --- The subcommand ----------------------------------------------------------------------- */

static int run(struct msim_invocation *invocation)
{
    static void (*const write_as[])(const struct tallies *,
                                    FILE *) = {[MSIM_FORMAT_TEXT] = write_text,
                                               [MSIM_FORMAT_JSON] = write_json,
                                               [MSIM_FORMAT_CSV] = write_csv};
    static const enum msim_file_kind kinds[] = {MSIM_FILE_TALLY, MSIM_FILE_UNKNOWN};
    struct msim_file_error error;
    struct tallies all = {.tally = NULL};
    size_t size, most = 0;
    int names = msim_invocation_args(invocation);
    enum msim_format format = msim_output_format(&invocation->output);
    if (!names)
        msim_operand_missing(invocation->command->usage, kinds);
    if (limit)
        most = msim_arg_number("--limit", limit, 0, UINT32_MAX);
    all.width = msim_invocation_width(invocation, MSIM_WIDTH_USUAL, 0, MSIM_WIDTH_MOST);
    const char *name = msim_operand_file(invocation->argv[0], kinds);
    all.bytes = msim_need_all(name, &size);
    if (!read_tallies(&all, name, size, &error))
        msim_bad_file(&error);
    if (all.tallies)
        qsort(all.tally, all.tallies, sizeof *all.tally, by_count);
    all.shown = most && most < all.tallies ? most : all.tallies;
    write_as[format](&all, msim_invocation_open(invocation));
    free(all.tally);
    free(all.bytes);
    return msim_invocation_close(invocation);
}

const struct msim_command msim_tally_command = {
    .name = "tally",
    .form = "FILE",
    .summary = "show how much each name counts",
    .usage = "tally FILE [options]",
    .options = options,
    .run = run,
};
