/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The fixes of present.h.
 *
 * Cost: the number of a line's uses, times that of its members.
 */
#include "present.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "contended.h"
#include "engine/base/numbers.h"

/* For bytes that several threads read and none writes; no thread has that number. */
static const uint32_t NO_THREAD = UINT32_MAX;
static const size_t NONE = SIZE_MAX;
/* At least one of this many references crosses a border. */
enum { CROSSED = 100 };

/* A member, element, variable or block of the line, with all its uses. */
struct bytes {
    const struct msim_contended_use *use; /* the first of them */
    struct msim_contended_place place;
    uint64_t writes, most;  /* writes; of these, those of its owner */
    uint32_t owner, reader; /* reader: the only thread that refers to it, or NO_THREAD */
};

struct fixing {
    const struct msim_contended *contended;
    const struct msim_contended_line *line;
    struct bytes *bytes; /* in the order of the line */
    size_t used;
    const struct msim_objects_row *padded; /* array whose elements are to fill lines; or NULL */
    struct msim_fix *fix;
};

/* --- Words -------------------------------------------------------------------------------- */

/* Adds a step, unless it is there. */
__attribute__((format(printf, 2, 3))) static void say(struct msim_fix *fix, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    char *text = msim_printed_list(format, arguments);
    va_end(arguments);
    for (size_t i = 0; i < fix->texts; i++)
        if (!strcmp(fix->text[i], text)) {
            free(text);
            return;
        }
    MSIM_PUSH(fix->text, fix->texts, text);
}

static const struct msim_objects_row *row_of(const struct fixing *fixing, const struct bytes *bytes)
{
    return &fixing->contended->model->row[bytes->use->row];
}

/* --- Whose bytes -------------------------------------------------------------------------- */

/* True: the use is one of this member, element, variable or block. */
static bool is_of(const struct bytes *bytes, const struct msim_contended_use *use,
                  const struct msim_contended_place *place)
{
    if (bytes->use->row != use->row || bytes->use->base != use->base ||
        bytes->place.element != place->element)
        return false;
    if (!place->field)
        return bytes->place.within == place->within;
    uint64_t stride = msim_contended_stride(place->field);
    bool is_whole = !stride || bytes->use->size > stride || use->size > stride;
    return bytes->place.field == place->field &&
           (is_whole || (bytes->place.within - place->field->offset) / stride ==
                            (place->within - place->field->offset) / stride);
}

static size_t bytes_of(struct fixing *fixing, const struct msim_contended_use *use)
{
    struct msim_contended_place place = msim_contended_place(fixing->contended, use);
    size_t i = 0;
    while (i < fixing->used && !is_of(&fixing->bytes[i], use, &place))
        i++;
    if (i == fixing->used)
        fixing->bytes[fixing->used++] =
            (struct bytes){.use = use, .place = place, .reader = use->worker};
    return i;
}

static size_t place_of(const struct msim_contended_line *line, const struct msim_contended_use *use)
{
    return msim_succession_place(line->thread, line->threads, use->worker);
}

/* Adds a use of the bytes.  `writes`: to them so far, by the worker's place among the line's
 * threads. */
static void add_use(const struct fixing *fixing, struct bytes *bytes, uint64_t *writes,
                    const struct msim_contended_use *use)
{
    uint64_t *its = &writes[place_of(fixing->line, use)];
    bytes->writes += use->count[MSIM_SHARED_WRITES];
    bytes->reader = use->worker == bytes->reader ? bytes->reader : NO_THREAD;
    *its += use->count[MSIM_SHARED_WRITES];
    if (*its <= bytes->most)
        return;
    bytes->most = *its;
    bytes->owner = use->worker;
}

static void find_bytes(struct fixing *fixing)
{
    const struct msim_contended_line *line = fixing->line;
    const struct msim_contended_use *use = &fixing->contended->use[line->use];
    size_t *next = msim_zeroed(line->uses, sizeof *next);   /* use of the same bytes */
    size_t *last = msim_zeroed(line->uses, sizeof *last);   /* of each bytes; */
    size_t *first = msim_zeroed(line->uses, sizeof *first); /* NONE ends them */
    uint64_t *writes = msim_zeroed(line->threads, sizeof *writes);
    for (size_t i = 0; i < line->uses; i++) {
        size_t before = fixing->used, number = bytes_of(fixing, &use[i]);
        *(number == before ? &first[number] : &next[last[number]]) = i;
        last[number] = i;
        next[i] = NONE;
    }
    for (size_t number = 0; number < fixing->used; number++) {
        for (size_t i = first[number]; i != NONE; i = next[i])
            add_use(fixing, &fixing->bytes[number], writes, &use[i]);
        for (size_t i = first[number]; i != NONE; i = next[i])
            writes[place_of(line, &use[i])] = 0;
        if (!fixing->bytes[number].writes)
            fixing->bytes[number].owner = fixing->bytes[number].reader;
    }
    MSIM_FREE(next, last, first, writes);
}

/* --- Where a line should begin ------------------------------------------------------------ */

/* True: the second of two neighbours must begin a line. */
static bool are_apart(const struct bytes *one, const struct bytes *other)
{
    return one->owner != other->owner && (one->writes || other->writes);
}

