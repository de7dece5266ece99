/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the lines that say of what the records after them are (reading.h). */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/patterns/inlined.h"
#include "read.h"
#include "reading.h"

static const char object_name[] = "fl=# object: ", inlined_name[] = "fl=# inlined: ";
static const char waits_name[] = "fl=# waits: ", branch_name[] = "fl=# branch: ";
static const char heap_name[] = "fl=# heap-";
static const char part_name[] = "fl=# part: ", part_base_name[] = "fl=# base: ";

static void add_sum(int64_t *total, const struct msim_counts_reader *reader)
{
    bool negative = reader->counts->source[reader->source].negative;
    for (size_t i = 0; i < reader->counts->events; i++)
        total[i] += negative ? -reader->sum[i] : reader->sum[i];
}

void msim_counts_end_section(struct msim_counts_reader *reader, const char *end)
{
    struct msim_counts *counts = reader->counts;
    if (reader->section == MSIM_NOTHING)
        return;
    int64_t *base = msim_region_base(&counts->regions, reader->region);
    bool negative = counts->source[reader->source].negative;
    add_sum(msim_region_total(&counts->regions, reader->region), reader);
    if (!reader->left_out) {
        counts->section[reader->section].end = end;
        add_sum(msim_function_total(counts, reader->function), reader);
        add_sum(msim_part_total(counts, reader->part), reader);
        add_sum(counts->total, reader);
    }
    for (size_t i = 0; i < counts->events; i++) {
        counts->source[reader->source].total[i] += reader->sum[i];
        base[i] += negative ? reader->sum[i] : 0;
        reader->sum[i] = 0;
    }
    reader->section = MSIM_NOTHING;
}

/* The file that has the counts of one with this name. */
static const char *fold(struct msim_counts_reader *reader, const char *name)
{
    struct msim_counts *counts = reader->counts;
    const char *object =
        reader->object == MSIM_NOTHING ? NULL : counts->object.name[reader->object];
    reader->at = MSIM_NOTHING;
    reader->within = reader->inlined;
    if (!reader->folds || reader->inlined == MSIM_NOTHING ||
        msim_is_mine(counts->mine, name, object))
        return name;
    struct msim_user_place place =
        msim_fold_inlined(counts->mine, counts->inlined.name[reader->inlined], object);
    reader->at = place.line;
    reader->within =
        *place.within ? msim_names_number(&counts->inlined, place.within) : MSIM_NOTHING;
    return msim_counts_keep(counts, msim_copy_part(place.file, place.file_length));
}

static bool begin_file(struct msim_counts_reader *reader, const char *name)
{
    const void *rules = reader->renaming ? reader->renaming->file_rules : NULL;
    reader->function = MSIM_NOTHING;
    reader->file = MSIM_LEFT_OUT;
    if (reader->left_out)
        return true;
    name = fold(reader, msim_counts_renamed(reader, name, rules));
    reader->file = msim_counts_file_named(reader->counts, name);
    return true;
}

static bool begin_function(struct msim_counts_reader *reader, const char *name)
{
    struct msim_counts *counts = reader->counts;
    const void *rules = reader->renaming ? reader->renaming->function_rules : NULL;
    if (reader->file == MSIM_NOTHING)
        return MSIM_WRONG(reader, "expected 'fl=' before the first 'fn='");
    reader->function = MSIM_LEFT_OUT;
    if (reader->left_out)
        return true;
    reader->function =
        msim_counts_function_named(counts, reader->file, msim_counts_renamed(reader, name, rules));
    return true;
}

/* "???" is an object that is not known. */
static bool begin_object(struct msim_counts_reader *reader, const char *name)
{
    bool known = strcmp(name, "???") != 0 && !reader->left_out;
    reader->object = known ? msim_names_number(&reader->counts->object, name) : MSIM_NOTHING;
    reader->file = reader->function = reader->inlined = MSIM_NOTHING;
    return true;
}

/* Adds a word to the end of `text`, which is allocated, and leaves room for a tab. */
static void add_word(struct msim_counts_reader *reader, const char *word, size_t length,
                     const void *rules, char **text)
{
    char *copy = msim_copy_part(word, length);
    char *other = rules ? reader->renaming->rename(rules, copy) : NULL;
    const char *name = other ? other : copy;
    size_t used = *text ? strlen(*text) : 0;
    char *longer = msim_zeroed(used + strlen(name) + 2, 1);
    if (used)
        memcpy(longer, *text, used);
    strcpy(longer + used, name);
    for (char *at = longer + used; (at = strchr(at, '\t')) != NULL;)
        *at = ' ';
    MSIM_FREE(*text, other, copy);
    *text = longer;
}

