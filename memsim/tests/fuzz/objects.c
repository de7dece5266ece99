/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * fuzz/objects ROUNDS FILE...: reads mutations of the files as objects, and shows what is accepted
 * in every form; the sanitizers watch.  mutate.h says what else it takes.
 *
 * Checks of accepted files that references lead to earlier lines, that the cells add up to the
 * totals, that uses and lines are grouped by their objects, and that fields are together no more
 * often than used.
 */
#include <stdlib.h>
#include <string.h>

#include "cmd/data/model/rows.h"
#include "cmd/data/objects/set.h"
#include "cmd/data/typed/typed.h"
#include "cmd/draw/canvas.h"
#include "cmd/objects/dhat.h"
#include "cmd/objects/present.h"
#include "cmd/objects/touched.h"
#include "forms.h"

static const char words[] =
    "|0,0,0|1,2|1,,2|,,,|9223372036854775807,9223372036854775807,1|heap|static|stack|mapped"
    "|unknown|read|write|modify|fetch|misses|accesses|file\t\n|file\t\033[2J\xff\n"
    "|function\t\xc3\033]0;x\007\t1\tx.h\n|frame\t0\t18446744073709551615\t9223372036854775807\t\n"
    "|stack\t0\t0\n|stack\t1\t1\n|site\t1\t0\t1\t\t4294967295\n|context\t0\t0\n"
    "|object\tallocator\n|object\theap\t0\t0\t18446744073709551615\t0\t0\n|object\tstack\t1\n"
    "|life\t0\t1\t1\t1\t1\t1\t1\t1\t1\t9223372036854775807\n|use\t1\t0\tread\t0\t0\t0\t0\t0,0,0\n"
    "|use\t1\t0\tmodify\t8\t0\t0\t0\t0,0,0\n"
    "|use\t1\t1\twrite\t9223372036854775807\t1\t-5\t5\t0,0,0\n|cell\t0\t0\t0\t0\t0\t0\t0\n"
    "|cell\t1\t0\t0\n|in\t1\t0\tread\t0\t0\t0\t0\t0\t0\n|pair\t1\t2\n|# line: 64\n|# line: 128\n"
    "|lines\t1\t0\t-16\t48\t9\t4\t99\t3\t3\n"
    "|lines\t1\t192\t-64\t4611686018427387904\t1\t0\t1\t0\t0\n|line\t-16\tff\t1\n"
    "|line\t0\tffffffffffffffff\t72057594037927935\n|# events\tRefs\tL1m\n|# references: misses\n"
    "|# instructions: 1\n|# peak: 1\n|# command: \033[31m%s%n\n|# cycles: Ir + 14 (D1mr)\n"
    "|#total\tread\t|#end\t9\n|Refs|L1m";

/* --- What must hold ----------------------------------------------------------------------- */

static void check_links(const struct msim_objects_link *link, uint32_t links, uint32_t known)
{
    for (uint32_t i = 0; i <= links; i++)
        if (link[i].of > known || (link[i].outer >= i && i) || (!i && link[i].outer))
            msim_fuzz_fail("a list that does not end");
}

static void check_uses(const struct msim_object_set *objects)
{
    uint64_t sum[MSIM_ACCESSES][MSIM_OBJECTS_EVENTS] = {{0}};
    size_t uses = 0, ins = 0;
    for (uint32_t i = 0; i <= objects->objects; i++) {
        const struct msim_data_object *object = &objects->object[i];
        for (size_t k = 0; k < object->uses; k++, uses++) {
            const struct msim_objects_use *use = &objects->use[objects->use_of[object->use + k]];
            if (use->object != i || use->cell + use->cells > objects->cells)
                msim_fuzz_fail("a use of another object");
            for (size_t cell = use->cell; cell < use->cell + use->cells; cell++)
                for (size_t event = 0; event < objects->events; event++)
                    sum[use->access][event] += msim_objects_cell(objects, cell)[event];
        }
        for (size_t k = 0; k < object->ins; k++, ins++)
            if (objects->in[objects->in_of[object->in + k]].object != i)
                msim_fuzz_fail("counts of another object");
    }
    if (uses != objects->uses || ins != objects->ins)
        msim_fuzz_fail("uses that are lost");
    if (memcmp(sum, objects->total, sizeof sum) != 0)
        msim_fuzz_fail("cells that do not add up");
}

static void check_objects(const struct msim_object_set *objects)
{
    for (uint32_t i = 1; i <= objects->objects; i++) {
        const struct msim_data_object *object = &objects->object[i];
        uint32_t known = object->kind == MSIM_OBJECT_HEAP    ? objects->stacks
                         : object->kind == MSIM_OBJECT_STACK ? objects->functions
                                                             : objects->files;
        if (object->kind >= MSIM_OBJECT_KINDS || object->of > known || object->low > object->high)
            msim_fuzz_fail("an object that is none");
    }
    for (uint32_t i = 0; i <= objects->stacks; i++)
        if (objects->life_of[i] > objects->lives ||
            (objects->life_of[i] && objects->life[objects->life_of[i] - 1].stack != i))
            msim_fuzz_fail("the life of another stack");
}

