/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim.pagein.PID and the line of the summary.  docs/format.md has the grammar.
 *
 * The order in which functions first ran costs nothing at run time: a segment gets its number when
 * it is about to run for the first time, so the order of the segments that ran is the order of the
 * functions.
 */
#include "engine/report/functions.h"
#include "engine/report/objectname.h"
#include "engine/report/partlines.h"
#include "pagein.h"

enum { TIME_WIDTH = 12, NUMBER_WIDTH = 4, ADDRESS_DIGITS = 16 };

static void put_aligned(struct msim_text *text, uint64_t number, unsigned width)
{
    uint64_t left = number;
    unsigned used = 1;
    while (left >= 10) {
        left /= 10;
        used++;
    }
    while (used++ < width)
        msim_put(text, " ");
    msim_put_number(text, number);
}

static void put_hex(struct msim_text *text, uint64_t number, unsigned digits)
{
    char to[ADDRESS_DIGITS + 1];
    unsigned at = ADDRESS_DIGITS;
    to[at] = 0;
    do {
        to[--at] = "0123456789abcdef"[number & 15];
        number >>= 4;
    } while (number || ADDRESS_DIGITS - at < digits);
    msim_put(text, "0x");
    msim_put(text, to + at);
}

/* Writes a name as one word, as in /proc/PID/maps. */
static void put_word(struct msim_text *text, const char *name)
{
    for (; *name; name++) {
        char one[] = {*name, 0}, octal[] = "\\000";
        octal[2] = (char)('0' + (*name >> 3 & 7));
        octal[3] = (char)('0' + (*name & 7));
        octal[1] = (char)('0' + (*name >> 6 & 3));
        msim_put(text, (unsigned char)*name <= ' ' || *name == '\\' ? octal : one);
    }
}

static const char *string_of(const struct msim_dict *dict, uint32_t string)
{
    return string ? msim_dict_text(dict, string - 1) : "";
}

/* Writes the name without the object file that --objects=yes appends. */
static void put_function_name(struct msim_text *text, const char *name)
{
    size_t length;
    const char *object = msim_object_of(name, &length);
    msim_put_name_part(text, name, object ? (size_t)(object - name) - 2 : SIZE_MAX);
}

static bool is_unknown(const char *name)
{
    return name[0] == '?' || !name[0];
}

/* "0x1234: main (in /usr/bin/ls)", or "(within /usr/bin/ls)" if the function has no name. */
static void put_place(const struct msim_pagein *pagein, struct msim_text *text,
                      const struct msim_pagein_line *line)
{
    const char *object = string_of(pagein->dict, line->object), *function = "";
    if (!line->instr) {
        msim_put(text, "0x0: (before the start)");
        return;
    }
    if (line->site < pagein->dict->sites.used)
        function =
            msim_dict_text(pagein->dict, msim_dict_site_at(pagein->dict, line->site)->function);
    msim_put_hex(text, line->instr);
    msim_put(text, ": ");
    if (!is_unknown(function)) {
        put_function_name(text, function);
        msim_put(text, object[0] ? " (in " : "");
    } else {
        msim_put(text, object[0] ? "(within " : "???");
    }
    msim_put_name(text, object);
    msim_put(text, object[0] ? ")" : "");
}

static void put_backing(const struct msim_pagein *pagein, struct msim_text *text, uint32_t backing)
{
    static const char *const names[MSIM_BACKED_FILE] = {"[unknown]", "[anon]", "[heap]", "[stack]"};
    if (backing < MSIM_BACKED_FILE) {
        msim_put(text, names[backing]);
        return;
    }
    put_word(text, msim_dict_text(pagein->dict, msim_backing_name(backing)));
    msim_put(text, msim_is_bss(backing) ? "[.bss]" : "");
}

static void put_offset(struct msim_text *text, const struct msim_pagein_line *line)
{
    if (line->backing < MSIM_BACKED_FILE || msim_is_bss(line->backing))
        return;
    msim_put(text, "+");
    put_hex(text, (uint64_t)line->offset << MSIM_PAGE_SHIFT, 1);
}

/* `parts`: numbers of the parts; NULL: the run has no parts. */
static void put_line(const struct msim_pagein *pagein, struct msim_text *text, uint32_t number,
                     const uint32_t *parts)
{
    const struct msim_pagein_line *line = msim_table_at(&pagein->lines, number);
    const struct msim_pagein_line *first = msim_table_at(&pagein->lines, 0);
    char access[] = {' ', (char)line->access, ' ', 0};
    put_aligned(text, number, NUMBER_WIDTH);
    msim_put(text, " ");
    put_hex(text, line->page, ADDRESS_DIGITS);
    msim_put(text, line->access == 'x' ? " C " : " D ");
    put_aligned(text, line->time - first->time, TIME_WIDTH);
    msim_put(text, " ");
    put_place(pagein, text, line);
    if (parts) { /* before the fields that readers count from the end of the line */
        msim_put(text, " ");
        msim_put_number(text, parts[line->part]);
    }
    if (pagein->options.detail) {
        msim_put(text, access);
        put_backing(pagein, text, line->backing);
        put_offset(text, line);
    }
    msim_put(text, "\n");
}