/* Inlined calls, "FUNCTION<tab>LINE<tab>FILE", from the innermost outwards; NULL: something
 * else. */
static char *take_inlined(struct msim_counts_reader *reader, const char *at)
{
    const struct msim_renaming *to = reader->renaming;
    const void *rules[] = {to ? to->function_rules : NULL, NULL, to ? to->file_rules : NULL};
    char *text = NULL;
    for (size_t words = 0;; at++) {
        size_t length = strcspn(at, "\t");
        bool is_line = words % 3 == 1;
        if (is_line && (strspn(at, "0123456789") != length || !length || length > 10))
            break;
        if (is_line && reader->counts->no_lines)
            add_word(reader, "0", 1, NULL, &text);
        else
            add_word(reader, at, length, rules[words % 3], &text);
        at += length;
        if (!*at && ++words % 3 == 0)
            return text;
        if (!*at)
            break;
        strcat(text, "\t");
        words++;
    }
    free(text);
    return NULL;
}

static bool begin_inlined(struct msim_counts_reader *reader, const char *name)
{
    char room[64], *text = take_inlined(reader, name);
    reader->file = reader->function = MSIM_NOTHING;
    if (!text)
        return MSIM_WRONG(reader, "expected 'fl=# inlined: FUNCTION<tab>LINE<tab>FILE', found %s",
                          msim_counts_found(name, room));
    if (!reader->left_out)
        reader->inlined = msim_names_number(&reader->counts->inlined, text);
    free(text);
    return true;
}

/* Everything is named anew in a region. */
static bool begin_part(struct msim_counts_reader *reader, char *text)
{
    uint64_t times;
    char room[64];
    struct msim_regions *regions = &reader->counts->regions;
    const char *line = msim_counts_found(text, room);
    uint32_t region = msim_region_read(regions, text, &times);
    if (region == MSIM_NOTHING)
        return MSIM_WRONG(reader, "expected 'fl=# part: TIMES NAME<tab>NAME...', found %s", line);
    if (regions->region[region].times > INT64_MAX - times)
        return MSIM_WRONG(reader, "expected a sum of times below 2^63, found %s", line);
    if (!reader->counts->source[reader->source].negative)
        regions->region[region].times += times;
    reader->file = reader->function = reader->object = reader->inlined = MSIM_NOTHING;
    reader->region = region;
    reader->left_out = !regions->region[region].selected;
    reader->has_lines = false;
    return true;
}

bool msim_counts_add_base(struct msim_counts_reader *reader, int64_t *base, const int64_t *count,
                          bool take)
{
    for (size_t i = 0; i < reader->counts->events && base; i++)
        if (__builtin_add_overflow(base[i], take ? -count[i] : count[i], &base[i]) ||
            base[i] < -INT64_MAX)
            return MSIM_WRONG(reader, "expected sums of what was subtracted below 2^63");
    return true;
}

/* What was subtracted in a region was not subtracted in the rest. */
static bool read_part_base(struct msim_counts_reader *reader, const char *at)
{
    int64_t count[MSIM_EVENTS_MAX];
    struct msim_counts *counts = reader->counts;
    struct msim_regions *regions = &counts->regions;
    if (!reader->region || reader->has_lines)
        return MSIM_WRONG(reader, "expected 'fl=# base:' only after 'fl=# part:'");
    if (!msim_counts_read_totals(reader, "fl=# base", at, count))
        return false;
    if (counts->source[0].negative)
        return true;
    bool counts_it = regions->region[0].selected == reader->left_out;
    return msim_counts_add_base(reader, msim_region_base(regions, reader->region), count, false) &&
           msim_counts_add_base(reader, msim_region_base(regions, 0), count, true) &&
           (!counts_it || msim_counts_add_base(reader, counts->base, count, reader->left_out));
}

/* Moves past a comment or an empty line, which stay in the section with their newlines. */
static bool pass_comment(struct msim_counts_reader *reader, const char *line)
{
    const char *text = line + strspn(line, " \t");
    const char *newline = *line == '#' ? strchr(line, '\n') : *text == '\n' ? text : NULL;
    if (newline)
        msim_line_reader_pass(&reader->lines, newline);
    return newline != NULL;
}

