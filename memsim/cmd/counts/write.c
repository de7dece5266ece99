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

struct names {
    const struct msim_counts *counts;
    const uint32_t *function; /* NULL: the names are those of files */
};

static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct names *names = context;
    const struct msim_counts *counts = names->counts;
    if (!names->function)
        return strcmp(counts->file[a].name, counts->file[b].name) < 0;
    return strcmp(counts->function[names->function[a]].name,
                  counts->function[names->function[b]].name) < 0;
}

/* Writes the lines with counts, after `fn=` and, for the first ones of a file, `fl=`. */
static void put_lines(struct writer *writer, uint32_t function, bool *has_file)
{
    int64_t count[MSIM_EVENTS_MAX];
    const struct msim_counts *counts = writer->counts;
    const struct msim_counts_function *of = &counts->function[function];
    bool has_function = false;
    msim_records_of_function(&writer->records, counts, function);
    for (size_t at = 0; at < writer->records.records;) {
        uint32_t line = writer->lines ? writer->records.record[at].line : 0;
        if (writer->lines) {
            at = msim_records_line(&writer->records, counts, at, count);
        } else {
            at = writer->records.records;
            memcpy(count, msim_function_total(counts, function), counts->events * sizeof *count);
        }
        if (is_zero(count, counts->events))
            continue;
        if (!*has_file)
            fprintf(writer->to, "fl=%s\n", counts->file[of->file].name);
        if (!has_function)
            fprintf(writer->to, "fn=%s\n", of->name);
        *has_file = has_function = true;
        fprintf(writer->to, "%" PRIu32, line);
        put_counts(writer, count);
    }
}

static void put_file(struct writer *writer, uint32_t file)
{
    const struct msim_counts *counts = writer->counts;
    uint32_t *function = NULL;
    size_t functions = 0;
    bool has_file = false;
    for (uint32_t i = counts->file[file].first; i != MSIM_NOTHING; i = counts->function[i].next) {
        function = msim_room(function, functions, sizeof *function);
        function[functions++] = i;
    }
    struct names names = {counts, function};
    uint32_t *order = msim_order((uint32_t)functions, before, &names);
    for (size_t i = 0; i < functions; i++)
        put_lines(writer, function[order[i]], &has_file);
    free(order);
    free(function);
}

static void put_body(struct writer *writer)
{
    const struct msim_counts *counts = writer->counts;
    struct names names = {counts, NULL};
    uint32_t *order = msim_order((uint32_t)counts->files, before, &names);
    for (size_t i = 0; i < counts->files; i++)
        put_file(writer, order[i]);
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
    for (size_t i = 0; i < counts->descs && !counts->descs_differ; i++)
        fprintf(writer->to, "desc: %s\n", counts->desc[i].text);
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
    struct writer writer = {.counts = counts, .lines = lines, .to = to};
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