static void check_lines(const struct msim_object_set *objects)
{
    size_t groups = 0, patterns = 0;
    for (uint32_t i = 0; i <= objects->objects; i++)
        for (size_t k = 0; k < objects->object[i].groups; k++, groups++)
            if (objects->lines[objects->lines_of[objects->object[i].lines + k]].object != i)
                msim_fuzz_fail("lines of another object");
    for (size_t i = 0; i < objects->groups; i++) {
        const struct msim_objects_lines *group = &objects->lines[i];
        if (group->pattern != patterns || group->fetches > group->lives ||
            group->bytes > group->lives * objects->line)
            msim_fuzz_fail("lines that cannot be");
        patterns += group->patterns;
    }
    if (groups != objects->groups || patterns != objects->patterns)
        msim_fuzz_fail("lines that are lost");
}

/* Of a field, no more lives are with others than without. */
static void check_touched(const struct msim_objects_model *model,
                          const struct msim_objects_row *row,
                          const struct msim_objects_fields *fields)
{
    struct msim_objects_touched touched;
    msim_objects_touched_make(&touched, model, row, fields);
    for (size_t i = 0; i < touched.pairs; i++) {
        const struct msim_objects_pair *pair = &touched.pair[i];
        if (pair->one >= pair->other || pair->other >= fields->fields ||
            pair->both > pair->either || pair->both > touched.times[pair->one] ||
            pair->both > touched.times[pair->other])
            msim_fuzz_fail("a pair of fields that cannot be");
    }
    if (touched.bytes > touched.lives * touched.line)
        msim_fuzz_fail("more bytes than lines have");
    msim_objects_touched_free(&touched);
}

/* --- Forms -------------------------------------------------------------------------------- */

/* Rows have all pieces, each once, and their fields have all counts. */
static void check_rows(struct msim_objects_model *model)
{
    const struct msim_object_set *objects = model->objects;
    int64_t sum[MSIM_EVENTS_MAX] = {0};
    size_t pieces = 0, events = model->counts.events;
    for (uint32_t i = 0; i < model->rows; i++) {
        const struct msim_objects_row *row = &model->row[i];
        struct msim_objects_fields fields;
        uint64_t left = row->references[MSIM_READ];
        pieces += row->pieces;
        for (size_t event = 1; event < events; event++)
            sum[event] += row->count[event];
        msim_objects_fields_make(&fields, model, row);
        for (size_t k = 0; k < fields.fields; k++)
            left -= fields.field[k].references[MSIM_READ];
        if (left != fields.unresolved.references[MSIM_READ])
            msim_fuzz_fail("fields that do not add up");
        check_touched(model, row, &fields);
        msim_objects_fields_free(&fields);
    }
    if (pieces != objects->cells)
        msim_fuzz_fail("cells that are lost");
    if (memcmp(sum + 1, model->counts.total + 1, (events - 1) * sizeof *sum) != 0)
        msim_fuzz_fail("rows that do not add up");
}

static void show(const struct msim_object_set *objects)
{
    struct msim_objects_model model = {.objects = objects, .types = msim_types_new()};
    struct msim_objects_shown shown = {.model = &model, .limit = 1 + msim_any(20), .line = 64};
    char number[24];
    struct msim_objects_element *element =
        msim_objects_elements(objects, &model.wrappers, model.types, NULL, 0);
    model.element = element;
    msim_objects_model_make(&model);
    check_rows(&model);
    shown.view = (struct msim_view){.counts = &model.counts,
                                    .width = msim_any(2) ? 0 : msim_any(200),
                                    .threshold = (double)msim_any(2)};
    msim_objects_columns(&shown, msim_any(2) ? NULL : "all", NULL, msim_any(2));
    snprintf(number, sizeof number, "%u", 1 + (unsigned)msim_any(model.rows ? model.rows : 1));
    msim_objects_choose(&shown, model.rows && msim_any(2) ? number : NULL);
    FILE *to = msim_text_begin();
    msim_objects_text(&shown, to);
    msim_text_end(to, false);
    msim_objects_csv(&shown, msim_fuzz_nowhere);
    msim_objects_json(&shown, msim_fuzz_nowhere);
    struct msim_canvas *canvas =
        msim_canvas_svg(msim_fuzz_nowhere, msim_objects_picture_size(&shown, 0));
    msim_objects_picture(&shown, canvas);
    msim_canvas_finish(canvas);
    free(shown.order);
    msim_columns_free(&shown.view.show);
    msim_columns_free(&shown.view.sort);
    msim_objects_model_free(&model);
    msim_types_free(model.types);
    free(element);
}

static bool run_round(struct msim_bytes file)
{
    struct msim_object_set objects;
    bool good = msim_objects_read(&objects, "file", file.at, file.size);
    if (good) {
        check_links(objects.stack, objects.stacks, objects.frames);
        check_links(objects.context, objects.contexts, objects.functions);
        check_objects(&objects);
        check_uses(&objects);
        check_lines(&objects);
        show(&objects);
        msim_dhat_write(&objects, msim_dhat_counts(&objects, NULL), msim_fuzz_nowhere);
    } else {
        msim_check_error(&objects.error);
    }
    msim_objects_free(&objects);
    return good;
}

const struct msim_fuzz msim_fuzz = {
    .words = words, .field_ends = "\t,\n", .round = run_round, .planted = "# memsim objects 1"};