/* --- Only in the detailed file ------------------------------------------------------------ */

static void put_field(struct msim_text *text, const char *key, uint64_t number)
{
    msim_put(text, key);
    msim_put_number(text, number);
    msim_put(text, "\n");
}

/* # faults: first copied BACKING */
static void put_faults(const struct msim_pagein *pagein, struct msim_text *text)
{
    const struct msim_table *backings = &pagein->faults.backings;
    for (uint32_t i = 0; i < backings->used; i++) {
        const struct msim_fault_count *counts = msim_table_at(backings, i);
        if (!(counts->first + counts->copied))
            continue;
        msim_put(text, "# faults: ");
        msim_put_number(text, counts->first);
        msim_put(text, " ");
        msim_put_number(text, counts->copied);
        msim_put(text, " ");
        put_backing(pagein, text, i);
        msim_put(text, "\n");
    }
}

/* --- Parts of the run --------------------------------------------------------------------- */

struct part_numbers {
    uint32_t *number; /* in the file, by part; 0: in no region */
    uint32_t used;
    uint32_t rest; /* the number of the rest, in no region; UINT32_MAX: none */
    uint8_t *any;  /* by part: it touched a page first */
};

static void number_part(void *self, uint32_t part)
{
    struct part_numbers *parts = self;
    if (part != parts->rest)
        parts->number[part] = ++parts->used;
}

static bool has_touched(const void *self, uint32_t part)
{
    return ((const struct part_numbers *)self)->any[part];
}

/* # part: times NAMES */
static const uint32_t *put_parts(const struct msim_pagein *pagein, const struct msim_mem *mem,
                                 struct msim_text *text)
{
    const struct msim_parts *of = pagein->in_parts.parts;
    uint32_t used = of->open.tree.parts.used;
    struct part_numbers parts = {.number = msim_get(mem, used * sizeof *parts.number, 8),
                                 .any = msim_get(mem, used, 8)};
    if (!msim_parts_rest(of, &parts.rest))
        parts.rest = UINT32_MAX;
    const struct msim_part_lines each = {"# part: ", number_part, has_touched, &parts};
    for (uint32_t i = 0; i < pagein->lines.used; i++)
        parts.any[((const struct msim_pagein_line *)msim_table_at(&pagein->lines, i))->part] = 1;
    for (uint32_t i = 0; i < pagein->in_parts.faults.table.used; i++)
        parts.any[msim_pagein_faults_at(&pagein->in_parts, i)->pair.first] = 1;
    msim_put_each_part(text, of, pagein->dict, &each);
    return parts.number;
}

/* # part-faults: part first copied BACKING */
static void put_part_faults(const struct msim_pagein *pagein, struct msim_text *text,
                            const uint32_t *number)
{
    const struct msim_pagein_parts *parts = &pagein->in_parts;
    for (uint32_t i = 0; i < parts->faults.table.used; i++) {
        const struct msim_pagein_faults *faults = msim_pagein_faults_at(parts, i);
        if (!number[faults->pair.first] || !(faults->count.first + faults->count.copied))
            continue;
        msim_put(text, "# part-faults: ");
        msim_put_number(text, number[faults->pair.first]);
        msim_put(text, " ");
        msim_put_number(text, faults->count.first);
        msim_put(text, " ");
        msim_put_number(text, faults->count.copied);
        msim_put(text, " ");
        put_backing(pagein, text, faults->pair.second);
        msim_put(text, "\n");
    }
}

/* --- The head ----------------------------------------------------------------------------- */

/* # left-out: pages first copied */
static void put_left_out(const struct msim_pagein *pagein, struct msim_text *text)
{
    const struct msim_fault_count *counts = &pagein->faults.tool;
    msim_put(text, "# left-out: ");
    msim_put_number(text, pagein->left_out);
    msim_put(text, " ");
    msim_put_number(text, counts->first);
    msim_put(text, " ");
    msim_put_number(text, counts->copied);
    msim_put(text, "\n");
}

