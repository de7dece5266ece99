/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines with counts: uses with their cells, and counts by context.
 *
 * The sum of each event over all cells is kept below 2^63, so that every sum of some is.
 */
#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "reading.h"

/* "12,3,0" */
static bool take_steps(struct msim_objects_reader *reader, char *text, struct msim_objects_use *use)
{
    uint64_t *step[] = {&use->near, &use->steady, &use->random};
    for (size_t i = 0; i < 3; i++) {
        char *comma = text + strcspn(text, ",");
        if (!*comma != (i == 2))
            return MSIM_WRONG(reader, "steps: expected three numbers separated by commas");
        *comma = 0;
        if (!msim_objects_take_count(reader, "steps", text, step[i]))
            return false;
        text = comma + 1;
    }
    return true;
}

/* --- Uses --------------------------------------------------------------------------------- */

static bool take_range(struct msim_objects_reader *reader, char **field,
                       struct msim_objects_use *use)
{
    return msim_objects_take_count(reader, "size", field[4], &use->size) &&
           msim_objects_take_count(reader, "stride", field[5], &use->stride) &&
           msim_objects_take_offset(reader, "first", field[6], &use->first) &&
           msim_objects_take_offset(reader, "last", field[7], &use->last) &&
           (use->first <= use->last ||
            MSIM_WRONG(reader, "last: expected a number from %" PRId64 ", found %s", use->first,
                       field[7]));
}

/* "read", "modify", which is a read, "write" or "fetch" */
static bool take_access(struct msim_objects_reader *reader, const char *text,
                        struct msim_objects_use *use)
{
    static const char *const name[] = {"read", "modify", "write", "fetch"};
    static const enum msim_access_kind access[] = {MSIM_READ, MSIM_READ, MSIM_WRITE, MSIM_FETCH};
    for (size_t i = 0; i < sizeof name / sizeof *name; i++)
        if (!strcmp(text, name[i])) {
            use->access = access[i];
            use->modifies = i == 1;
            return true;
        }
    return MSIM_WRONG(reader, "expected read, modify, write or fetch, found '%.40s'", text);
}

bool msim_objects_take_use(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_objects_use use = {.cell = objects->cells};
    reader->in_use = false;
    if (!msim_objects_take_known(reader, "object", field[1], objects->objects, &use.object) ||
        !msim_objects_take_reference(reader, "site", field[2], objects->sites, &use.site) ||
        !take_access(reader, field[3], &use) || !take_range(reader, field, &use) ||
        !take_steps(reader, field[8], &use))
        return false;
    MSIM_PUSH(objects->use, objects->uses, use);
    reader->in_use = true;
    return true;
}

/* Adds to the sums of an access. */
static bool add(struct msim_objects_reader *reader, enum msim_access_kind access,
                const uint64_t *count)
{
    const struct msim_object_set *objects = reader->objects;
    uint64_t *sum = reader->sum[access];
    for (size_t i = 0; i < objects->events; i++) {
        sum[i] += count[i];
        if (sum[i] > INT64_MAX)
            return MSIM_WRONG(reader, "expected a sum of all %s below 2^63", objects->event[i]);
    }
    return true;
}

/* True: the use can have this offset. */
static bool check_offset(struct msim_objects_reader *reader, const struct msim_objects_use *use,
                         int64_t offset)
{
    if (use->stride && (offset < 0 || (uint64_t)offset >= use->stride))
        return MSIM_WRONG(reader,
                          "offset: expected a number below the stride %" PRIu64 ", found %" PRId64,
                          use->stride, offset);
    if (!use->stride && (offset < use->first || offset > use->last))
        return MSIM_WRONG(
            reader, "offset: expected a number from %" PRId64 " to %" PRId64 ", found %" PRId64,
            use->first, use->last, offset);
    return true;
}

bool msim_objects_take_cell(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    int64_t offset;
    if (!reader->in_use)
        return MSIM_WRONG(reader, "cell: expected a line 'use' before it");
    struct msim_objects_use *use = &objects->use[objects->uses - 1];
    if (!msim_objects_take_offset(reader, "offset", field[1], &offset) ||
        !check_offset(reader, use, offset))
        return false;
    objects->cell_offset =
        msim_room(objects->cell_offset, objects->cells, sizeof *objects->cell_offset);
    objects->cell_count = msim_room(objects->cell_count, objects->cells,
                                    objects->events * sizeof *objects->cell_count);
    objects->cell_offset[objects->cells] = offset;
    uint64_t *count = objects->cell_count + objects->cells * objects->events;
    if (!msim_objects_take_counts(reader, field + 2, count) || !add(reader, use->access, count))
        return false;
    objects->cells++;
    use->cells++;
    return true;
}

