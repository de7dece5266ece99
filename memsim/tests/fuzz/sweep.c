/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/sweep ROUNDS FILE...: reads mutations of the files as parts of a sweep and shows what is
 * accepted in every form; the sanitizers watch. mutate.h says what else it takes.
 *
 * Checks the order and the sums of accepted sweeps, and that they have no duplicates.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/draw/canvas.h"
#include "cmd/sweep/curve.h"
#include "cmd/sweep/file/set.h"
#include "cmd/sweep/present.h"
#include "forms.h"

static const char words[] =
    "|#end\t0\n|#fn\t|#|# command: x\n|# machine: L2=1K,1,16\n|L3|DTLB|I1|# memsim sweep 2|4096|64"
    "|8|<&>\"";

static void check(const struct msim_swept *sweep)
{
    for (size_t i = 0; i < sweep->cells; i++) {
        const struct msim_swept_cell *cell = &sweep->cell[i];
        uint64_t all = msim_missed_of(&cell->misses, MSIM_OF_ALL);
        if (all > cell->references || all < cell->misses.read)
            msim_fuzz_fail("more misses than references");
        if (i && msim_cell_order(&cell[-1].key, &cell->key) >= 0)
            msim_fuzz_fail("cells out of order");
        if (msim_swept_find(sweep, &cell->key) != cell)
            msim_fuzz_fail("a cell is not found");
    }
    for (size_t end, i = 0; i < sweep->shares; i = end) {
        end = msim_swept_function_end(sweep, i);
        if (end <= i)
            msim_fuzz_fail("a function without end");
        for (size_t j = i; j < end; j++)
            if (!msim_swept_find(sweep, &sweep->share[j].key))
                msim_fuzz_fail("a function without a cell");
    }
}

static void show(struct msim_swept *sweep)
{
    struct msim_swept_view view = {.of = (enum msim_of)msim_any(4),
                                   .ratio = msim_any(2),
                                   .curve = msim_any(2),
                                   .scale = (enum msim_swept_scale)msim_any(3),
                                   .width = msim_any(200)};
    if (!sweep->cells)
        return;
    msim_swept_text(sweep, &view, msim_fuzz_nowhere);
    msim_swept_csv(sweep, &view, msim_fuzz_nowhere);
    msim_swept_json(sweep, &view, msim_fuzz_nowhere);
    struct msim_canvas *canvas =
        msim_canvas_svg(msim_fuzz_nowhere, msim_swept_picture_size(sweep, &view, 0));
    msim_swept_picture(sweep, &view, canvas);
    msim_canvas_finish(canvas);
}

/* One to three parts, each a mutation or now and then a file as it is. */
static bool run_round(struct msim_bytes file)
{
    struct msim_swept sweep = {0};
    bool good = true;
    for (uint64_t parts = msim_any(3) + 1; parts > 0 && good; parts--) {
        good = msim_swept_read(&sweep, "part", file.at, file.size);
        file = msim_mutant();
    }
    free(file.at);
    good = good && msim_swept_join(&sweep);
    if (good) {
        check(&sweep);
        show(&sweep);
    } else {
        msim_check_error(&sweep.error);
    }
    msim_swept_free(&sweep);
    return good;
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = "\t\n", .round = run_round, .planted = "# memsim sweep 1"};
