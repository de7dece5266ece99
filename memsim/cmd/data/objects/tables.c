/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines that later ones refer to: files, functions, stacks, sites, contexts, objects, lives.
 *
 * A line refers to lines above it only, so lists of frames and contexts end.
 */
#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "engine/base/about.h"
#include "reading.h"

/* --- Fields ------------------------------------------------------------------------------- */

bool msim_objects_take_count(struct msim_objects_reader *reader, const char *what, const char *text,
                             uint64_t *number)
{
    return (msim_read_number(text, number) && *number <= INT64_MAX) ||
           MSIM_WRONG(reader, "%s: expected a number below 2^63, found '%.40s'", what, text);
}

bool msim_objects_take_offset(struct msim_objects_reader *reader, const char *what,
                              const char *text, int64_t *offset)
{
    uint64_t number;
    bool negative = *text == '-';
    if (!msim_read_number(text + negative, &number) || number > (uint64_t)INT64_MAX + negative)
        return MSIM_WRONG(reader, "%s: expected a number from -2^63 to 2^63 - 1, found '%.40s'",
                          what, text);
    *offset = (int64_t)(negative ? -number : number);
    return true;
}

bool msim_objects_take_reference(struct msim_objects_reader *reader, const char *what,
                                 const char *text, uint32_t known, uint32_t *number)
{
    uint64_t found;
    if (!msim_read_number(text, &found) || found > known)
        return MSIM_WRONG(reader, "%s: expected a number from 0 to %" PRIu32 ", found '%.40s'",
                          what, known, text);
    *number = (uint32_t)found;
    return true;
}

bool msim_objects_take_known(struct msim_objects_reader *reader, const char *what, const char *text,
                             uint32_t known, uint32_t *number)
{
    if (!known)
        return MSIM_WRONG(reader, "expected a line '%s' before the first that refers to one", what);
    return msim_objects_take_reference(reader, what, text, known, number) &&
           (*number || MSIM_WRONG(reader, "%s: expected a number from 1 to %" PRIu32 ", found 0",
                                  what, known));
}

bool msim_objects_take_counts(struct msim_objects_reader *reader, char *const *field,
                              uint64_t *count)
{
    const struct msim_object_set *objects = reader->objects;
    for (size_t i = 0; i < objects->events; i++)
        if (!msim_objects_take_count(reader, objects->event[i], field[i], &count[i]))
            return false;
    return true;
}

bool msim_objects_take_access(struct msim_objects_reader *reader, const char *text,
                              enum msim_access_kind *access)
{
    for (int i = 0; msim_accesses[i]; i++)
        if (!strcmp(text, msim_accesses[i])) {
            *access = (enum msim_access_kind)i;
            return true;
        }
    return MSIM_WRONG(reader, "expected read, write or fetch, found '%.40s'", text);
}

/* Numbers a new line of a table whose element 0 is there already. */
static bool count_up(struct msim_objects_reader *reader, uint32_t *count)
{
    return ++*count < UINT32_MAX || MSIM_WRONG(reader, "expected fewer lines of this kind");
}

/* What memsim knows no name for is written as "???". */
static const char *known(const char *name)
{
    return strcmp(name, "???") ? name : "";
}

bool msim_objects_check_fields(struct msim_objects_reader *reader, const char *keyword,
                               size_t expected, size_t fields)
{
    return fields == expected ||
           MSIM_WRONG(reader, "%s: expected %zu fields separated by tabs, found %zu", keyword,
                      expected, fields);
}

/* --- Code --------------------------------------------------------------------------------- */

/* Take a line whose keyword is known, with as many fields as they need. */
static bool take_file(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    objects->file = msim_room(objects->file, objects->files + (size_t)1, sizeof *objects->file);
    objects->file[objects->files + 1] = field[1];
    objects->build_id =
        msim_room(objects->build_id, objects->files + (size_t)1, sizeof *objects->build_id);
    objects->build_id[objects->files + 1] = NULL;
    return count_up(reader, &objects->files);
}

/* Take a line whose keyword is known, with as many fields as they need. */
static bool take_function(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_objects_function function = {.name = known(field[1]), .source = known(field[3])};
    if (!msim_objects_take_reference(reader, "file", field[2], objects->files, &function.file))
        return false;
    objects->function =
        msim_room(objects->function, objects->functions + (size_t)1, sizeof function);
    objects->function[objects->functions + 1] = function;
    return count_up(reader, &objects->functions);
}

/* FUNCTION OFFSET LINE SOURCE */
static bool take_place(struct msim_objects_reader *reader, char **field,
                       struct msim_objects_site *site)
{
    site->source = known(field[4]);
    return msim_objects_take_reference(reader, "function", field[1], reader->objects->functions,
                                       &site->function) &&
           msim_line_reader_number(&reader->lines, "offset", field[2], &site->offset) &&
           msim_objects_take_count(reader, "line", field[3], &site->line);
}