bool msim_objects_take_in(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_objects_in in;
    reader->in_use = false;
    if (!msim_objects_take_known(reader, "object", field[1], objects->objects, &in.object) ||
        !msim_objects_take_reference(reader, "context", field[2], objects->contexts, &in.context) ||
        !msim_objects_take_access(reader, field[3], &in.access))
        return false;
    if (in.access == MSIM_FETCH)
        return MSIM_WRONG(reader, "in: expected read or write, found 'fetch'");
    objects->in = msim_room(objects->in, objects->ins, sizeof in);
    objects->in_count =
        msim_room(objects->in_count, objects->ins, objects->events * sizeof *objects->in_count);
    objects->in[objects->ins] = in;
    if (!msim_objects_take_counts(reader, field + 4,
                                  objects->in_count + objects->ins * objects->events))
        return false;
    objects->ins++;
    return true;
}

/* --- By object ---------------------------------------------------------------------------- */

/* Puts the numbers of uses in order of their objects, which learn where theirs are. */
static void group_uses(struct msim_object_set *objects)
{
    size_t next = 0;
    objects->use_of = msim_zeroed(objects->uses, sizeof *objects->use_of);
    for (size_t i = 0; i < objects->uses; i++)
        objects->object[objects->use[i].object].uses++;
    for (uint32_t i = 0; i <= objects->objects; i++) {
        objects->object[i].use = next;
        next += objects->object[i].uses;
        objects->object[i].uses = 0;
    }
    for (size_t i = 0; i < objects->uses; i++) {
        struct msim_data_object *object = &objects->object[objects->use[i].object];
        objects->use_of[object->use + object->uses++] = i;
    }
}

static void group_ins(struct msim_object_set *objects)
{
    size_t next = 0;
    objects->in_of = msim_zeroed(objects->ins, sizeof *objects->in_of);
    for (size_t i = 0; i < objects->ins; i++)
        objects->object[objects->in[i].object].ins++;
    for (uint32_t i = 0; i <= objects->objects; i++) {
        objects->object[i].in = next;
        next += objects->object[i].ins;
        objects->object[i].ins = 0;
    }
    for (size_t i = 0; i < objects->ins; i++) {
        struct msim_data_object *object = &objects->object[objects->in[i].object];
        objects->in_of[object->in + object->ins++] = i;
    }
}

/* Adds up an object's cells.  The sums of all are below 2^63, so these are. */
static void sum_cells(const struct msim_object_set *objects, const struct msim_data_object *object,
                      uint64_t sum[MSIM_ACCESSES][MSIM_OBJECTS_EVENTS])
{
    for (size_t i = 0; i < object->uses; i++) {
        const struct msim_objects_use *use = &objects->use[objects->use_of[object->use + i]];
        for (size_t k = use->cell; k < use->cell + use->cells; k++)
            for (size_t event = 0; event < objects->events; event++)
                sum[use->access][event] += msim_objects_cell(objects, k)[event];
    }
}

static bool check_contexts(struct msim_objects_reader *reader, uint32_t number)
{
    const struct msim_object_set *objects = reader->objects;
    const struct msim_data_object *object = &objects->object[number];
    uint64_t left[MSIM_ACCESSES][MSIM_OBJECTS_EVENTS] = {{0}};
    sum_cells(objects, object, left);
    for (size_t i = 0; i < object->ins; i++) {
        size_t in = objects->in_of[object->in + i];
        for (size_t event = 0; event < objects->events; event++) {
            uint64_t count = msim_objects_in(objects, in)[event];
            uint64_t *its = &left[objects->in[in].access][event];
            if (count > *its)
                return MSIM_WRONG(
                    reader, "object %" PRIu32 ": the contexts have more %s of %s than the cells",
                    number, objects->event[event], msim_accesses[objects->in[in].access]);
            *its -= count;
        }
    }
    for (int access = MSIM_READ; access <= MSIM_WRITE; access++)
        for (size_t event = 0; event < objects->events; event++)
            if (left[access][event])
                return MSIM_WRONG(
                    reader, "object %" PRIu32 ": the contexts have fewer %s of %s than the cells",
                    number, objects->event[event], msim_accesses[access]);
    return true;
}

bool msim_objects_group(struct msim_objects_reader *reader)
{
    struct msim_object_set *objects = reader->objects;
    group_uses(objects);
    group_ins(objects);
    msim_objects_group_lines(objects);
    for (uint32_t i = 1; i <= objects->objects; i++)
        if (objects->object[i].ins && !check_contexts(reader, i))
            return false;
    return true;
}
