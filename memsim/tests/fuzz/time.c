/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/time ROUNDS FILE...: reads mutations of the files as intervals, and shows what is accepted in
 * every form; the sanitizers watch.  mutate.h says what else it takes.
 *
 * Checks of accepted files that rows follow each other, that they add up to the totals, that phases
 * divide them, and that the text has no control characters.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/draw/canvas.h"
#include "cmd/time/file/set.h"
#include "cmd/time/present.h"
#include "forms.h"

static const char words[] =
    "|1:0|1:1,2:1|2:4000|1:|:1|0:1|99999999999:1|,|# part: a\n|# part: a\tb\tc\td\te\tf\tg\th\n"
    "|# part: \t\t\n|# function: \t\n|# function: \033[2J\xff\tx\n"
    "|# function: std::vector<int, a<b> >::f(int)\tx.h\n|# mark: 0\t1\t\xc3\033]0;x\007\n"
    "|# mark: 18446744073709551615\t1\tlate\n|# marks left out: 18446744073709551615\n"
    "|# interval: 1 i\n|# interval: 18446744073709551615 ms\n|# joined: 18446744073709551615\n"
    "|# joined: 0\n|# cycles: Ir + 14 (D1mr)\n|# cycles: Ir + 1000000 (Dr + Dw)\n"
    "|# command: \033[31m%s%n\n|#total\t|#end\t3\n|ms|Ir|D1mr";

/* --- What must hold ----------------------------------------------------------------------- */

static void check_rows(const struct msim_timed *timed)
{
    int64_t sum[MSIM_EVENTS_MAX] = {0};
    for (size_t i = 0; i < timed->rows; i++) {
        const struct msim_timed_row *row = &timed->row[i];
        if (row->to <= row->from || (i && row->from != row[-1].to))
            msim_fuzz_fail("rows that do not follow each other");
        if (row->part + row->parts > timed->shares ||
            row->function + row->functions > timed->shares)
            msim_fuzz_fail("shares that are not there");
        for (size_t k = 0; k < timed->counts.events; k++)
            sum[k] += msim_timed_counts(timed, i)[k];
    }
    if (timed->counts.events &&
        memcmp(sum, timed->counts.total, timed->counts.events * sizeof *sum))
        msim_fuzz_fail("rows that do not add up");
}

static void check_phases(const struct msim_timed *timed, const struct msim_phases *phases,
                         size_t most)
{
    size_t row = 0;
    for (size_t i = 0; i < phases->phases; i++) {
        if (phases->phase[i].row != row || phases->phase[i].end <= row)
            msim_fuzz_fail("phases that do not follow each other");
        row = phases->phase[i].end;
    }
    if (row != timed->rows || phases->phases > most)
        msim_fuzz_fail("phases that are not the whole run");
}

/* --- Forms -------------------------------------------------------------------------------- */

static void show(const struct msim_timed *timed, const struct msim_beside *beside)
{
    struct msim_columns columns = {0};
    struct msim_phases phases;
    size_t most = 1 + msim_any(8);
    struct msim_time_view view = {.timed = timed,
                                  .show = &columns,
                                  .beside = beside,
                                  .phases = &phases,
                                  .width = MSIM_TIME_NARROWEST + msim_any(100),
                                  .lines = msim_any(30),
                                  .marks = msim_any(4)};
    msim_time_columns(&columns, &timed->counts, msim_any(3) ? NULL : "all", NULL);
    msim_phases_find(&phases, timed, &columns, NULL, most);
    check_phases(timed, &phases, most);
    FILE *to = msim_text_begin();
    msim_time_text(&view, to);
    msim_text_end(to, false);
    msim_time_csv(&view, msim_fuzz_nowhere);
    msim_time_json(&view, msim_fuzz_nowhere);
    struct msim_canvas *canvas =
        msim_canvas_svg(msim_fuzz_nowhere, msim_time_picture_size(&view, 0));
    msim_time_picture(&view, canvas);
    msim_canvas_finish(canvas);
    msim_phases_free(&phases);
    msim_columns_free(&columns);
}

static bool run_round(struct msim_bytes file)
{
    struct msim_timed timed;
    struct msim_beside_point heap[] = {{0, 0}, {msim_any(20000), msim_any(UINT64_MAX)}};
    uint64_t page[] = {0, msim_any(20000), UINT64_MAX};
    struct msim_beside beside = {.heap = heap, .page = page};
    beside.heaps = msim_any(3);
    beside.pages = msim_any(4);
    bool good = msim_timed_read(&timed, "file", file.at, file.size);
    if (good) {
        check_rows(&timed);
        show(&timed, &beside);
    } else {
        msim_check_error(&timed.error);
    }
    msim_timed_free(&timed);
    return good;
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = "\t:,\n", .round = run_round, .planted = "# memsim time 1"};