/* Returns the numbers of the parts; NULL: the run has no parts. */
static const uint32_t *put_head(const struct msim_pagein *pagein, const struct msim_about *about,
                                const struct msim_mem *mem, struct msim_text *text)
{
    const uint32_t *parts = NULL;
    bool has_parts = pagein->in_parts.parts && msim_has_parts(pagein->in_parts.parts);
    msim_put(text, has_parts ? "# memsim pagein 3\n# command: " : "# memsim pagein 2\n# command: ");
    msim_put_name(text, about->command);
    msim_put(text, "\n");
    msim_put_incomplete(text, "# note: ", about);
    put_field(text, "# page-size: ", UINT64_C(1) << pagein->options.page_shift);
    msim_put(text, "# time: ");
    msim_put(text, pagein->options.microseconds ? "us\n" : "i\n");
    put_field(text, "# fault-around: ", pagein->options.fault_around);
    put_field(text, "# minor-faults-predicted: ", msim_faults_count(&pagein->faults));
    put_faults(pagein, text);
    put_field(text, "# touched-before-start: ", pagein->start);
    put_field(text, "# not-listed: ", pagein->not_listed);
    put_left_out(pagein, text);
    if (about->dict)
        msim_put_fingerprint(text, "# ", about->dict);
    if (has_parts) {
        parts = put_parts(pagein, mem, text);
        put_part_faults(pagein, text, parts);
    }
    msim_put(text, "# columns: number page kind time instruction ");
    msim_put(text, has_parts ? "part access backing\n" : "access backing\n");
    return parts;
}

static void put_function(const struct msim_pagein *pagein, struct msim_text *text, uint64_t address,
                         const char *name)
{
    const struct msim_mapping *mapping = msim_mapping_of(&pagein->faults.mappings, address);
    if (!mapping || !mapping->name || msim_is_of_tool(mapping) || is_unknown(name))
        return;
    msim_put(text, "# function: ");
    put_word(text, string_of(pagein->dict, mapping->name));
    msim_put(text, "+");
    put_hex(text, mapping->offset + (address - mapping->start), 1);
    msim_put(text, " ");
    put_function_name(text, name);
    msim_put(text, "\n");
}

/* A bit for each function that ran, that is, with a site that has counts. */
static uint8_t *functions_that_ran(const struct msim_functions *functions,
                                   const struct msim_profile *profile, const struct msim_mem *mem,
                                   uint32_t sites)
{
    uint8_t *ran = msim_get(mem, functions->functions.used / 8 + 1, 8);
    for (uint32_t site = 0; site < sites; site++) {
        uint32_t function = msim_function_of(functions, site);
        if (msim_profile_row(profile, site)->count[MSIM_FETCH][MSIM_REFS])
            ran[function / 8] |= (uint8_t)(1 << function % 8);
    }
    return ran;
}

/* Writes the functions that ran, each once, in the order of their first run, and where that began.
 * In a forked child, both are as in its parent. */
static void put_functions(const struct msim_pagein *pagein, const struct msim_profile *profile,
                          const struct msim_mem *mem, struct msim_text *text)
{
    const struct msim_dict *dict = pagein->dict;
    struct msim_functions *functions = msim_get(mem, sizeof *functions, 8);
    msim_functions_init(functions, mem, dict);
    msim_functions_extend(functions);
    uint8_t *left = functions_that_ran(functions, profile, mem, dict->sites.used);
    for (uint32_t number = 0; number < dict->segments.used; number++) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, number);
        uint64_t address = segment->address;
        for (unsigned i = 0; i < segment->instrs_used; i++) {
            uint32_t function = msim_function_of(functions, segment->instrs[i].site);
            if (left[function / 8] >> function % 8 & 1) {
                left[function / 8] &= (uint8_t) ~(1 << function % 8);
                put_function(pagein, text, address,
                             msim_dict_text(dict, msim_function_at(functions, function)->name));
            }
            address += segment->instrs[i].length;
        }
    }
}

void msim_pagein_file(const struct msim_pagein *pagein, const struct msim_profile *profile,
                      const struct msim_about *about, const struct msim_mem *mem,
                      const struct msim_sink *sink)
{
    struct msim_text text;
    const uint32_t *parts = NULL;
    msim_text_init(&text, sink);
    if (pagein->options.detail)
        parts = put_head(pagein, about, mem, &text);
    for (uint32_t number = 0; number < pagein->lines.used; number++)
        put_line(pagein, &text, number, parts);
    if (pagein->options.detail)
        put_functions(pagein, profile, mem, &text);
    msim_text_flush(&text);
}

void msim_pagein_summary(const struct msim_pagein *pagein, const struct msim_lines *lines)
{
    struct msim_line line;
    static const char label[] = "Page-ins: ";
    msim_line_init(&line, lines);
    msim_line_end(&line);
    msim_put(&line.text, label);
    msim_put_grouped(&line.text, pagein->code + pagein->data, 0);
    msim_put(&line.text, " touched (");
    msim_put_grouped(&line.text, pagein->code, 0);
    msim_put(&line.text, " code, ");
    msim_put_grouped(&line.text, pagein->data, 0);
    msim_put(&line.text, " data), minor faults predicted: ");
    msim_put_grouped(&line.text, msim_faults_count(&pagein->faults), 0);
    if (pagein->start) {
        msim_put(&line.text, " (");
        msim_put_grouped(&line.text, pagein->start, 0);
        msim_put(&line.text, " touched before the start)");
    }
    msim_line_wrap(&line, sizeof label - 1);
}
