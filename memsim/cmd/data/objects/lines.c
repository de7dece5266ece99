/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The lines about what was touched of lines of the cache: groups, and their patterns.
 *
 * The bytes of all lives together are kept below 2^63, so that every sum of some is.
 */
#include <inttypes.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "reading.h"

enum { MASK_BITS = 64, LINE_MAX = 1 << 20 };

bool msim_objects_take_line_size(struct msim_objects_reader *reader, const char *text)
{
    uint64_t bytes;
    if (reader->objects->line)
        return MSIM_WRONG(reader, "expected one line '# line: ', found another");
    if (!msim_read_number(text, &bytes) || !bytes || bytes > LINE_MAX || bytes & (bytes - 1))
        return MSIM_WRONG(reader, "line: expected a power of two up to %d, found '%.40s'", LINE_MAX,
                          text);
    reader->objects->line = bytes;
    return true;
}

/* Counts lives. */
static bool add_lives(struct msim_objects_reader *reader, uint64_t lives)
{
    uint64_t most = (uint64_t)INT64_MAX / reader->objects->line;
    if (lives > most - reader->lives)
        return MSIM_WRONG(reader, "expected fewer lives of lines than %" PRIu64, most);
    reader->lives += lives;
    return true;
}

static bool check_group(struct msim_objects_reader *reader, const struct msim_objects_lines *group)
{
    uint64_t line = reader->objects->line;
    if (group->modulus % line)
        return MSIM_WRONG(reader, "modulus: expected a multiple of %" PRIu64 ", found %" PRIu64,
                          line, group->modulus);
    if (group->first > group->last)
        return MSIM_WRONG(reader, "last: expected a number from %" PRId64 ", found %" PRId64,
                          group->first, group->last);
    if (group->fetches > group->lives)
        return MSIM_WRONG(reader, "fetches: expected a number up to %" PRIu64 ", found %" PRIu64,
                          group->lives, group->fetches);
    if (!add_lives(reader, group->lives) || !add_lives(reader, group->other_times))
        return false;
    return (group->bytes <= group->lives * line &&
            group->other_bytes <= group->other_times * line) ||
           MSIM_WRONG(reader, "bytes: expected at most %" PRIu64 " for each life", line);
}

bool msim_objects_take_lines(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_objects_lines group = {.pattern = objects->patterns};
    const struct {
        const char *name;
        uint64_t *number;
    } numbers[] = {{"lives", &group.lives},
                   {"fetches", &group.fetches},
                   {"bytes", &group.bytes},
                   {"other times", &group.other_times},
                   {"other bytes", &group.other_bytes}};
    reader->in_use = reader->in_lines = false;
    if (!objects->line)
        return MSIM_WRONG(reader, "expected '# line: ' before the first line 'lines'");
    if (!msim_objects_take_known(reader, "object", field[1], objects->objects, &group.object) ||
        !msim_objects_take_count(reader, "modulus", field[2], &group.modulus) ||
        !msim_objects_take_offset(reader, "first", field[3], &group.first) ||
        !msim_objects_take_offset(reader, "last", field[4], &group.last))
        return false;
    for (size_t i = 0; i < sizeof numbers / sizeof *numbers; i++)
        if (!msim_objects_take_count(reader, numbers[i].name, field[5 + i], numbers[i].number))
            return false;
    if (!check_group(reader, &group))
        return false;
    MSIM_PUSH(objects->lines, objects->groups, group);
    reader->in_lines = true;
    return true;
}

/* Hexadecimal digits of a number that is not 0, without leading zeros. */
static bool take_mask(struct msim_objects_reader *reader, const char *text, uint64_t *mask)
{
    static const char digits[] = "0123456789abcdef";
    uint64_t line = reader->objects->line, most = UINT64_MAX;
    if (line < MASK_BITS)
        most = (UINT64_C(1) << line) - 1;
    *mask = 0;
    const char *at = text;
    for (; *at && at - text < 16 && strchr(digits, *at); at++)
        *mask = *mask << 4 | (uint64_t)(strchr(digits, *at) - digits);
    return (!*at && *text != '0' && *mask && *mask <= most) ||
           MSIM_WRONG(reader,
                      "mask: expected hexadecimal digits of a number from 1 to %" PRIx64
                      ", found '%.40s'",
                      most, text);
}

bool msim_objects_take_line(struct msim_objects_reader *reader, char **field)
{
    struct msim_object_set *objects = reader->objects;
    struct msim_objects_line line;
    if (!reader->in_lines)
        return MSIM_WRONG(reader, "line: expected a line 'lines' before it");
    struct msim_objects_lines *group = &objects->lines[objects->groups - 1];
    if (!msim_objects_take_offset(reader, "offset", field[1], &line.offset) ||
        !take_mask(reader, field[2], &line.mask) ||
        !msim_objects_take_count(reader, "times", field[3], &line.times))
        return false;
    if (group->modulus ? line.offset < 0 || (uint64_t)line.offset >= group->modulus
                       : line.offset < group->first || line.offset > group->last)
        return MSIM_WRONG(reader, "offset: expected one of the lines' range, found %" PRId64,
                          line.offset);
    if (!add_lives(reader, line.times))
        return false;
    MSIM_PUSH(objects->pattern, objects->patterns, line);
    group->patterns++;
    return true;
}

/* Puts the numbers of groups in order of their objects, which learn where theirs are. */
void msim_objects_group_lines(struct msim_object_set *objects)
{
    size_t next = 0;
    objects->lines_of = msim_zeroed(objects->groups, sizeof *objects->lines_of);
    for (size_t i = 0; i < objects->groups; i++)
        objects->object[objects->lines[i].object].groups++;
    for (uint32_t i = 0; i <= objects->objects; i++) {
        objects->object[i].lines = next;
        next += objects->object[i].groups;
        objects->object[i].groups = 0;
    }
    for (size_t i = 0; i < objects->groups; i++) {
        struct msim_data_object *object = &objects->object[objects->lines[i].object];
        objects->lines_of[object->lines + object->groups++] = i;
    }
}