/* "LOAD<tab>LINE<tab>FILE" at *at, which moves past it; false: it is not that. */
static bool take_load(struct msim_counts_reader *reader, char **at, struct msim_waiting_load *load)
{
    const struct msim_renaming *to = reader->renaming;
    char *end;
    unsigned long long number = strtoull(*at, &end, 10);
    if (**at < '0' || **at > '9' || *end != '\t' || !number || number > MSIM_WAITS_LOADS)
        return false;
    char *line = end + 1;
    unsigned long long at_line = strtoull(line, &end, 10);
    if (*line < '0' || *line > '9' || *end != '\t' || at_line > UINT32_MAX)
        return false;
    char *file = end + 1, *tab = strchr(file, '\t');
    *at = tab ? tab + 1 : file + strlen(file);
    if (tab)
        *tab = 0;
    uint64_t own = reader->loads + number, *most = &reader->counts->waits.loads;
    *most = own > *most ? own : *most;
    *load = (struct msim_waiting_load){
        own, (uint32_t)at_line, msim_counts_renamed(reader, file, to ? to->file_rules : NULL)};
    return true;
}

/* What follows may not be lines of counts. */
static bool take_waits(struct msim_counts_reader *reader, char *at)
{
    struct msim_waiting pair = {0};
    struct msim_waits *waits = &reader->counts->waits;
    char *end, room[64];
    const char *line = msim_counts_found(at, room);
    reader->file = reader->function = MSIM_NOTHING;
    unsigned long long cycles = strtoull(at, &end, 10);
    bool good = *at >= '0' && *at <= '9' && (!*end || *end == '\t') && cycles <= INT64_MAX;
    char *next = *end ? end + 1 : end;
    if (good && *next)
        good = take_load(reader, &next, &pair.load) &&
               (!*next || take_load(reader, &next, &pair.from)) && !*next;
    if (!good || cycles > INT64_MAX - waits->cycles)
        return MSIM_WRONG(reader,
                          "expected 'fl=# waits: CYCLES<tab>LOAD<tab>LINE<tab>FILE...', sums below "
                          "2^63, found %s",
                          line);
    pair.cycles = cycles;
    waits->cycles += cycles;
    if (!reader->counts->source[reader->source].negative)
        MSIM_PUSH(waits->pair, waits->pairs, pair);
    return true;
}

bool msim_counts_read_name(struct msim_counts_reader *reader, const char *begin)
{
    char room[64], *line;
    if (pass_comment(reader, begin))
        return true;
    if (!(line = msim_line_reader_next(&reader->lines)))
        return false;
    if (!strncmp(line, object_name, strlen(object_name))) {
        msim_counts_end_section(reader, begin);
        return begin_object(reader, line + strlen(object_name));
    }
    if (!strncmp(line, part_name, strlen(part_name))) {
        msim_counts_end_section(reader, begin);
        return begin_part(reader, line + strlen(part_name));
    }
    if (!strncmp(line, part_base_name, strlen(part_base_name)))
        return read_part_base(reader, line + strlen(part_base_name));
    if (!strncmp(line, inlined_name, strlen(inlined_name))) {
        msim_counts_end_section(reader, begin);
        return begin_inlined(reader, line + strlen(inlined_name));
    }
    if (!strncmp(line, waits_name, strlen(waits_name))) {
        msim_counts_end_section(reader, begin);
        return take_waits(reader, line + strlen(waits_name));
    }
    if (!strncmp(line, branch_name, strlen(branch_name))) {
        msim_counts_end_section(reader, begin);
        return msim_counts_read_branch(reader, line + strlen(branch_name));
    }
    if (!strncmp(line, heap_name, strlen(heap_name))) {
        struct msim_counts_source *source = &reader->counts->source[reader->source];
        msim_counts_end_section(reader, begin);
        reader->file = reader->function = MSIM_NOTHING;
        MSIM_PUSH(source->heap, source->heaps,
                  (struct msim_counts_desc){line + strlen(heap_name), reader->lines.line});
        return true;
    }
    if (!strncmp(line, "fl=", 3)) {
        msim_counts_end_section(reader, begin);
        return begin_file(reader, line + 3);
    }
    if (!strncmp(line, "fn=", 3)) {
        msim_counts_end_section(reader, begin);
        return begin_function(reader, line + 3);
    }
    return MSIM_WRONG(reader, "expected 'fl=', 'fn=', 'summary:' or a line of counts, found %s",
                      msim_counts_found(line, room));
}