/* Take a line whose keyword is known, with as many fields as they need. */
static bool take_frame(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_objects_site frame = {.length = 0};
    if (!take_place(reader, field, &frame))
        return false;
    objects->frame = msim_room(objects->frame, objects->frames + (size_t)1, sizeof frame);
    objects->frame[objects->frames + 1] = frame;
    return count_up(reader, &objects->frames);
}

/* Take a line whose keyword is known, with as many fields as they need. */
static bool take_site(struct msim_objects_reader *reader, char **field, size_t fields)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_objects_site site;
    uint64_t length = 0;
    if (fields != 5 && fields != 6)
        return MSIM_WRONG(reader, "site: expected 5 or 6 fields separated by tabs, found %zu",
                          fields);
    if (!take_place(reader, field, &site) ||
        (fields == 6 && !msim_objects_take_count(reader, "length", field[5], &length)))
        return false;
    if (length > UINT32_MAX)
        return MSIM_WRONG(reader, "length: expected a number below 2^32, found %s", field[5]);
    site.length = (uint32_t)length;
    objects->site = msim_room(objects->site, objects->sites + (size_t)1, sizeof site);
    objects->site[objects->sites + 1] = site;
    return count_up(reader, &objects->sites);
}

/* --- Lists -------------------------------------------------------------------------------- */

/* OF OUTER */
static bool take_link(struct msim_objects_reader *reader, char **field, uint32_t known,
                      struct msim_objects_link **list, uint32_t *count)
{
    struct msim_objects_link link;
    if (!msim_objects_take_reference(reader, list == &reader->objects->stack ? "frame" : "function",
                                     field[1], known, &link.of) ||
        !msim_objects_take_reference(reader, field[0], field[2], *count, &link.outer))
        return false;
    *list = msim_room(*list, *count + (size_t)1, sizeof link);
    (*list)[*count + 1] = link;
    return count_up(reader, count);
}

/* Take a line whose keyword is known, with as many fields as they need. */
static bool take_stack(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    objects->life_of =
        msim_room(objects->life_of, objects->stacks + (size_t)1, sizeof *objects->life_of);
    objects->life_of[objects->stacks + 1] = 0;
    return take_link(reader, field, objects->frames, &objects->stack, &objects->stacks);
}

/* Take a line whose keyword is known, with as many fields as they need. */
static bool take_context(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    return take_link(reader, field, objects->functions, &objects->context, &objects->contexts);
}

/* --- Objects ------------------------------------------------------------------------------ */

/* STACK LOW HIGH BLOCKS BYTES */
static bool take_heap(struct msim_objects_reader *reader, char **field,
                      struct msim_data_object *object)
{
    if (!msim_objects_take_reference(reader, "stack", field[2], reader->objects->stacks,
                                     &object->of) ||
        !msim_line_reader_number(&reader->lines, "low", field[3], &object->low) ||
        !msim_line_reader_number(&reader->lines, "high", field[4], &object->high) ||
        !msim_objects_take_count(reader, "blocks", field[5], &object->blocks) ||
        !msim_objects_take_count(reader, "bytes", field[6], &object->bytes))
        return false;
    return object->low <= object->high ||
           MSIM_WRONG(reader, "high: expected a number from %" PRIu64 ", found %s", object->low,
                      field[4]);
}

/* "object", the kind, and what it is of. */
static const size_t object_fields[MSIM_OBJECT_KINDS] = {
    [MSIM_OBJECT_HEAP] = 7,  [MSIM_OBJECT_STATIC] = 3, [MSIM_OBJECT_TLS] = 3,
    [MSIM_OBJECT_STACK] = 3, [MSIM_OBJECT_MAPPED] = 3, [MSIM_OBJECT_ALLOCATOR] = 2,
    [MSIM_OBJECT_CODE] = 3,  [MSIM_OBJECT_UNKNOWN] = 2};

static bool take_owner(struct msim_objects_reader *reader, char **field, bool has_mapper,
                       struct msim_data_object *object)
{
    const struct msim_object_set *objects = reader->objects;
    if (object->kind == MSIM_OBJECT_HEAP)
        return take_heap(reader, field, object);
    if (object_fields[object->kind] == 2)
        return true;
    bool is_stack = object->kind == MSIM_OBJECT_STACK;
    if (has_mapper && !msim_objects_take_reference(reader, "function", field[3], objects->functions,
                                                   &object->mapper))
        return false;
    return msim_objects_take_reference(reader, is_stack ? "function" : "file", field[2],
                                       is_stack ? objects->functions : objects->files, &object->of);
}

