/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files and functions of a set; see counts.h. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "counts.h"

struct wanted {
    const struct msim_counts *counts;
    const char *name;
    uint32_t file;
};

static bool is_file(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    return !strcmp(wanted->counts->file[number].name, wanted->name);
}

static bool is_function(const void *context, uint32_t number)
{
    const struct wanted *wanted = context;
    const struct msim_counts_function *function = &wanted->counts->function[number];
    return function->file == wanted->file && !strcmp(function->name, wanted->name);
}

uint32_t msim_counts_file_named(struct msim_counts *counts, const char *name)
{
    struct wanted wanted = {counts, name, 0};
    uint32_t hash = msim_hash(name, 0);
    uint32_t number = msim_index_find(&counts->file_index, hash, is_file, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    number = (uint32_t)counts->files;
    MSIM_PUSH(counts->file, counts->files,
              (struct msim_counts_file){name, MSIM_NOTHING, MSIM_NOTHING});
    msim_index_add(&counts->file_index, hash, number);
    return number;
}

uint32_t msim_counts_function_named(struct msim_counts *counts, uint32_t file, const char *name)
{
    struct wanted wanted = {counts, name, file};
    uint32_t hash = msim_hash(name, file + 1);
    uint32_t number = msim_index_find(&counts->function_index, hash, is_function, &wanted);
    if (number != MSIM_NOTHING)
        return number;
    number = (uint32_t)counts->functions;
    counts->function = msim_room(counts->function, counts->functions, sizeof *counts->function);
    counts->function_total = msim_room(counts->function_total, counts->functions,
                                       counts->events * sizeof *counts->function_total);
    counts->function[counts->functions++] =
        (struct msim_counts_function){name, file, MSIM_NOTHING, MSIM_NOTHING, MSIM_NOTHING};
    memset(msim_function_total(counts, number), 0, counts->events * sizeof(int64_t));
    struct msim_counts_file *of = &counts->file[file];
    if (of->first == MSIM_NOTHING)
        of->first = number;
    else
        counts->function[of->last].next = number;
    of->last = number;
    msim_index_add(&counts->function_index, hash, number);
    return number;
}

uint32_t msim_counts_part_in(struct msim_counts *counts, uint32_t function, uint32_t object)
{
    struct msim_counts_function *of = &counts->function[function];
    for (uint32_t i = of->first; i != MSIM_NOTHING; i = counts->part[i].next)
        if (counts->part[i].object == object)
            return i;
    uint32_t number = (uint32_t)counts->parts;
    counts->part = msim_room(counts->part, counts->parts, sizeof *counts->part);
    counts->part_total =
        msim_room(counts->part_total, counts->parts, counts->events * sizeof *counts->part_total);
    counts->part[counts->parts++] =
        (struct msim_counts_part){function, MSIM_NOTHING, object, MSIM_NOTHING, MSIM_NOTHING};
    memset(msim_part_total(counts, number), 0, counts->events * sizeof(int64_t));
    if (of->first == MSIM_NOTHING)
        of->first = number;
    else
        counts->part[of->last].next = number;
    of->last = number;
    return number;
}

const char *msim_counts_keep(struct msim_counts *counts, char *text)
{
    size_t length = strlen(text) + 1;
    struct msim_counts_text *kept = msim_zeroed(1, sizeof *kept + length);
    memcpy(kept->text, text, length);
    kept->next = counts->texts;
    counts->texts = kept;
    free(text);
    return kept->text;
}

static void keep_desc(struct msim_counts *counts, const char *name, const char *text)
{
    const char *desc = msim_counts_keep(counts, msim_printed("%s%s", name, text));
    MSIM_PUSH(counts->source->desc, counts->source->descs,
              (struct msim_counts_desc){(char *)desc, 0});
}

void msim_counts_keep_cycles(struct msim_counts *counts, const char *text)
{
    keep_desc(counts, strncmp(text, "Ir ", 3) ? MSIM_SIMULATED_CYCLES : MSIM_ESTIMATED_CYCLES,
              text);
}

void msim_counts_keep_sampled(struct msim_counts *counts, const char *text)
{
    keep_desc(counts, MSIM_SAMPLED_CYCLES, text);
}

size_t msim_counts_event(const struct msim_counts *counts, const char *name, size_t length)
{
    size_t i = 0;
    while (i < counts->events &&
           (strncmp(counts->event[i], name, length) != 0 || counts->event[i][length]))
        i++;
    return i;
}

int64_t *msim_file_totals(const struct msim_counts *counts)
{
    int64_t *total = msim_zeroed(counts->files * counts->events, sizeof *total);
    for (size_t i = 0; i < counts->functions; i++)
        msim_counts_add(total + counts->function[i].file * counts->events,
                        msim_function_total(counts, i), counts->events);
    return total;
}

void msim_counts_free(struct msim_counts *counts)
{
    for (size_t i = 0; i < counts->sources; i++)
        MSIM_FREE(counts->source[i].bytes, counts->source[i].total, counts->source[i].desc,
                  counts->source[i].heap);
    while (counts->texts) {
        struct msim_counts_text *next = counts->texts->next;
        free(counts->texts);
        counts->texts = next;
    }
    MSIM_FREE(counts->event, counts->total, counts->magnitude, counts->left_out, counts->base,
              counts->source, counts->file, counts->function, counts->function_total, counts->part,
              counts->part_total, counts->section);
    msim_regions_free(&counts->regions);
    free(counts->waits.pair);
    free(counts->branches.branch);
    msim_names_free(&counts->object);
    msim_names_free(&counts->inlined);
    msim_index_free(&counts->file_index);
    msim_index_free(&counts->function_index);
    *counts = (struct msim_counts){0};
}
