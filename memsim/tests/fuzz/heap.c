/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/heap ROUNDS FILE...: reads mutations of the files as heaps over time or as allocations, and
 * shows what is accepted in every form; the sanitizers watch. mutate.h says what else it takes.
 *
 * Checks of accepted files that snapshots are in order, that trees have the depths that
 * data/heap/set.h promises, that the rows of allocations add up, and that the text has no control
 * characters.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/data/heap/alloc.h"
#include "cmd/data/heap/set.h"
#include "cmd/draw/canvas.h"
#include "cmd/heap/present.h"
#include "cmd/heap/threads/threads.h"
#include "forms.h"

static const char words[] =
    "|16|65520|n0: 1 0x1: a (b.c:1)\n| n1: 5 in 3 places, all below massif's threshold (1.00%)\n"
    "|n1:|n18446744073709551615:|  |0x|0x12AB: ???|in 99999999999999999999 places"
    "|(in /usr/bin/\xff)|heap_tree=peak\n|heap_tree=empty\n|#-----------\n|snapshot=|time="
    "|time_unit: ms\n|time_unit: B\n|desc: size large 7\n|desc: Base totals: 1 2 3 4 5 6\n|.|# x\n"
    "|desc: size 16 7\n|desc: call realloc 1 2 3\n"
    "|events: Allocs Bytes Frees PeakBytes Temp Failed\n|desc: region 9 8 7 6 a\tb\n"
    "|desc: region-began 1 2 3 4\n|desc: region-most 1 2 3 18446744073709551615\n"
    "|desc: region-ended 5 2 3 4\n|desc: region-open 1 5\n|desc: thread-frees 2 5 80 3 48\n"
    "|fl=# part: 1 thread 2\n|fl=# part: 2 a\tb\n|fl=# part: 1 a\n|fl=# heap-frame: "
    "/a\tf\t1\ta.c\tg\t2\tb.h\n"
    "|fl=# heap-path: 0 1\n|fl=# heap-path: 1 1\n|fl=# heap-blocks: 1 1 0 1 2 3 4 5 6 "
    "7\n|events:|summary:|fl=|fn=";

/* --- what must hold -----------------------------------------------------------------------------
 * */

static void check_tree(const struct msim_heaped *heap, const struct msim_heaped_snapshot *snapshot)
{
    const struct msim_heaped_node *node = heap->node + snapshot->node;
    if (!snapshot->nodes || snapshot->nodes > heap->nodes - snapshot->node || node->depth)
        msim_fuzz_fail("a tree without a root");
    for (size_t i = 1; i < snapshot->nodes; i++)
        if (!node[i].depth || node[i].depth > node[i - 1].depth + 1)
            msim_fuzz_fail("a node at a wrong depth");
}

static void check_heap(const struct msim_heaped *heap)
{
    if (!heap->snapshots || heap->peak >= heap->snapshots || !heap->unit[0] || !heap->command)
        msim_fuzz_fail("no snapshot, or no head");
    for (size_t i = 0; i < heap->snapshots; i++) {
        const struct msim_heaped_snapshot *snapshot = &heap->snapshot[i];
        if (i && snapshot->time < snapshot[-1].time)
            msim_fuzz_fail("snapshots out of order");
        if (msim_heaped_total(snapshot) < snapshot->heap)
            msim_fuzz_fail("a sum of 2^64 or more");
        if (snapshot->tree)
            check_tree(heap, snapshot);
    }
}

static void check_alloc(const struct msim_allocated *alloc)
{
    uint64_t total[MSIM_ALLOC_EVENTS] = {0}, sizes = alloc->large;
    for (size_t i = 0; i < alloc->rows; i++)
        for (size_t event = 0; event < MSIM_ALLOC_EVENTS; event++)
            total[event] += alloc->row[i].count[event];
    if (memcmp(total, alloc->total, sizeof total) != 0)
        msim_fuzz_fail("rows that do not add up");
    for (size_t i = 0; i < alloc->sizes; i++) {
        sizes += alloc->size[i].count;
        if (sizes < alloc->size[i].count || alloc->size[i].least >= MSIM_SIZE_LARGE ||
            (i && alloc->size[i].least <= alloc->size[i - 1].least))
            msim_fuzz_fail("sizes out of order, or too many");
    }
}

static void check_spans(const struct msim_heaped_in_region *in)
{
    for (size_t i = 0; i < in->spans; i++)
        if (in->span[i].from > in->span[i].to || (i && in->span[i].from <= in->span[i - 1].to))
            msim_fuzz_fail("spans that overlap");
}

static void show_text(const struct msim_heaped_report *report, const struct msim_heaped_view *view)
{
    FILE *to = msim_text_begin();
    msim_heaped_text(report, view, to);
    if (report->alloc)
        msim_heaped_threads_text(report->alloc, view->width, to);
    msim_text_end(to, view->colour);
}

static void show(const struct msim_heaped_report *report)
{
    static const double least[] = {0, 0.5, 1, 10, 100};
    struct msim_heaped_view view = {.width = MSIM_HEAPED_NARROWEST + msim_any(200),
                                    .colour = msim_any(2),
                                    .trees = msim_any(2),
                                    .least = least[msim_any(5)],
                                    .rows = msim_any(30),
                                    .sort = (enum msim_alloc_event)msim_any(MSIM_ALLOC_EVENTS)};
    show_text(report, &view);
    if (report->alloc) {
        msim_heaped_threads_csv(report->alloc, 0, msim_fuzz_nowhere);
        msim_heaped_threads_json(report->alloc, 0, msim_fuzz_nowhere);
    }
    msim_heaped_csv(report, &view, msim_fuzz_nowhere);
    msim_heaped_json(report, &view, msim_fuzz_nowhere);
    if (!report->heap)
        return;
    struct msim_canvas *canvas = msim_canvas_svg(msim_fuzz_nowhere, msim_heaped_picture_size(0));
    msim_heaped_picture(report->heap, report->in, canvas);
    msim_canvas_finish(canvas);
}

/* One file, read as what it says it is, or now and then as the other. */
static bool run_round(struct msim_bytes file)
{
    struct msim_heaped heap = {0};
    struct msim_allocated alloc = {0};
    struct msim_heaped_report report = {.note = msim_any(2) ? "a note" : NULL};
    bool good, is_alloc = msim_allocated_is(file.at) != !msim_any(20);
    if (is_alloc)
        good = msim_allocated_read(&alloc, "file", file.at, file.size,
                                   (const char *[]){NULL, "", "a", "*b*"}[msim_any(4)]);
    else
        good = msim_heaped_read(&heap, "file", file.at, file.size);
    if (!good) {
        msim_check_error(is_alloc ? &alloc.profile.error : &heap.error);
    } else if (is_alloc) {
        check_alloc(&alloc);
        struct msim_heaped_in_region in;
        report.alloc = &alloc;
        if (alloc.profile.regions.only && msim_heaped_select(&in, NULL, &alloc)) {
            check_spans(&in);
            report.in = &in;
        }
        show(&report);
        if (report.in)
            msim_heaped_in_region_free(&in);
    } else {
        check_heap(&heap);
        report.heap = &heap;
        show(&report);
    }
    msim_heaped_free(&heap);
    msim_allocated_free(&alloc);
    return good;
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = " :=\n", .round = run_round, .planted = "desc: x"};