/* Take a line whose keyword is known, with as many fields as they need. */
static bool take_object(struct msim_objects_reader *reader, char **field, size_t fields)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_data_object object = {.of = 0};
    int kind = 0;
    while (fields > 1 && msim_object_kinds[kind] && strcmp(field[1], msim_object_kinds[kind]) != 0)
        kind++;
    if (fields < 2 || !msim_object_kinds[kind])
        return MSIM_WRONG(reader,
                          "object: expected heap, static, tls, stack, mapped, allocator, code or "
                          "unknown, found '%.40s'",
                          fields < 2 ? "" : field[1]);
    bool has_mapper = kind == MSIM_OBJECT_MAPPED && fields == object_fields[kind] + 1;
    if (fields != object_fields[kind] && !has_mapper)
        return MSIM_WRONG(reader, "object %s: expected %zu fields separated by tabs, found %zu",
                          field[1], object_fields[kind], fields);
    object.kind = (enum msim_object_class)kind;
    if (!take_owner(reader, field, has_mapper, &object))
        return false;
    objects->object = msim_room(objects->object, objects->objects + (size_t)1, sizeof object);
    objects->object[objects->objects + 1] = object;
    return count_up(reader, &objects->objects);
}

/* Take a line whose keyword is known, with as many fields as they need. */
static bool take_life(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_objects_life life;
    const struct {
        const char *name;
        uint64_t *number;
    } numbers[] = {{"blocks", &life.blocks},           {"bytes", &life.bytes},
                   {"most blocks", &life.max_blocks},  {"most bytes", &life.max_bytes},
                   {"peak blocks", &life.peak_blocks}, {"peak bytes", &life.peak_bytes},
                   {"end blocks", &life.end_blocks},   {"end bytes", &life.end_bytes},
                   {"lifetime", &life.lifetime}};
    if (!msim_objects_take_reference(reader, "stack", field[1], objects->stacks, &life.stack))
        return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!msim_objects_take_count(reader, numbers[i].name, field[2 + i], numbers[i].number))
            return false;
    if (objects->life_of[life.stack])
        return MSIM_WRONG(reader, "stack: expected one line 'life' for stack %s, found another",
                          field[1]);
    MSIM_PUSH(objects->life, objects->lives, life);
    objects->life_of[life.stack] = (uint32_t)objects->lives;
    return objects->lives < UINT32_MAX || MSIM_WRONG(reader, "expected fewer lines of this kind");
}

/* --- All ---------------------------------------------------------------------------------- */

/* The lines of tables, which come before "# events", and their numbers of fields. */
static const struct {
    const char *name;
    size_t fields;
    bool (*take)(struct msim_objects_reader *reader, char **field);
} tables[] = {{"file", 2, take_file},   {"function", 4, take_function}, {"frame", 5, take_frame},
              {"stack", 3, take_stack}, {"context", 3, take_context},   {"life", 11, take_life}};

bool msim_objects_take_table(struct msim_objects_reader *reader, char **field, size_t fields)
{
    if (!strcmp(field[0], "object"))
        return take_object(reader, field, fields);
    if (!strcmp(field[0], "site"))
        return take_site(reader, field, fields);
    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        if (!strcmp(field[0], tables[i].name))
            return msim_objects_check_fields(reader, field[0], tables[i].fields, fields) &&
                   tables[i].take(reader, field);
    return MSIM_WRONG(
        reader,
        "expected file, function, frame, stack, site, context, object or life, found '%.40s'",
        field[0]);
}

/* --- Remarks ------------------------------------------------------------------------------ */

enum { BUILD_ID_MOST = 2 * 64 }; /* digits */

static bool take_instructions(struct msim_objects_reader *reader, const char *text)
{
    if (reader->instructions)
        return MSIM_WRONG(reader, "expected one line '# instructions: ', found another");
    reader->instructions = true;
    return msim_objects_take_count(reader, "instructions", text, &reader->objects->instructions);
}

/* "HEX PATH", of the file read last. */
static bool take_build_id(struct msim_objects_reader *reader, char *text)
{
    struct msim_object_set *objects = reader->objects;
    size_t digits = strspn(text, "0123456789abcdef");
    if (!digits || digits % 2 || digits > BUILD_ID_MOST || text[digits] != ' ')
        return MSIM_WRONG(reader, "build-id: expected hexadecimal digits and a path, found '%.40s'",
                          text);
    if (!objects->files || strcmp(objects->file[objects->files], text + digits + 1) != 0)
        return MSIM_WRONG(reader,
                          "build-id: expected the path of the last line file, found '%.40s'",
                          text + digits + 1);
    text[digits] = 0;
    objects->build_id[objects->files] = text;
    return true;
}

bool msim_objects_take_remark(struct msim_objects_reader *reader, char *line)
{
    struct msim_object_set *objects = reader->objects;
    char *text;
    if ((text = msim_after(line, "# command: ")) != NULL)
        objects->command = text;
    else if ((text = msim_after(line, "# machine: ")) != NULL)
        objects->machine = text;
    else if ((text = msim_after(line, "# instructions: ")) != NULL)
        return take_instructions(reader, text);
    else if ((text = msim_after(line, "# build-id: ")) != NULL)
        return take_build_id(reader, text);
    else if ((text = msim_after(line, "# note: Bounded: ")) != NULL)
        objects->bounded = text;
    else if ((text = msim_after(line, "# note: Contexts: ")) != NULL)
        objects->unplaced = text;
    else if ((text = msim_after(line, "# note: ")) != NULL)
        msim_take_incomplete(text, &objects->incomplete);
    return true;
}
