/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of contended.h. */
#include "contended.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

const char *const msim_verdicts[] = {"false", "true", "both", NULL};

/* --- Uses --------------------------------------------------------------------------------- */

/* Where each part of the file is: a row of the model, and the offset in it. */
struct found {
    uint32_t row;
    int64_t at;
};

static struct found *find_parts(const struct msim_shared *shared,
                                const struct msim_objects_model *model)
{
    struct found *found = msim_zeroed(shared->parts, sizeof *found);
    for (size_t i = 0; i < model->pieces; i++) {
        const struct msim_objects_piece *piece = &model->piece[i];
        found[shared->part_of[piece->use]] = (struct found){piece->row, piece->offset};
    }
    return found;
}

/* Two sites that are one source line; code without lines is one by function. */
static int compare_sources(const struct msim_objects_site *a, const struct msim_objects_site *b)
{
    int order = strcmp(a->source, b->source);
    order = order ? order : msim_compare(a->line, b->line);
    return order ? order : msim_compare(a->function, b->function);
}

/* By all that makes a use, in the order in which uses are shown. */
static int by_place(const void *one, const void *other)
{
    const struct msim_contended_use *a = one, *b = other;
    int order = msim_compare(a->offset, b->offset);
    order = order ? order : msim_compare(a->size, b->size);
    order = order ? order : msim_compare(a->thread, b->thread);
    order = order ? order : msim_compare(a->row, b->row);
    order = order ? order : msim_compare(a->base, b->base);
    return order ? order : compare_sources(a->site, b->site);
}

static void add_uses(struct msim_contended *contended, struct msim_contended_line *line,
                     const struct found *found)
{
    const struct msim_shared *shared = contended->shared;
    struct msim_contended_use *use = &contended->use[contended->uses];
    size_t used = 0;
    for (size_t i = line->unit->part; i < line->unit->part + line->unit->parts; i++) {
        const struct msim_shared_part *part = &shared->part[i];
        struct msim_contended_use *its = &use[i - line->unit->part];
        *its = (struct msim_contended_use){.offset = part->offset,
                                           .size = part->size,
                                           .thread = part->thread,
                                           .site = &shared->data.site[part->site],
                                           .row = found[i].row,
                                           .at = found[i].at};
        its->base = line->unit->address + part->offset - (uint64_t)found[i].at;
        memcpy(its->count, part->count, sizeof part->count);
    }
    msim_sort(use, line->unit->parts, sizeof *use, by_place);
    for (size_t i = 0; i < line->unit->parts; i++) {
        if (!used || by_place(&use[used - 1], &use[i]))
            use[used++] = use[i];
        else
            for (size_t k = 0; k < MSIM_SHARED_COUNTS; k++)
                use[used - 1].count[k] += use[i].count[k];
    }
    line->use = contended->uses;
    line->uses = used;
    contended->uses += used;
}

/* --- Lines -------------------------------------------------------------------------------- */

static size_t place_of(const struct msim_contended_line *line, const struct msim_contended_use *use)
{
    return msim_succession_place(line->thread, line->threads, use->worker);
}

static bool overlap(const struct msim_contended_use *a, const struct msim_contended_use *b)
{
    return a->offset < b->offset + b->size && b->offset < a->offset + a->size;
}

/* True: a thread with these writes writes bytes that several threads write at the same time. */
static bool writes_with_others(uint64_t own, uint64_t all)
{
    uint64_t others = all - own;
    return own && others && others >= all / MSIM_CONTENDED_SHARED;
}

/* Adds up who writes the bytes of the use `of`: `writes` by the worker's place among the line's
 * threads.  Returns all writes. */
static uint64_t add_writes(const struct msim_contended *contended,
                           const struct msim_contended_line *line,
                           const struct msim_contended_use *of, uint64_t *writes)
{
    const struct msim_contended_use *use = &contended->use[line->use];
    uint64_t all = 0;
    memset(writes, 0, line->threads * sizeof *writes);
    for (size_t i = 0; i < line->uses; i++) {
        if (!overlap(&use[i], of))
            continue;
        writes[place_of(line, &use[i])] += use[i].count[MSIM_SHARED_WRITES];
        all += use[i].count[MSIM_SHARED_WRITES];
    }
    return all;
}

/* False misses of the line that no layout saves: what the thread then wanted, others had not
 * written just before, but otherwise they do. */
static uint64_t unsaved_misses(const struct msim_contended *contended,
                               const struct msim_contended_line *line)
{
    const struct msim_contended_use *use = &contended->use[line->use], *added = NULL;
    uint64_t *writes = msim_zeroed(line->threads, sizeof *writes), all = 0, misses = 0;
    for (size_t i = 0; i < line->uses; i++) {
        if (!use[i].count[MSIM_SHARED_FALSE])
            continue;
        if (!added || added->offset != use[i].offset || added->size != use[i].size) {
            added = &use[i];
            all = add_writes(contended, line, added, writes);
        }
        if (writes_with_others(writes[place_of(line, &use[i])], all))
            misses += use[i].count[MSIM_SHARED_FALSE];
    }
    free(writes);
    return misses;
}