/* Elements are used as such: characters that are read eight at a time hold something else. */
static bool are_elements(const struct fixing *fixing, const struct bytes *one,
                         const struct bytes *other)
{
    uint64_t bytes = row_of(fixing, other)->element.bytes;
    return one->use->row == other->use->row && one->use->base == other->use->base &&
           one->place.element != other->place.element && one->use->size <= bytes &&
           other->use->size <= bytes;
}

/* How many elements belong together: threads that each have three, say, should each begin a line.
 * Several belong together only if a thread is seen to have two neighbours. */
static uint64_t elements_together(const struct fixing *fixing, const struct bytes *of)
{
    uint64_t together = 0;
    bool are_several = false;
    for (size_t i = 1; i < fixing->used; i++) {
        const struct bytes *one = &fixing->bytes[i - 1], *other = &fixing->bytes[i];
        if (!are_elements(fixing, one, other) || other->use->row != of->use->row)
            continue;
        are_several |= one->owner == other->owner;
        if (!are_apart(one, other))
            continue;
        if (other->place.element != one->place.element + 1)
            return 1;
        together = msim_gcd(together, other->place.element);
    }
    return together && are_several ? together : 1;
}

static void part_elements(struct fixing *fixing, const struct bytes *bytes)
{
    const struct msim_objects_row *row = row_of(fixing, bytes);
    fixing->padded = row;
    const struct msim_type *type = row->element.type;
    uint64_t line = fixing->line->unit->bytes, together = elements_together(fixing, bytes);
    uint64_t is = together * row->element.bytes, wanted = msim_round_up(is, line);
    bool has_members = type && type->plain->members;
    if (is == wanted)
        say(fixing->fix, "align %s to %" PRIu64 " bytes", row->name, line);
    else if (together > 1)
        say(fixing->fix,
            "pad every %" PRIu64 " elements of %s from %" PRIu64 " to %" PRIu64
            " bytes, and align it to %" PRIu64,
            together, row->name, is, wanted, line);
    else if (has_members)
        say(fixing->fix, "pad %s from %" PRIu64 " to %" PRIu64 " bytes, and align %s to %" PRIu64,
            type->name, is, wanted, row->name, line);
    else
        say(fixing->fix,
            "pad the elements of %s from %" PRIu64 " to %" PRIu64
            " bytes, and align it to %" PRIu64,
            row->name, is, wanted, line);
}

/* What comes after a variable whose elements fill lines begins a line, too. */
static void part_objects(const struct fixing *fixing, const struct bytes *before,
                         const struct bytes *bytes)
{
    const struct msim_objects_row *row = row_of(fixing, bytes);
    uint64_t line = fixing->line->unit->bytes;
    const char *open = *row->place ? " (" : "", *close = *row->place ? ")" : "";
    if (row->kind != MSIM_OBJECT_HEAP && row_of(fixing, before) == fixing->padded)
        return;
    if (row->kind == MSIM_OBJECT_HEAP)
        say(fixing->fix,
            "allocate the blocks of %s%s%s%s at multiples of %" PRIu64
            " bytes, with a size of %" PRIu64,
            row->name, open, row->place, close, line, msim_round_up(row->high, line));
    else if (row->is_part && !row->is_rest)
        say(fixing->fix, "align %s%s%s%s to %" PRIu64 " bytes", row->name, open, row->place, close,
            line);
}

/* True: the offset of these bytes is that in their element. */
static bool is_in_element(const struct msim_objects_row *row, const struct bytes *bytes)
{
    return bytes->place.is_element && bytes->use->size <= row->element.bytes;
}

static void part_members(const struct fixing *fixing, const struct bytes *bytes)
{
    const struct msim_objects_row *row = row_of(fixing, bytes);
    const struct msim_contended_place *place = &bytes->place;
    uint64_t line = fixing->line->unit->bytes;
    if (place->field && *place->field->path && row->element.type)
        say(fixing->fix, "align %s (offset %" PRIu64 ") of %s to %" PRIu64 " bytes",
            place->field->path, place->field->offset, row->element.type->name, line);
    else if (row->kind != MSIM_OBJECT_HEAP && (!row->is_part || row->is_rest))
        say(fixing->fix,
            "begin a line of %" PRIu64 " bytes with what is at byte %" PRIu32 " of this one", line,
            bytes->use->offset);
    else
        say(fixing->fix, "align what begins at offset %" PRId64 " of %s to %" PRIu64 " bytes",
            is_in_element(row, bytes) ? (int64_t)place->within : bytes->use->at, row->name, line);
}

/* True: they are in the same member of several elements of an array in a structure. */
static bool are_repeated(const struct bytes *one, const struct bytes *other)
{
    const struct msim_type_field *field = other->place.field;
    return field && one->place.field == field && msim_contended_stride(field);
}

