/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/share ROUNDS FILE...: reads mutations of the files as shared lines, and shows what is accepted in every
 * form; the sanitizers watch.  mutate.h says what else it takes.
 *
 * Checks of accepted files that units have the sums of their parts, that all add up to the totals, and that
 * what is shown of a line adds up to it.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/data/model/rows.h"
#include "cmd/data/typed/typed.h"
#include "cmd/draw/canvas.h"
#include "cmd/share/file/units.h"
#include "cmd/share/present.h"
#include "forms.h"

static const char words[] =
    "|18446744073709551552|2147483647|heap|static|stack|tls|mapped|unknown|file\t\n"
    "|file\t\033[2J\xff\n|function\t\xc3\033]0;x\007\t1\tx.h\n"
    "|frame\t0\t18446744073709551615\t9223372036854775807\t\n|stack\t1\t1\n"
    "|site\t1\t0\t1\t\t4294967295\n|object\tallocator\n"
    "|object\theap\t0\t0\t18446744073709551615\t0\t0\n|object\tstack\t1\n"
    "|unit\t0\t0\t0\t0\t0\t0\t0\n|unit\t64\t1\t1\t1\t0\t1\t0\n"
    "|part\t1\t0\t1\t0\t0\t8\t1\t1\t1\t0\t1\t0\n"
    "|part\t9\t1\t1\t-9223372036854775808\t63\t1\t1\t0\t0\t0\t0\t0\n"
    "|predicted\t8\t64\t1\t1\t0\t1\t1\t0\n"
    "|predicted\t128\t128\t9223372036854775807\t1\t0\t1\t1\t0\n|other\t0\t0\t0\t0\t0\t0\n"
    "|# cores: 2\n|# unit: 1\n|# unit: 1048576\n|# transfer: 4294967295\n|# instructions: 1\n"
    "|# counts\tReads\tWrites\tTrue\tFalse\tTaken\tInvalidated\n|# command: \033[31m%s%n\n"
    "|#total\t0\t0\t0\t0\t0\t0\n|#end\t9\n";

/* --- What must hold ----------------------------------------------------------------------- */

static void add(uint64_t *to, const uint64_t *count)
{
    for (size_t i = 0; i < MSIM_SHARED_COUNTS; i++)
        to[i] += count[i];
}

static void check_units(const struct msim_shared *shared)
{
    uint64_t all[MSIM_SHARED_COUNTS] = {0};
    size_t parts = 0;
    for (size_t i = 0; i < shared->units; i++) {
        const struct msim_shared_unit *unit = &shared->unit[i];
        uint64_t sum[MSIM_SHARED_COUNTS] = {0};
        bool before =
            unit->predicted || (unit->address % shared->bytes == 0 && (!i || !unit[-1].predicted));
        if (unit->part != parts || !unit->parts || !before)
            msim_fuzz_fail("a unit that cannot be");
        for (size_t k = unit->part; k < unit->part + unit->parts; k++) {
            const struct msim_shared_part *part = &shared->part[k];
            if (!part->size || part->offset + (uint64_t)part->size > unit->bytes || !part->object ||
                part->object > shared->data.objects || part->site > shared->data.sites)
                msim_fuzz_fail("a part that cannot be");
            add(sum, part->count);
        }
        if (memcmp(sum, unit->count, sizeof sum) != 0)
            msim_fuzz_fail("parts that do not add up");
        if (!unit->predicted)
            add(all, sum);
        parts += unit->parts;
    }
    add(all, shared->other);
    if (parts != shared->parts || memcmp(all, shared->total, sizeof all) != 0)
        msim_fuzz_fail("units that do not add up");
}

static void check_lines(const struct msim_contended *contended)
{
    for (size_t i = 0; i < contended->lines; i++) {
        const struct msim_contended_line *line = &contended->line[i];
        uint64_t sum[MSIM_SHARED_COUNTS] = {0};
        for (size_t k = line->use; k < line->use + line->uses; k++)
            add(sum, contended->use[k].count);
        if (memcmp(sum, line->unit->count, sizeof sum) != 0)
            msim_fuzz_fail("uses that do not add up");
        if (i && line[-1].unit->predicted == line->unit->predicted &&
            line[-1].misses < line->misses)
            msim_fuzz_fail("lines that are not sorted");
        if (!line->threads || line->main >= contended->model->rows)
            msim_fuzz_fail("a line of nothing");
    }
}

/* --- Forms -------------------------------------------------------------------------------- */

static void show(const struct msim_shared *shared)
{
    struct msim_objects_model model = {.objects = &shared->data, .types = msim_types_new()};
    struct msim_contended contended;
    struct msim_objects_element *element =
        msim_objects_elements(model.objects, &model.wrappers, model.types, NULL, 0);
    model.element = element;
    msim_objects_model_make(&model);
    msim_contended_make(&contended, shared, &model);
    check_lines(&contended);
    size_t shown = (size_t)msim_any(contended.lines + 1),
           shared_only = contended.lines - contended.predicted;
    struct msim_fix *fix = msim_fixes_make(&contended, contended.lines);
    struct msim_share_view view = {.contended = &contended,
                                   .fix = fix,
                                   .listed = contended.lines,
                                   .shown = shown,
                                   .predicted = shown > shared_only ? shown - shared_only : 0,
                                   .width = msim_any(2) ? 0 : msim_any(200)};
    FILE *to = msim_text_begin();
    msim_share_text(&view, to);
    msim_text_end(to, false);
    msim_share_csv(&view, msim_fuzz_nowhere);
    msim_share_json(&view, msim_fuzz_nowhere);
    struct msim_canvas *canvas =
        msim_canvas_svg(msim_fuzz_nowhere, msim_share_picture_size(&view, 0));
    msim_share_picture(&view, canvas);
    msim_canvas_finish(canvas);
    msim_fixes_free(fix, contended.lines);
    msim_contended_free(&contended);
    msim_objects_model_free(&model);
    msim_types_free(model.types);
    free(element);
}

static bool run_round(struct msim_bytes file)
{
    struct msim_shared shared;
    bool good = msim_shared_read(&shared, "file", file.at, file.size);
    if (good) {
        check_units(&shared);
        show(&shared);
    } else {
        msim_check_error(&shared.data.error);
    }
    msim_shared_free(&shared);
    return good;
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = "\t,\n", .round = run_round, .planted = "# memsim share 1"};