/* Of ten misses, nine are of one kind. */
static enum msim_verdict verdict_of(const struct msim_contended *contended,
                                    const struct msim_contended_line *line)
{
    uint64_t one_in_ten = line->misses / 10, unsaved = unsaved_misses(contended, line);
    if (line->unit->count[MSIM_SHARED_FALSE] - unsaved <= one_in_ten)
        return MSIM_VERDICT_TRUE;
    return line->unit->count[MSIM_SHARED_TRUE] + unsaved <= one_in_ten ? MSIM_VERDICT_FALSE
                                                                       : MSIM_VERDICT_BOTH;
}

static void find_threads(const struct msim_contended *contended, struct msim_contended_line *line)
{
    size_t used = 0;
    line->thread = msim_zeroed(line->uses, sizeof *line->thread);
    for (size_t i = 0; i < line->uses; i++)
        line->thread[i] = contended->use[line->use + i].thread;
    msim_sort(line->thread, line->uses, sizeof *line->thread, msim_by_number);
    for (size_t i = 0; i < line->uses; i++)
        if (!used || line->thread[used - 1] != line->thread[i])
            line->thread[used++] = line->thread[i];
    line->threads = used;
}

static void find_workers(const struct msim_contended *contended, struct msim_contended_line *line)
{
    struct msim_contended_use *use = &contended->use[line->use];
    struct msim_succession_use *all = msim_zeroed(line->uses, sizeof *all);
    for (size_t i = 0; i < line->uses; i++)
        all[i] = (struct msim_succession_use){.offset = use[i].offset,
                                              .size = use[i].size,
                                              .thread = use[i].thread,
                                              .writes = use[i].count[MSIM_SHARED_WRITES] != 0};
    line->meet =
        msim_succession_make(contended->shared, line->thread, line->threads, all, line->uses);
    for (size_t i = 0; i < line->uses; i++)
        use[i].worker = all[i].worker;
    free(all);
}

/* What the uses of a row in one line add up to. */
struct msim_contended_sum {
    uint64_t misses, base;
    bool is_used, has_bases; /* several */
};

static void add_rows(const struct msim_contended *contended, struct msim_contended_use *use,
                     size_t uses)
{
    for (size_t i = 0; i < uses; i++)
        contended->sum[use[i].row] = (struct msim_contended_sum){0};
    for (size_t i = 0; i < uses; i++) {
        struct msim_contended_sum *sum = &contended->sum[use[i].row];
        sum->has_bases |= sum->is_used && sum->base != use[i].base;
        sum->misses += msim_shared_misses(use[i].count);
        sum->base = use[i].base;
        sum->is_used = true;
    }
    for (size_t i = 0; i < uses; i++)
        use[i].has_others = contended->sum[use[i].row].has_bases &&
                            contended->model->row[use[i].row].kind == MSIM_OBJECT_HEAP;
}

/* What is missed most in the line; of equal ones, what comes first. */
static void find_main(const struct msim_contended *contended, struct msim_contended_line *line)
{
    uint64_t most = 0, bytes = line->unit->bytes;
    struct msim_contended_use *use = &contended->use[line->use], *best = use;
    add_rows(contended, use, line->uses);
    for (size_t i = 0; i < line->uses; i++) {
        if (contended->sum[use[i].row].misses <= most)
            continue;
        most = contended->sum[use[i].row].misses;
        best = &use[i];
    }
    line->main = best->row;
    const struct msim_objects_row *row = &contended->model->row[line->main];
    line->has_number = (row->kind == MSIM_OBJECT_HEAP || row->is_part) && !row->is_rest &&
                       line->unit->address % bytes == 0;
    line->number = (int64_t)(line->unit->address / bytes - best->base / bytes);
}

static int by_misses(const void *one, const void *other)
{
    const struct msim_contended_line *a = one, *b = other;
    int order = msim_compare(a->unit->predicted, b->unit->predicted);
    order = order ? order : msim_compare(b->misses, a->misses);
    order = order ? order : msim_compare(a->unit->address, b->unit->address);
    return order ? order : msim_compare(a->unit->bytes, b->unit->bytes);
}

