/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The writer of JSON: commas, names, lines and indents, byte for byte. */
#include "cmd/files/json.h"

#include <inttypes.h>

#include "tests/unit/lib/main.h"
#include "tests/unit/lib/written.h"

static void empty_object(struct msim_json *json)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_end(json);
}

static void empty_list(struct msim_json *json)
{
    msim_json_list(json, NULL, 4);
    msim_json_end(json);
}

static void values(struct msim_json *json)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_text(json, "text", "a \"b\"\n");
    msim_json_number(json, "least", 0);
    msim_json_number(json, "most", UINT64_MAX);
    msim_json_null(json, "none");
    msim_json_value(json, "rate", "%.3f", 0.25);
    msim_json_end(json);
}

static void one_line(struct msim_json *json)
{
    msim_json_list(json, NULL, MSIM_JSON_INLINE);
    msim_json_number(json, NULL, 1);
    msim_json_list(json, NULL, MSIM_JSON_INLINE);
    msim_json_end(json);
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_list(json, "a", MSIM_JSON_INLINE);
    msim_json_text(json, NULL, "x");
    msim_json_text(json, NULL, "y");
    msim_json_end(json);
    msim_json_null(json, "b");
    msim_json_end(json);
    msim_json_end(json);
}

static void own_lines(struct msim_json *json)
{
    msim_json_object(json, NULL, 2);
    msim_json_number(json, "a", 1);
    msim_json_list(json, "rows", 4);
    for (uint64_t i = 0; i < 2; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_number(json, "i", i);
        msim_json_number(json, "j", i);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_list(json, "empty", 4);
    msim_json_end(json);
    msim_json_line(json, 0);
    msim_json_end(json);
}

/* Lines that are begun in a container without lines, and one before its end. */
static void some_lines(struct msim_json *json)
{
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_number(json, "a", 1);
    msim_json_line(json, 1);
    msim_json_list(json, "b", 2);
    msim_json_number(json, NULL, 2);
    msim_json_line(json, 1);
    msim_json_end(json);
    msim_json_number(json, "c", 3);
    msim_json_end(json);
}

/* The first member of a container is on a line of its own, too, where that is asked for. */
static void first_line(struct msim_json *json)
{
    msim_json_list(json, NULL, MSIM_JSON_INLINE);
    msim_json_line(json, 0);
    msim_json_number(json, NULL, 1);
    msim_json_number(json, NULL, 2);
    msim_json_end(json);
}

static void deepest(struct msim_json *json)
{
    for (int i = 0; i < MSIM_JSON_DEPTH; i++)
        msim_json_list(json, NULL, MSIM_JSON_INLINE);
    for (int i = 0; i < MSIM_JSON_DEPTH; i++)
        msim_json_end(json);
}

static const struct {
    void (*write)(struct msim_json *json);
    const char *expected;
} texts[] = {
    {empty_object, "{}\n"},
    {empty_list, "[]\n"},
    {values, "{\"text\": \"a \\\"b\\\"\\u000a\", \"least\": 0, \"most\": 18446744073709551615, "
             "\"none\": null, \"rate\": 0.250}\n"},
    {one_line, "[1, [], {\"a\": [\"x\", \"y\"], \"b\": null}]\n"},
    {own_lines,
     "{\n  \"a\": 1,\n  \"rows\": [\n    {\"i\": 0, \"j\": 0},\n    {\"i\": 1, \"j\": 1}],\n"
     "  \"empty\": []\n}\n"},
    {some_lines, "{\"a\": 1,\n \"b\": [\n  2\n ], \"c\": 3}\n"},
    {first_line, "[\n1, 2]\n"},
    {deepest, "[[[[[[[[]]]]]]]]\n"},
};

UNIT_ROWS(writes, texts)
{
    struct unit_written written;
    unit_written_start(&written);
    struct msim_json json = msim_json_start(written.to);
    texts[_i].write(&json);
    unit_written_is(&written, texts[_i].expected);
}

/* Several texts one after the other. */
UNIT_TEST(starts_again)
{
    struct unit_written written;
    unit_written_start(&written);
    struct msim_json json = msim_json_start(written.to);
    empty_object(&json);
    json = msim_json_start(written.to);
    empty_list(&json);
    unit_written_is(&written, "{}\n[]\n");
}
