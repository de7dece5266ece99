/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim pages: what a list of page-ins says.
 *
 *     memsim pages FILE                  objects, ranges, timeline; --svg, --png
 *     memsim pages --order=ORDER FILE    functions in the order of their first execution, for a linker
 */
#include "pages.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/infile.h"
#include "order.h"
#include "show.h"
#include "cmd/base/utf8.h"
#include "cmd/files/wholefile.h"

static const char usage[] = "pages [OPTION...] FILE";

static const char *format, *out, *svg, *png, *order, *linker, *object;

static const struct msim_arg table[] = {
    {"--format", "FORMAT", "text, json or csv", &format},
    {"--out", "FILE", "there instead of on standard output", &out},
    {"--svg", "FILE", "a picture; without --format, nothing else is written", &svg},
    {"--png", "FILE", "the same", &png},
    {"--order", "FILE", "write the functions in the order of their first execution", &order},
    {"--linker", "NAME", "for lld (symbols), gold or ld (sections of -ffunction-sections) [lld]",
     &linker},
    {"--object", "NAME", "the functions of this file, not of the program that ran", &object},
    {NULL, NULL, NULL, NULL},
};

static const struct {
    const char *name;
    void (*write)(const struct msim_paged *paged, FILE *to);
} formats[] = {{"text", msim_paged_text}, {"json", msim_paged_json}, {"csv", msim_paged_csv}};

static size_t find_format(void)
{
    for (size_t i = 0; format && i < sizeof formats / sizeof *formats; i++)
        if (!strcmp(format, formats[i].name))
            return i;
    if (format)
        msim_bad_usage("--format=%s: expected text, json or csv", format);
    return 0;
}

static enum msim_linker find_linker(void)
{
    static const char *const names[] = {"lld", "gold", "ld"};
    for (size_t i = 0; linker && i < sizeof names / sizeof *names; i++)
        if (!strcmp(linker, names[i]))
            return (enum msim_linker)i;
    if (linker)
        msim_bad_usage("--linker=%s: expected lld, gold or ld", linker);
    return MSIM_LLD;
}

static void read_list(struct msim_paged *paged, const char *name)
{
    size_t size;
    char *bytes = msim_need_all(name, &size);
    if (!msim_paged_read(paged, name, bytes, size))
        msim_bad_input("%s:%zu: %s", name, paged->fault.line, paged->fault.text);
}

static void draw(const struct msim_paged *paged, const char *name,
                 struct msim_canvas *(*new_canvas)(FILE *to, struct msim_point size))
{
    struct msim_whole_file file;
    msim_whole_open(&file, name);
    struct msim_canvas *canvas = new_canvas(file.to, msim_paged_picture_size(paged));
    msim_paged_picture(paged, canvas);
    msim_whole_close(&file, msim_canvas_finish(canvas));
}

/* The object that --object names, or else the program that ran. */
static uint32_t find_object(const struct msim_paged *paged)
{
    char shown[256];
    size_t length = strcspn(paged->command, " ");
    char *program = msim_zeroed(length + 1, 1);
    memcpy(program, paged->command, length);
    const char *wanted = object ? object : program;
    uint32_t found = msim_paged_named(paged, wanted);
    /* The command is what the list says it is, and this goes to a terminal. */
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
        msim_bad_input("%s:1: expected a list made with --pagein-detail=yes: it has the functions",
                       paged->name);
    uint32_t wanted = find_object(paged);
    msim_whole_open(&file, order);
    msim_paged_order(paged, wanted, which, file.to);
    msim_whole_close(&file, NULL);
}

static int show(const struct msim_paged *paged, size_t which)
{
    if (!out) {
        formats[which].write(paged, stdout);
        return msim_finish_stdout();
    }
    struct msim_whole_file file;
    msim_whole_open(&file, out);
    formats[which].write(paged, file.to);
    msim_whole_close(&file, NULL);
    return MSIM_DONE;
}

int msim_pages_main(int argc, char **argv)
{
    int operands = msim_args(usage, table, argc, argv);
    size_t which = find_format();
    enum msim_linker link = find_linker();
    struct msim_paged paged;
    if (operands != 1)
        msim_bad_usage("pages: expected one file; usage: memsim %s", usage);
    if ((linker || object) && !order)
        msim_bad_usage("--linker and --object are for --order=FILE");
    if (png && !msim_canvas_has_png())
        msim_bad_usage("--png=%s: this memsim was built without cairo and makes no PNG; --svg does",
                       png);
    read_list(&paged, argv[0]);
    if (order)
        write_order(&paged, link);
    if (svg)
        draw(&paged, svg, msim_canvas_svg);
    if (png)
        draw(&paged, png, msim_canvas_png);
    int status = (svg || png || order) && !format && !out ? MSIM_DONE : show(&paged, which);
    msim_paged_free(&paged);
    return status;
}
