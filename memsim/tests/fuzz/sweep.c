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
#include "mutate.h"

static const char *const words[] = {"\t",
                                    "\n",
                                    "#end\t0\n",
                                    "#fn\t",
                                    "#",
                                    "0",
                                    "1",
                                    "-1",
                                    "18446744073709551615",
                                    "18446744073709551616",
                                    "9223372036854775808",
                                    "# command: x\n",
                                    "# machine: L2=1K,1,16\n",
                                    "L3",
                                    "DTLB",
                                    "I1",
                                    "# memsim sweep 2",
                                    "\r",
                                    "4096",
                                    "64",
                                    "8",
                                    "\xff",
                                    "\xc3",
                                    "<&>\"",
                                    " ",
                                    ""};

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
        msim_canvas_svg(msim_fuzz_nowhere, msim_swept_picture_size(sweep, &view));
    msim_swept_picture(sweep, &view, canvas);
    msim_canvas_finish(canvas);
}

/* One to three parts, each a mutation or now and then a file as it is. */
static bool run_round(void)
{
    struct msim_swept sweep = {0};
    bool good = true;
    for (uint64_t parts = msim_any(3) + 1; parts > 0 && good; parts--) {
        struct msim_bytes part = msim_mutant();
        good = msim_swept_read(&sweep, "part", part.at, part.size);
    }
    good = good && msim_swept_join(&sweep);
    if (good) {
        check(&sweep);
        show(&sweep);
    } else if (!sweep.error.text[0] || !sweep.error.line) {
        msim_fuzz_fail("an error without a reason or a line");
    }
    msim_swept_free(&sweep);
    return good;
}

/* Hands over bytes that lack the 0 behind them. */
static void plant(void)
{
    static const char line[] = "# memsim sweep 1";
    struct msim_swept sweep = {0};
    char *bytes = msim_fuzz_unended(line);
    msim_swept_read(&sweep, "planted", bytes, strlen(line));
    msim_swept_free(&sweep);
}

int main(int argc, char **argv)
{
    static const struct msim_fuzz fuzz = {words, sizeof words / sizeof *words, "\t\n", run_round,
                                          plant};
    return msim_fuzz_main(&fuzz, argc, argv);
}
