/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing a set as one profile; see write.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/order.h"
#include "records.h"
#include "write.h"

struct writer {
    const struct msim_counts *counts;
    bool lines;
    FILE *to;
    struct msim_records records;
    /* What was named last; MSIM_NOTHING: nothing. */
    uint32_t file, function, object;
};

static bool is_zero(const int64_t *count, size_t events)
{
    for (size_t i = 0; i < events; i++)
        if (count[i])
            return false;
    return true;
}

static void put_counts(const struct writer *writer, const int64_t *count)
{
    for (size_t i = 0; i < writer->counts->events; i++) {
        fputc(' ', writer->to);
        /* Most counts are 0, and formatting is most of the work. */
        if (count[i] >= 0 && count[i] <= 9)
            fputc('0' + (int)count[i], writer->to);
        else
            fprintf(writer->to, "%" PRId64, count[i]);
    }
    fputc('\n', writer->to);
}

/* "" is less than any name of an object. */
static const char *object_of(const struct msim_counts *counts, const struct msim_counts_part *part)
{
    return part->object == MSIM_NOTHING ? "" : counts->object.name[part->object];
}

/* By object, file and function. */
static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_counts *counts = context;
    const struct msim_counts_part *x = &counts->part[a], *y = &counts->part[b];
    int order = x->object == y->object ? 0 : strcmp(object_of(counts, x), object_of(counts, y));
    if (order)
        return order < 0;
    const struct msim_counts_function *f = &counts->function[x->function];
    const struct msim_counts_function *g = &counts->function[y->function];
    order = f->file == g->file ? 0 : strcmp(counts->file[f->file].name, counts->file[g->file].name);
    return order ? order < 0 : strcmp(f->name, g->name) < 0;
}

/* Names the object, the file and the function of a part, as far as they were not named last. */
static void put_names(struct writer *writer, uint32_t part)
{
    const struct msim_counts *counts = writer->counts;
    const struct msim_counts_part *of = &counts->part[part];
    const struct msim_counts_function *function = &counts->function[of->function];
    bool other = of->object != writer->object;
    if (other)
        fprintf(writer->to, "fl=# object: %s\n",
                of->object == MSIM_NOTHING ? "???" : counts->object.name[of->object]);
    if (other || function->file != writer->file)
        fprintf(writer->to, "fl=%s\n", counts->file[function->file].name);
    if (other || of->function != writer->function)
        fprintf(writer->to, "fn=%s\n", function->name);
    writer->file = function->file;
    writer->function = of->function;
    writer->object = of->object;
}

/* Writes the lines of a part that have counts. */
static void put_lines(struct writer *writer, uint32_t part)
{
    int64_t count[MSIM_EVENTS_MAX];
    const struct msim_counts *counts = writer->counts;
    if (!writer->lines) {
        if (!is_zero(msim_part_total(counts, part), counts->events)) {
            put_names(writer, part);
            fputc('0', writer->to);
            put_counts(writer, msim_part_total(counts, part));
        }
        return;
    }
    msim_records_of_part(&writer->records, counts, part);
    for (size_t at = 0; at < writer->records.records;) {
        uint32_t line = writer->records.record[at].line;
        at = msim_records_line(&writer->records, counts, at, count);
        if (is_zero(count, counts->events))
            continue;
        put_names(writer, part);
        fprintf(writer->to, "%" PRIu32, line);
        put_counts(writer, count);
    }
}

static void put_body(struct writer *writer)
{
    const struct msim_counts *counts = writer->counts;
    uint32_t *order = msim_order((uint32_t)counts->parts, before, counts);
    for (size_t i = 0; i < counts->parts; i++)
        put_lines(writer, order[i]);
    free(order);
    free(writer->records.record);
    fputs("summary:", writer->to);
    put_counts(writer, counts->total);
}

/* Writes a name without characters that would end the line. */
static void put_name(const char *name, FILE *to)
{
    for (; *name; name++)
        fputc((unsigned char)*name < ' ' ? ' ' : *name, to);
}

static void put_base(const struct writer *writer, const int64_t *base)
{
    fputs("desc: Base totals:", writer->to);
    put_counts(writer, base);
}

/* Writes the descriptions, if all sources have the same, and the commands without repetitions. */
static void put_head(const struct writer *writer)
{
    const struct msim_counts *counts = writer->counts;
    for (size_t i = 0; i < counts->source[0].descs && !counts->descs_differ; i++)
        fprintf(writer->to, "desc: %s\n", counts->source[0].desc[i].text);
    fputs("cmd: ", writer->to);
    for (size_t i = 0; i < counts->sources; i++) {
        const char *command = counts->source[i].command;
        if (i && !strcmp(command, counts->source[i - 1].command))
            continue;
        fprintf(writer->to, "%s%s", i ? "; " : "", command);
    }
    fputs("\nevents:", writer->to);
    for (size_t i = 0; i < counts->events; i++)
        fprintf(writer->to, " %s", counts->event[i]);
    fputc('\n', writer->to);
}

void msim_counts_write(const struct msim_counts *counts, bool difference, bool lines, FILE *to)
{
    struct writer writer = {.counts = counts,
                            .lines = lines,
                            .to = to,
                            .file = MSIM_NOTHING,
                            .function = MSIM_NOTHING,
                            .object = MSIM_NOTHING};
    if (difference) {
        fputs("desc: Difference: ", to);
        put_name(counts->source[1].name, to);
        fputs(" minus ", to);
        put_name(counts->source[0].name, to);
        fputc('\n', to);
        put_base(&writer, counts->source[0].total);
    } else if (counts->base && counts->bases == counts->sources) {
        put_base(&writer, counts->base);
    }
    put_head(&writer);
    put_body(&writer);
}