void msim_contended_make(struct msim_contended *contended, const struct msim_shared *shared,
                         const struct msim_objects_model *model)
{
    *contended = (struct msim_contended){.shared = shared, .model = model};
    struct found *found = find_parts(shared, model);
    contended->line = msim_zeroed(shared->units, sizeof *contended->line);
    contended->use = msim_zeroed(shared->parts, sizeof *contended->use);
    contended->sum = msim_zeroed(model->rows, sizeof *contended->sum);
    for (size_t i = 0; i < shared->units; i++) {
        struct msim_contended_line *line = &contended->line[contended->lines++];
        line->unit = &shared->unit[i];
        line->misses = msim_shared_misses(line->unit->count);
        contended->predicted += line->unit->predicted;
        contended->would_miss += line->unit->predicted ? line->misses : 0;
        add_uses(contended, line, found);
        find_threads(contended, line);
        find_workers(contended, line);
        line->verdict = verdict_of(contended, line);
        find_main(contended, line);
    }
    msim_sort(contended->line, contended->lines, sizeof *contended->line, by_misses);
    MSIM_FREE(found, contended->sum);
    contended->sum = NULL;
}

void msim_contended_free(struct msim_contended *contended)
{
    for (size_t i = 0; i < contended->lines; i++)
        free(contended->line[i].thread);
    MSIM_FREE(contended->line, contended->use);
    *contended = (struct msim_contended){.lines = 0};
}

/* --- Fields ------------------------------------------------------------------------------- */

/* True: the row has room for more than one element. */
static bool has_elements(const struct msim_objects_row *row)
{
    const struct msim_objects_element *element = &row->element;
    return element->bytes && !element->is_single && row->high > element->start &&
           row->high - element->start >= 2 * element->bytes;
}

struct msim_contended_place msim_contended_place(const struct msim_contended *contended,
                                                 const struct msim_contended_use *use)
{
    const struct msim_objects_row *row = &contended->model->row[use->row];
    const struct msim_objects_element *element = &row->element;
    struct msim_contended_place place = {.within = (uint64_t)use->at};
    if (use->at < 0 || !element->bytes || (uint64_t)use->at < element->start)
        return place;
    uint64_t offset = (uint64_t)use->at - element->start;
    place.is_element = has_elements(row);
    if (!place.is_element && offset >= element->bytes)
        return place;
    place.element = offset / element->bytes;
    place.within = offset % element->bytes;
    if (element->type)
        place.field = msim_type_field_at(element->type, place.within);
    if (place.field && (place.field->is_hole || !place.field->path))
        place.field = NULL;
    return place;
}

/* The bytes of an element if the field is an array of scalars; else 0. */
static uint64_t scalar_of(const struct msim_type_field *field)
{
    const struct msim_type *type = field->type ? field->type->plain : NULL;
    bool is_array = type && type->kind == MSIM_TYPE_ARRAY;
    while (type && type->kind == MSIM_TYPE_ARRAY)
        type = type->element ? type->element->plain : NULL;
    return is_array && type ? type->bytes : 0;
}

uint64_t msim_contended_stride(const struct msim_type_field *field)
{
    uint64_t scalar = scalar_of(field);
    return scalar ? scalar : field->dimensions ? field->dimension[field->dimensions - 1].stride : 0;
}

/* "rows[3].hits": the path of the field with the numbers of the elements that are at the offset.
 * Several dimensions that follow each other, "[][]", are one. */
static void put_path(const struct msim_type_field *field, uint64_t offset, FILE *to)
{
    const char *path = field->path, *next;
    uint64_t left = offset - field->offset, scalar = scalar_of(field);
    for (unsigned i = 0; (next = strstr(path, "[]")) != NULL; i++) {
        uint64_t stride = i < field->dimensions ? field->dimension[i].stride : scalar;
        if (!stride)
            break;
        fprintf(to, "%.*s[%" PRIu64 "]", (int)(next - path), path, left / stride);
        left %= stride;
        for (path = next; !strncmp(path, "[]", 2);)
            path += 2;
    }
    fputs(path, to);
}

char *msim_contended_field(const struct msim_contended *contended,
                           const struct msim_contended_use *use)
{
    char *text = NULL;
    size_t size;
    struct msim_contended_place place = msim_contended_place(contended, use);
    FILE *to = msim_open_text(&text, &size);
    if (place.is_element)
        fprintf(to, "[%" PRIu64 "]", place.element);
    if (place.field && *place.field->path) {
        fputs(place.is_element ? "." : "", to);
        put_path(place.field, place.within, to);
    } else if (!place.field && contended->model->row[use->row].kind != MSIM_OBJECT_UNKNOWN)
        fprintf(to, "%+" PRId64, place.is_element ? (int64_t)place.within : use->at);
    fclose(to);
    return text;
}

char *msim_contended_member(const struct msim_contended *contended,
                            const struct msim_contended_line *line,
                            const struct msim_contended_use *use)
{
    char *text = NULL, *field = msim_contended_field(contended, use);
    size_t size;
    FILE *to = msim_open_text(&text, &size);
    bool is_member = *field && !strchr("[+-", *field);
    if (use->row != line->main || !*field)
        fprintf(to, "%s%s", contended->model->row[use->row].name, is_member ? "." : "");
    fputs(field, to);
    if (use->has_others)
        fprintf(to, " of 0x%" PRIx64, use->base);
    fclose(to);
    free(field);
    return text;
}