static void part_repeated(const struct fixing *fixing, const struct bytes *bytes)
{
    const struct msim_objects_row *row = row_of(fixing, bytes);
    const struct msim_type_field *field = bytes->place.field;
    uint64_t line = fixing->line->unit->bytes, is = msim_contended_stride(field);
    bool is_variable = row->kind != MSIM_OBJECT_HEAP || !row->element.type;
    say(fixing->fix,
        "pad the elements of %.*s in %s from %" PRIu64 " to %" PRIu64
        " bytes, and align it to %" PRIu64,
        (int)strcspn(field->path, "["), field->path,
        is_variable ? row->name : row->element.type->name, is, msim_round_up(is, line), line);
}

/* A part begins with these bytes, unless those before it or another part begin there already. */
static void begin_part(const struct fixing *fixing, const struct bytes *bytes)
{
    struct msim_fix *fix = fixing->fix;
    uint32_t last = fix->parts ? fix->part[fix->parts - 1] : fixing->bytes->use->offset;
    if (bytes->use->offset <= last)
        return;
    MSIM_PUSH(fix->part, fix->parts, bytes->use->offset);
}

static void part(struct fixing *fixing, const struct bytes *one, const struct bytes *other)
{
    begin_part(fixing, other);
    if (one->use->row != other->use->row || one->use->base != other->use->base)
        part_objects(fixing, one, other);
    else if (are_elements(fixing, one, other))
        part_elements(fixing, other);
    else if (are_repeated(one, other))
        part_repeated(fixing, other);
    else
        part_members(fixing, other);
}

/* --- What a layout cannot part ------------------------------------------------------------- */

static bool is_member(const struct bytes *bytes)
{
    return bytes->place.field && *bytes->place.field->path;
}

/* True: references lie on both sides of where the second of two neighbours begins.  Members and
 * elements are separated all the same: what clears several at a time, say, will then clear them one
 * by one. */
static bool are_crossed(const struct fixing *fixing, const struct bytes *one,
                        const struct bytes *other)
{
    const struct msim_contended_use *use = &fixing->contended->use[fixing->line->use];
    uint64_t crossing = 0, all = 0;
    if (one->use->row != other->use->row || one->use->base != other->use->base ||
        are_elements(fixing, one, other) || is_member(other))
        return false;
    for (size_t i = 0; i < fixing->line->uses; i++) {
        uint64_t references = msim_shared_references(use[i].count);
        all += references;
        if (use[i].row == other->use->row && use[i].base == other->use->base &&
            use[i].offset < other->use->offset && use[i].offset + use[i].size > other->use->offset)
            crossing += references;
    }
    return crossing && crossing >= all / CROSSED;
}

static void separate(struct fixing *fixing, const struct bytes *one, const struct bytes *other)
{
    if (are_crossed(fixing, one, other))
        say(fixing->fix,
            "what is before byte %" PRIu32
            " of this line and what is after it is used together: no "
            "layout separates it",
            other->use->offset);
    else
        part(fixing, one, other);
}

/* --- What several threads write ----------------------------------------------------------- */

static void name_shared(const struct fixing *fixing, const struct bytes *bytes)
{
    const struct msim_objects_row *row = row_of(fixing, bytes);
    uint64_t others = bytes->writes - bytes->most;
    if (!bytes->writes || bytes->reader != NO_THREAD || fixing->line->verdict == MSIM_VERDICT_FALSE)
        return;
    char *field = msim_contended_field(fixing->contended, bytes->use);
    const char *dot = *field && *field != '[' && *field != '+' ? "." : "";
    if (others && others >= bytes->writes / MSIM_CONTENDED_SHARED)
        say(fixing->fix,
            "several threads write the same bytes of %s%s%s: no layout separates them, but a copy "
            "for each thread does",
            row->name, dot, field);
    else
        say(fixing->fix,
            "thread %" PRIu32 " writes bytes of %s%s%s that others read: no layout separates them, "
            "but they may be written less often",
            bytes->owner, row->name, dot, field);
    free(field);
}

static void make(struct msim_fix *fix, const struct msim_contended *contended,
                 const struct msim_contended_line *line)
{
    struct fixing fixing = {.contended = contended, .line = line, .fix = fix};
    fixing.bytes = msim_zeroed(line->uses, sizeof *fixing.bytes);
    find_bytes(&fixing);
    for (size_t i = 1; i < fixing.used && line->verdict != MSIM_VERDICT_TRUE; i++)
        if (are_apart(&fixing.bytes[i - 1], &fixing.bytes[i]))
            separate(&fixing, &fixing.bytes[i - 1], &fixing.bytes[i]);
    for (size_t i = 0; i < fixing.used; i++)
        name_shared(&fixing, &fixing.bytes[i]);
    free(fixing.bytes);
}

struct msim_fix *msim_fixes_make(const struct msim_contended *contended, size_t lines)
{
    struct msim_fix *fix = msim_zeroed(lines, sizeof *fix);
    for (size_t i = 0; i < lines; i++)
        make(&fix[i], contended, &contended->line[i]);
    return fix;
}

void msim_fixes_free(struct msim_fix *fix, size_t lines)
{
    for (size_t i = 0; i < lines; i++) {
        for (size_t k = 0; k < fix[i].texts; k++)
            free(fix[i].text[k]);
        MSIM_FREE(fix[i].text, fix[i].part);
    }
    free(fix);
}
