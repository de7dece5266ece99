/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writing a set as one profile; see read.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "read.h"
#include "records.h"
#include "unlike.h"

struct writer {
    const struct msim_counts *counts;
    bool lines, bases; /* bases: what was subtracted is written */
    FILE *to;
    struct msim_records records;
    /* What was named last; MSIM_NOTHING: nothing. */
    uint32_t file, function, object, inlined, region;
    const uint32_t *part_of;  /* sections */
    const uint32_t *in_order; /* regions, */
    const uint32_t *rank;     /* and the place of each there */
    uint32_t named;           /* the first in order that is not named yet */
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

static const char *inlined_of(const struct msim_counts *counts, uint32_t section)
{
    uint32_t inlined = counts->section[section].inlined;
    return inlined == MSIM_NOTHING ? "" : counts->inlined.name[inlined];
}

static int compare_words(const char *a, const char *b)
{
    size_t x = strcspn(a, "\t"), y = strcspn(b, "\t");
    int order = memcmp(a, b, x < y ? x : y);
    return order ? order : (x > y) - (x < y);
}

/* What follows the next tab, or the end. */
static const char *next_word(const char *at)
{
    at += strcspn(at, "\t");
    return *at ? at + 1 : at;
}

/* Compares inlined calls, each by function, file and line, as the tool does. */
static int compare_inlined(const char *a, const char *b)
{
    while (*a && *b) {
        const char *a_line = next_word(a), *b_line = next_word(b);
        const char *a_file = next_word(a_line), *b_file = next_word(b_line);
        unsigned long x = strtoul(a_line, NULL, 10), y = strtoul(b_line, NULL, 10);
        int order = compare_words(a, b);
        order = order ? order : compare_words(a_file, b_file);
        order = order ? order : (x > y) - (x < y);
        if (order)
            return order;
        a = next_word(a_file);
        b = next_word(b_file);
    }
    return (*a != 0) - (*b != 0);
}

/* Sections by region, object, inlined calls, file and function. */
static bool before(const void *context, uint32_t a, uint32_t b)
{
    const struct writer *writer = context;
    const struct msim_counts *counts = writer->counts;
    uint32_t in = writer->rank[counts->section[a].region];
    uint32_t other = writer->rank[counts->section[b].region];
    if (in != other)
        return in < other;
    const struct msim_counts_part *x = &counts->part[writer->part_of[a]];
    const struct msim_counts_part *y = &counts->part[writer->part_of[b]];
    int order = x->object == y->object ? 0 : strcmp(object_of(counts, x), object_of(counts, y));
    if (!order && counts->section[a].inlined != counts->section[b].inlined)
        order = compare_inlined(inlined_of(counts, a), inlined_of(counts, b));
    if (order)
        return order < 0;
    const struct msim_counts_function *f = &counts->function[x->function];
    const struct msim_counts_function *g = &counts->function[y->function];
    order = f->file == g->file ? 0 : strcmp(counts->file[f->file].name, counts->file[g->file].name);
    return order ? order < 0 : strcmp(f->name, g->name) < 0;
}

static void put_region(struct writer *writer, uint32_t number)
{
    const struct msim_regions *regions = &writer->counts->regions;
    char *path = msim_region_path(regions, number, "\t");
    fprintf(writer->to, "fl=# part: %" PRIu64 " %s\n", regions->region[number].times, path);
    free(path);
    if (writer->bases) {
        fputs("fl=# base:", writer->to);
        put_counts(writer, msim_region_base(regions, number));
    }
    writer->file = writer->function = writer->object = writer->inlined = MSIM_NOTHING;
    writer->region = number;
}

/* Names the regions up to one with counts: it, and those that began or had counts before. */
static void put_regions(struct writer *writer, uint32_t rank, bool counted)
{
    const struct msim_regions *regions = &writer->counts->regions;
    for (; writer->named < regions->count && writer->named <= rank; writer->named++) {
        uint32_t number = writer->in_order[writer->named];
        bool last = writer->named == rank && counted;
        bool has_base =
            writer->bases && !is_zero(msim_region_base(regions, number), regions->events);
        if (number && (last || has_base || regions->region[number].times))
            put_region(writer, number);
    }
}

/* Names what a section is of, as far as it was not named last. */
static void put_names(struct writer *writer, uint32_t section)
{
    const struct msim_counts *counts = writer->counts;
    uint32_t region = counts->section[section].region;
    if (region != writer->region)
        put_regions(writer, writer->rank[region], true);
    const struct msim_counts_part *of = &counts->part[writer->part_of[section]];
    uint32_t inlined = counts->section[section].inlined;
    const struct msim_counts_function *function = &counts->function[of->function];
    bool other = of->object != writer->object;
    if (other)
        fprintf(writer->to, "fl=# object: %s\n",
                of->object == MSIM_NOTHING ? "???" : counts->object.name[of->object]);
    other |= inlined != writer->inlined;
    if (other && inlined != MSIM_NOTHING)
        fprintf(writer->to, "fl=# inlined: %s\n", counts->inlined.name[inlined]);
    if (other || function->file != writer->file)
        fprintf(writer->to, "fl=%s\n", counts->file[function->file].name);
    if (other || of->function != writer->function)
        fprintf(writer->to, "fn=%s\n", function->name);
    writer->file = function->file;
    writer->function = of->function;
    writer->object = of->object;
    writer->inlined = inlined;
}

/* Writes the sum of the records found. */
static void put_sum(struct writer *writer, uint32_t section)
{
    int64_t sum[MSIM_EVENTS_MAX] = {0}, count[MSIM_EVENTS_MAX];
    const struct msim_counts *counts = writer->counts;
    for (size_t at = 0; at < writer->records.records;) {
        at = msim_records_line(&writer->records, counts, at, count);
        msim_counts_add(sum, count, counts->events);
    }
    if (is_zero(sum, counts->events))
        return;
    put_names(writer, section);
    fputc('0', writer->to);
    put_counts(writer, sum);
}

/* Writes the lines of the records found that have counts. */
static void put_lines(struct writer *writer, uint32_t section)
{
    int64_t count[MSIM_EVENTS_MAX];
    const struct msim_counts *counts = writer->counts;
    for (size_t at = 0; at < writer->records.records;) {
        uint32_t line = writer->records.record[at].line;
        at = msim_records_line(&writer->records, counts, at, count);
        if (is_zero(count, counts->events))
            continue;
        put_names(writer, section);
        fprintf(writer->to, "%" PRIu32, line);
        put_counts(writer, count);
    }
}

static const uint32_t *parts_of_sections(const struct msim_counts *counts)
{
    uint32_t *part_of = msim_zeroed(counts->sections + 1, sizeof *part_of);
    for (uint32_t part = 0; part < counts->parts; part++)
        for (uint32_t i = counts->part[part].first; i != MSIM_NOTHING; i = counts->section[i].next)
            part_of[i] = part;
    return part_of;
}

static const uint32_t *ranks_of(const uint32_t *in_order, size_t count)
{
    uint32_t *rank = msim_zeroed(count + 1, sizeof *rank);
    for (uint32_t i = 0; i < count; i++)
        rank[in_order[i]] = i;
    return rank;
}

static void put_load(const struct msim_waiting_load *load, FILE *to)
{
    if (load->number)
        fprintf(to, "\t%" PRIu64 "\t%" PRIu32 "\t%s", load->number, load->line, load->file);
}

/* Differences have none. */
static void put_branches(const struct writer *writer)
{
    const struct msim_counted_branches *branches = &writer->counts->branches;
    for (size_t i = 0; i < branches->branches && !writer->counts->base && !writer->bases; i++) {
        const struct msim_counted_branch *is = &branches->branch[i];
        fprintf(writer->to, "fl=# branch: 0x%" PRIX64 "\t", is->address);
        if (is->indirect)
            fputc('*', writer->to);
        else
            fprintf(writer->to, "%" PRId64, is->jump);
        fprintf(writer->to, "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu64 "\t%" PRIu32 "\t%s\t%s\n",
                is->times, is->taken, is->wrong, is->line, is->function, is->file);
    }
}

/* Differences have none: what waits in one run need not wait in the other. */
static void put_waits(const struct writer *writer)
{
    const struct msim_waits *waits = &writer->counts->waits;
    for (size_t i = 0; i < waits->pairs && !writer->counts->base && !writer->bases; i++) {
        fprintf(writer->to, "fl=# waits: %" PRIu64, waits->pair[i].cycles);
        put_load(&waits->pair[i].load, writer->to);
        put_load(&waits->pair[i].from, writer->to);
        fputc('\n', writer->to);
    }
}

/* Sections of one part, region and the same inlined calls are written as one. */
static void put_body(struct writer *writer)
{
    const struct msim_counts *counts = writer->counts;
    struct msim_records *records = &writer->records;
    writer->part_of = parts_of_sections(counts);
    writer->in_order = msim_regions_by_path(&counts->regions);
    writer->rank = ranks_of(writer->in_order, counts->regions.count);
    uint32_t *order = msim_order((uint32_t)counts->sections, before, writer);
    for (size_t i = 0, next; i < counts->sections; i = next) {
        uint32_t first = order[i];
        msim_records_clear(records);
        for (next = i; next < counts->sections && !before(writer, first, order[next]); next++)
            msim_records_add_section(records, counts, order[next]);
        msim_records_sort(records);
        if (writer->lines)
            put_lines(writer, first);
        else
            put_sum(writer, first);
    }
    put_regions(writer, MSIM_NOTHING, false);
    put_waits(writer);
    put_branches(writer);
    MSIM_FREE(order, writer->part_of, writer->in_order, writer->rank, writer->records.record);
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

/* Writes the descriptions that all sources have: the machine's only as a whole, the fingerprint's
 * one by one.  Writes the commands without repetitions. */
static void put_head(const struct writer *writer)
{
    const struct msim_counts *counts = writer->counts;
    for (size_t i = 0; i < counts->source[0].descs; i++) {
        const char *text = counts->source[0].desc[i].text;
        bool is_fact = msim_counts_is_fact(text);
        if (is_fact ? msim_counts_all_say(counts, text) : !counts->descs_differ)
            fprintf(writer->to, "desc: %s\n", text);
    }
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
    bool bases = difference || (counts->base && counts->bases == counts->sources);
    struct writer writer = {.counts = counts,
                            .lines = lines,
                            .bases = bases,
                            .to = to,
                            .file = MSIM_NOTHING,
                            .function = MSIM_NOTHING,
                            .object = MSIM_NOTHING,
                            .inlined = MSIM_NOTHING};
    if (difference) {
        fputs("desc: Difference: ", to);
        put_name(counts->source[1].name, to);
        fputs(" minus ", to);
        put_name(counts->source[0].name, to);
        fputc('\n', to);
        put_base(&writer, counts->source[0].total);
    } else if (bases) {
        put_base(&writer, counts->base);
    }
    put_head(&writer);
    put_body(&writer);
}
