/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim pages: shows a list of page-ins.
 *
 *     memsim pages FILE                  objects, ranges, timeline; --svg, --png
 *     memsim pages --order=ORDER FILE    functions by their first execution, for a linker
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/index.h"
#include "cmd/base/utf8.h"
#include "cmd/command/command.h"
#include "cmd/counts/threads.h"
#include "cmd/draw/picture.h"
#include "cmd/files/lines.h"
#include "cmd/files/operand.h"
#include "present.h"

enum { RANGES = 20 };

static const enum msim_file_kind kinds[] = {MSIM_FILE_PAGES, MSIM_FILE_UNKNOWN};

static const char *order, *linker, *object, *ranges, *by, *region;

static const struct msim_arg options[] = {
    {"--by", "object|context|thread",
     "what pages belong to, which calls touch them, or which thread first [object]", &by},
    {.name = "--format"},
    {.name = "--width", .help = "width of text, 0 for no limit [the terminal's]"},
    {.name = "--out"},
    {.name = "--svg"},
    {.name = "--png"},
    {.name = "--size"},
    {"--region", "NAME", "show what was touched in this region; * and ? match; -: in no region",
     &region},
    {"--ranges", "N", "show the N largest ranges of contiguous pages [20]", &ranges},
    {"--order", "FILE", "write the functions to FILE in the order of their first execution",
     &order},
    {"--linker", "NAME", "lld (symbols), gold or ld (sections of -ffunction-sections) [lld]",
     &linker},
    {"--object", "NAME", "order the functions of this file, not of the program that ran", &object},
    {NULL, NULL, NULL, NULL},
};

static enum msim_linker find_linker(void)
{
    static const char *const names[] = {"lld", "gold", "ld", NULL};
    return linker ? (enum msim_linker)msim_arg_choice("--linker", linker, names) : MSIM_LLD;
}

static bool is_by_thread(void)
{
    return by && !strcmp(by, "thread");
}

static void read_list(struct msim_paged *paged, const char *name)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    if (!msim_paged_read(paged, name, bytes, size, region && !strcmp(region, "-") ? "" : region))
        msim_bad_file(&paged->error);
    if (region && !paged->detailed)
        msim_bad_input(
            "%s:1: a list made with --pagein-detail=no does not say in which region a page "
            "was touched; run the program again without that",
            name);
    if (is_by_thread() && !paged->detailed)
        msim_bad_input("%s:1: a list made with --pagein-detail=no does not say which thread "
                       "touched a page; run the program again without that",
                       name);
    if (region)
        msim_regions_need(&paged->regions, name);
    if (is_by_thread())
        msim_threads_need(&paged->regions, name);
    if (paged->incomplete)
        msim_warn("%s: %s", name, paged->incomplete);
}

static void draw(const struct msim_output *output, const struct msim_paged *paged)
{
    bool wanted = output->svg || output->png;
    if (wanted && !paged->pages && !region)
        msim_bad_input("%s: no page was touched, so there is nothing to draw", paged->name);
    if (wanted && !paged->pages)
        msim_bad_input("%s: no page was touched first in region '%s', so there is nothing to draw",
                       paged->name, region);
    if (!wanted)
        return;
    struct msim_picture picture = {.output = output};
    while (
        msim_picture_next(&picture, msim_paged_picture_size(paged, msim_picture_asked(output).x)))
        msim_paged_picture(paged, picture.canvas);
}

/* The object that --object names or, without it, the program that ran. */
static uint32_t find_object(const struct msim_paged *paged)
{
    char shown[256];
    size_t length = strcspn(paged->command, " ");
    char *program = msim_zeroed(length + 1, 1);
    memcpy(program, paged->command, length);
    const char *wanted = object ? object : program;
    uint32_t found = msim_paged_named(paged, wanted);
    /* The name comes from the list and goes to a terminal. */
    msim_utf8_clean(shown, sizeof shown, wanted, sizeof shown);
    if (found == MSIM_NOTHING)
        msim_bad_input(
            "%s: no function of %s with a name was executed (is it stripped?); --object=NAME "
            "names another file",
            paged->name, shown);
    free(program);
    return found;
}

static void write_order(const struct msim_paged *paged, enum msim_linker which)
{
    struct msim_whole_file file;
    if (!paged->detailed)
        msim_bad_input("%s:1: a list made with --pagein-detail=no lacks the functions; run the "
                       "program again without that",
                       paged->name);
    uint32_t wanted = find_object(paged);
    msim_whole_open(&file, order);
    msim_paged_order(paged, wanted, which, file.to);
    msim_whole_close(&file, NULL);
}

static struct msim_paged_view read_view(const struct msim_invocation *invocation)
{
    uint64_t number = RANGES;
    if (ranges && !msim_read_number(ranges, &number))
        msim_bad_usage("--ranges=%s: expected a number", ranges);
    return (struct msim_paged_view){
        .ranges = number, .width = msim_invocation_width(invocation, 0, 0, MSIM_WIDTH_MOST)};
}

static int show(struct msim_invocation *invocation, const struct msim_paged *paged,
                const struct msim_paged_view *view)
{
    static void (*const show_as[])(const struct msim_paged *paged,
                                   const struct msim_paged_view *view,
                                   FILE *to) = {[MSIM_FORMAT_TEXT] = msim_paged_text,
                                                [MSIM_FORMAT_JSON] = msim_paged_json,
                                                [MSIM_FORMAT_CSV] = msim_paged_csv};
    static void (*const threads_as[])(const struct msim_paged *paged,
                                      const struct msim_paged_view *view,
                                      FILE *to) = {[MSIM_FORMAT_TEXT] = msim_paged_threads_text,
                                                   [MSIM_FORMAT_JSON] = msim_paged_threads_json,
                                                   [MSIM_FORMAT_CSV] = msim_paged_threads_csv};
    enum msim_format format = msim_output_format(&invocation->output);
    (is_by_thread() ? threads_as : show_as)[format](paged, view, msim_invocation_open(invocation));
    return msim_invocation_close(invocation);
}

/* Ends the command if --by is wrong; the viewer of calls has by=context. */
static void check_by(void)
{
    static const char *const ways[] = {"object", "context", "thread", NULL};
    if (by)
        msim_arg_choice("--by", by, ways);
}

static int run(struct msim_invocation *invocation)
{
    const struct msim_output *output = &invocation->output;
    int operands = msim_invocation_args(invocation);
    msim_output_format(output);
    enum msim_linker link = find_linker();
    check_by();
    struct msim_paged_view view = read_view(invocation);
    struct msim_paged paged;
    if (!operands)
        msim_operand_missing(invocation->command->usage, kinds);
    if (operands > 1)
        msim_bad_usage("pages: expected one file; usage: memsim %s", invocation->command->usage);
    if ((linker || object) && !order)
        msim_bad_usage("--linker and --object are for --order=FILE");
    if (order && region)
        msim_bad_usage("--order: the list has the functions of the whole run; leave out --region");
    msim_picture_check(output);
    read_list(&paged, msim_operand_file(invocation->argv[0], kinds));
    if (order)
        write_order(&paged, link);
    draw(output, &paged);
    bool shown = output->format || output->out || !(output->svg || output->png || order);
    int status = shown ? show(invocation, &paged, &view) : MSIM_DONE;
    msim_paged_free(&paged);
    return status;
}

const struct msim_command msim_pages_command = {
    .name = "pages",
    .form = "FILE",
    .summary = "show page-ins; order functions for the linker",
    .usage = "pages FILE [options]",
    .options = options,
    .run = run,
};
