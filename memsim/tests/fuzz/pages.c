/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/pages ROUNDS FILE...: reads mutations of the files as lists of page-ins, and shows what is
 * accepted in every form; the sanitizers watch. mutate.h says what else it takes.
 *
 * Checks of accepted lists that every page and function has an object, that no object appears
 * twice, that the ranges contain every page once, and that text, CSV and JSON are well-formed.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/index.h"
#include "cmd/draw/canvas.h"
#include "cmd/pages/present.h"
#include "forms.h"

static const char words[] =
    "|3|4096|65536|# faults: |# part: 1 thread 2\n|thread |1073741824|0x|0x0|0x8000000000000000"
    "|0xfffffffffffff000|0xffffffffffffffff|0x10000000000000000|C|D|x|w|[anon]|/usr/lib/a[.bss]"
    "|[.bss]|[|[]|+|/+0x0|/usr/lib/+0x10|/a\\012\\033[2Jb+0x10|\\000+0x0|(|)|(in "
    "|(within /usr/lib/a (1).so)|0x0: (before the start)|# memsim pagein 1\n|# memsim pagein 3\n"
    "|# part: 2 a\n|# part: 1 a\tb\n|# part-faults: 1 5 18446744073709551615 [heap]\n| 1\n"
    "|# page-size: 0\n|# page-size: 65536\n|# time: us\n|# command: /usr/bin/prog -x\n"
    "|# function: /usr/bin/prog+0x1000 a::b(int)\n|# function: /usr/bin/prog+0x10 x);*\n|#";

/* --- what must hold -----------------------------------------------------------------------------
 * */

static void check_objects(const struct msim_paged *paged)
{
    for (size_t i = 0; i < paged->object.count; i++)
        for (size_t j = 0; j < i; j++)
            if (!strcmp(paged->object.name[i], paged->object.name[j]))
                msim_fuzz_fail("an object is there twice");
    for (size_t i = 0; i < paged->pages; i++)
        if (paged->page[i].object >= paged->object.count || !paged->page[i].place[0])
            msim_fuzz_fail("a page without object or place");
    for (size_t i = 0; i < paged->functions; i++)
        if (paged->function[i].object >= paged->object.count || !paged->function[i].name[0])
            msim_fuzz_fail("a function without object or name");
}

/* Each page is in one region, and those that are left are in one that is selected. */
static void check_regions(const struct msim_paged *paged)
{
    uint64_t pages = 0;
    for (uint32_t i = 0; i < paged->regions.count; i++)
        if (paged->regions.region[i].selected)
            pages += (uint64_t)msim_region_total(&paged->regions, i)[MSIM_PAGED_PAGES];
    if (pages != paged->pages)
        msim_fuzz_fail("regions whose pages do not add up");
    for (size_t i = 0; i < paged->pages; i++)
        if (paged->page[i].region >= paged->regions.count ||
            !paged->regions.region[paged->page[i].region].selected)
            msim_fuzz_fail("a page of a region that is not selected");
}

static void check_ranges(const struct msim_paged *paged)
{
    uint32_t *sorted = msim_paged_sorted(paged, true);
    for (size_t from = 0, end; from < paged->pages; from = end) {
        const struct msim_paged_page *first = &paged->page[sorted[from]];
        end = msim_paged_range_end(paged, sorted, from);
        if (end <= from || end > paged->pages)
            msim_fuzz_fail("a range without end");
        for (size_t i = from; i < end; i++)
            if (paged->page[sorted[i]].object != first->object ||
                (paged->page[sorted[i]].page - first->page) % paged->page_size)
                msim_fuzz_fail("a page of another range");
    }
    free(sorted);
}

/* --- forms --------------------------------------------------------------------------------------
 * */

/* Nothing in it but newlines may do something to a terminal, or end a string of JSON. */
static void check_printable(void (*write)(const struct msim_paged *paged,
                                          const struct msim_paged_view *view, FILE *to),
                            const struct msim_paged *paged)
{
    struct msim_paged_view view = {.ranges = msim_any(30),
                                   .width = msim_any(2) ? msim_any(200) : 0};
    FILE *to = msim_text_begin();
    write(paged, &view, to);
    msim_text_end(to, false);
}

static void order(const struct msim_paged *paged)
{
    enum msim_linker linker = (enum msim_linker)msim_any(3);
    uint32_t object = msim_paged_named(paged, msim_any(2) ? "/usr/bin/prog" : paged->command);
    if (object == MSIM_NOTHING && paged->functions)
        object = paged->function[msim_any(paged->functions)].object;
    if (object != MSIM_NOTHING)
        msim_paged_order(paged, object, linker, msim_fuzz_nowhere);
}

static void show(const struct msim_paged *paged)
{
    check_printable(msim_paged_text, paged);
    check_printable(msim_paged_json, paged);
    msim_paged_csv(paged, NULL, msim_fuzz_nowhere);
    check_printable(msim_paged_threads_text, paged);
    check_printable(msim_paged_threads_json, paged);
    msim_paged_threads_csv(paged, NULL, msim_fuzz_nowhere);
    order(paged);
    if (!paged->pages)
        return;
    struct msim_canvas *canvas =
        msim_canvas_svg(msim_fuzz_nowhere, msim_paged_picture_size(paged, 0));
    msim_paged_picture(paged, canvas);
    msim_canvas_finish(canvas);
}

static bool run_round(struct msim_bytes file)
{
    struct msim_paged paged;
    bool good = msim_paged_read(&paged, "file", file.at, file.size,
                                (const char *[]){NULL, "", "a", "*b*", "thread 2"}[msim_any(5)]);
    if (good) {
        check_objects(&paged);
        check_ranges(&paged);
        check_regions(&paged);
        show(&paged);
    } else {
        msim_check_error(&paged.error);
    }
    msim_paged_free(&paged);
    return good;
}

const struct msim_fuzz msim_fuzz = {.words = words,
                                    .field_ends = " +\n",
                                    .round = run_round,
                                    .planted =
                                        "   0 0x0000000000401000 C            0 0x401000: main"};
