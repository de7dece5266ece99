/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The events of making.h: Ir, then for fetches, reads and writes what the file has of them. */
#include "making.h"

#include <stdio.h>
#include <string.h>

#include "cmd/base/grow.h"

enum { NONE = -1, NAME = 64 };

static const enum msim_access_kind order[] = {MSIM_FETCH, MSIM_READ, MSIM_WRITE};

/* True: the references of this access are an event. */
static bool has_references(const struct msim_object_set *objects, enum msim_access_kind access)
{
    return objects->accesses && access != MSIM_FETCH;
}

/* The number of a part of the cycles, which this event is; `parts`: it is none. */
static size_t part_of(const struct msim_object_set *objects, size_t event)
{
    size_t part = 0;
    while (part < objects->parts && strcmp(objects->part[part], objects->event[event]) != 0)
        part++;
    return part;
}

/* The number of events before the first part. */
static size_t misses_of(const struct msim_object_set *objects)
{
    size_t event = 0;
    while (event < objects->events && part_of(objects, event) == objects->parts)
        event++;
    return event;
}

/* The place of an event among those of making.h. */
static int place_of(const struct msim_object_set *objects, enum msim_access_kind access,
                    size_t event)
{
    int place = 1, misses = (int)misses_of(objects), part = (int)part_of(objects, event);
    bool is_part = part < (int)objects->parts;
    for (size_t i = 0; is_part ? i < MSIM_ACCESSES : order[i] != access; i++)
        place += misses - 1 + has_references(objects, order[i]);
    if (is_part)
        return place + part;
    if ((int)event >= misses)
        return NONE;
    if (has_references(objects, access))
        return place + (int)event;
    return event ? place + (int)event - 1 : NONE;
}

/* "Dr"; "D1mr" of L1m; "DTmr" of Tm. */
static void put_name(char *name, const struct msim_object_set *objects,
                     enum msim_access_kind access, size_t event)
{
    const char *its = objects->event[event];
    char first = access == MSIM_FETCH ? 'I' : 'D', last = access == MSIM_WRITE ? 'w' : 'r';
    if (!event)
        snprintf(name, NAME, "%c%c", first, last);
    else
        snprintf(name, NAME, "%c%.40s%c", first, its + (*its == 'L'), last);
}

static void add_event(struct msim_counts *counts, const char *name)
{
    MSIM_PUSH(counts->event, counts->events, msim_counts_keep(counts, msim_copy(name)));
}

/* The head's lines that columns and `desc:` look for. */
static void add_source(struct msim_counts *counts, const struct msim_object_set *objects)
{
    struct msim_counts_source *source = counts->source = msim_zeroed(1, sizeof *source);
    counts->sources = 1;
    source->name = objects->name;
    source->command = objects->command;
    if (objects->cycles)
        msim_counts_keep_cycles(counts, objects->cycles);
    if (objects->sampled)
        msim_counts_keep_sampled(counts, objects->sampled);
}

void msim_objects_events(struct msim_counts *counts, const struct msim_object_set *objects)
{
    char name[NAME];
    add_event(counts, "Ir");
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        for (size_t event = 0; event < misses_of(objects); event++)
            if (place_of(objects, order[i], event) != NONE) {
                put_name(name, objects, order[i], event);
                add_event(counts, name);
            }
    size_t first = counts->events;
    for (size_t i = 0; i < objects->parts; i++)
        add_event(counts, objects->part[i]);
    counts->total = msim_zeroed(counts->events, sizeof *counts->total);
    counts->magnitude = msim_zeroed(counts->events, sizeof *counts->magnitude);
    for (size_t i = 0; i < sizeof order / sizeof *order; i++)
        msim_objects_add(objects, order[i], objects->total[order[i]], counts->total);
    for (size_t i = 0; i < objects->parts; i++)
        counts->total[first + i] += (int64_t)objects->other[i];
    counts->total[0] = (int64_t)objects->instructions;
    for (size_t i = 0; i < counts->events; i++)
        counts->magnitude[i] = (uint64_t)counts->total[i];
    add_source(counts, objects);
}

void msim_objects_add(const struct msim_object_set *objects, enum msim_access_kind access,
                      const uint64_t *from, int64_t *count)
{
    for (size_t event = 0; event < objects->events; event++) {
        int place = place_of(objects, access, event);
        if (place != NONE)
            count[place] += (int64_t)from[event];
    }
}

uint32_t msim_objects_row_keyed(struct msim_objects_making *making, uint32_t object,
                                const char *key, bool *is_new)
{
    struct msim_objects_model *model = making->model;
    uint32_t number = msim_names_number(&making->keys, key);
    *is_new = number == model->rows;
    if (!*is_new)
        return number;
    MSIM_PUSH(model->row, model->rows,
              (struct msim_objects_row){
                  .kind = model->objects->object[object].kind,
                  .object = object,
                  .module = "",
                  .count = msim_zeroed(model->counts.events, sizeof *model->row->count)});
    return number;
}

void msim_objects_row_take(struct msim_objects_making *making, uint32_t number, size_t use,
                           size_t cell, int64_t offset)
{
    struct msim_objects_model *model = making->model;
    struct msim_objects_row *row = &model->row[number];
    enum msim_access_kind access = model->objects->use[use].access;
    const uint64_t *count = msim_objects_cell(model->objects, cell);
    MSIM_PUSH(model->piece, model->pieces, (struct msim_objects_piece){use, cell, offset, number});
    row->references[access] += count[0];
    msim_objects_add(model->objects, access, count, row->count);
    row->pieces++;
}
