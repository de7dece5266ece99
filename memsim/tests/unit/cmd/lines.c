/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The line reader: ends of lines, errors and their lines, numbers and words. */
#include "cmd/files/lines.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/unit/lib/main.h"

/* A text of that size in memory of its own, with the 0 after it. */
static char *copy_of(const char *text, size_t size)
{
    char *bytes = malloc(size + 1);
    ck_assert_ptr_nonnull(bytes);
    memcpy(bytes, text, size);
    bytes[size] = 0;
    return bytes;
}

#define TEXT(text) text, sizeof text - 1

/* --- lines -------------------------------------------------------------------------------- */

/* Expected: each line in brackets, then the error. */
static const struct {
    const char *text;
    size_t size;
    const char *expected;
} texts[] = {
    {TEXT(""), ""},
    {TEXT("\n"), "[]"},
    {TEXT("a\n"), "[a]"},
    {TEXT("a\n\nb c\n"), "[a][][b c]"},
    {TEXT("\xff\t\x01\n"), "[\xff\t\x01]"},
    /* cut short */
    {TEXT("a"), " 1: the file is cut short in this line"},
    {TEXT("a\nb"), "[a] 2: the file is cut short in this line"},
    {TEXT("a\n "), "[a] 2: the file is cut short in this line"},
    {TEXT("a\n\r"), "[a] 2: the file is cut short in this line"},
    /* carriage returns */
    {TEXT("\r\n"), "[]"},
    {TEXT("a\r\nb\r\n"), "[a][b]"},
    {TEXT("a\nb\r\n\r\nc\n"), "[a][b][][c]"},
    {TEXT("a\r\r\r\nb\n"), "[a][b]"},
    {TEXT("\ra\rb\r\n\r \n"), "[\ra\rb][\r ]"},
    {TEXT("a\r\nb\r"), "[a] 2: the file is cut short in this line"},
    /* a byte 0, which is looked for before the first line */
    {TEXT("\0"), " 1: expected text, found a byte 0"},
    {TEXT("a\n\0\n"), " 2: expected text, found a byte 0"},
    {TEXT("a\nb\nc\0\n\0"), " 3: expected text, found a byte 0"},
    {TEXT("a\r\nb\0"), " 2: expected text, found a byte 0"},
    {TEXT("a\n\0"), " 2: expected text, found a byte 0"},
};

static void show_error(FILE *to, const struct msim_file_error *error)
{
    if (!error->line)
        return;
    ck_assert_str_eq(error->file, "name");
    fprintf(to, " %zu: %s", error->line, error->text);
}

/* All lines of the text, read in place where `in_place`, or else cut off. */
static void check_lines(size_t test, bool in_place)
{
    char shown[200] = "", *bytes = copy_of(texts[test].text, texts[test].size), *line;
    FILE *to = fmemopen(shown, sizeof shown, "w");
    struct msim_line_reader reader;
    struct msim_file_error error = {.line = 7}; /* of an earlier file */
    size_t lines = 0;
    msim_line_reader_open(&reader, "name", bytes, texts[test].size, &error);
    while (!in_place && (line = msim_line_reader_next(&reader)) != NULL) {
        fprintf(to, "[%s]", line);
        ck_assert_uint_eq(reader.line, ++lines);
    }
    while (in_place && (line = msim_line_reader_peek(&reader)) != NULL) {
        ck_assert_ptr_eq(msim_line_reader_peek(&reader), line);
        char *newline = strchr(line, '\n');
        if (!newline) {
            ck_assert_ptr_null(msim_line_reader_next(&reader));
            break;
        }
        fprintf(to, "[%.*s]", (int)(newline - line), line);
        msim_line_reader_pass(&reader, newline);
        ck_assert_int_eq(*newline, '\n');
        ck_assert_uint_eq(reader.line, ++lines);
    }
    ck_assert(error.line || msim_line_reader_ended(&reader));
    ck_assert_ptr_null(msim_line_reader_next(&reader));
    show_error(to, &error);
    fclose(to);
    ck_assert_str_eq(shown, texts[test].expected);
    free(bytes);
}

UNIT_ROWS(lines, texts)
{
    check_lines((size_t)_i, false);
    check_lines((size_t)_i, true);
}

/* --- errors ------------------------------------------------------------------------------- */

UNIT_TEST(errors)
{
    struct msim_line_reader reader;
    struct msim_file_error error;
    char *bytes = copy_of("a\nb\n", 4);
    msim_line_reader_open(&reader, "name", bytes, 4, &error);
    /* Before the first line, the error is in it. */
    ck_assert(!msim_line_reader_fail(&reader, "found %s", "\033[2J\x7f\n"));
    ck_assert_uint_eq(error.line, 1);
    ck_assert_str_eq(error.text, "found ?[2J??");
    ck_assert_str_eq(error.file, "name");
    /* There are no lines after an error, and the first one stays. */
    ck_assert_ptr_null(msim_line_reader_peek(&reader));
    ck_assert_ptr_null(msim_line_reader_next(&reader));
    ck_assert(!msim_file_error_set(&error, "other", 9, "other"));
    ck_assert_uint_eq(error.line, 1);
    ck_assert_str_eq(error.text, "found ?[2J??");
    free(bytes);
}

UNIT_TEST(long_error)
{
    struct msim_file_error error = {.line = 0};
    char text[2000];
    memset(text, 'x', sizeof text - 1);
    text[sizeof text - 1] = 0;
    ck_assert(!msim_file_error_set(&error, "name", 3, "%s", text));
    ck_assert_uint_eq(strlen(error.text), sizeof error.text - 1);
    ck_assert_uint_eq(error.line, 3);
}

/* --- fields ------------------------------------------------------------------------------- */

static const struct {
    const char *text;
    uint64_t number;
    const char *expected; /* NULL: it is that number */
} numbers[] = {
    {"0", 0, NULL},
    {"00012", 12, NULL},
    {"18446744073709551615", UINT64_MAX, NULL},
    {"00018446744073709551615", UINT64_MAX, NULL},
    {"18446744073709551616", 0,
     "a size: expected a number below 2^64, found '18446744073709551616'"},
    {"99999999999999999999999999999999999999999999", 0,
     "a size: expected a number below 2^64, found '9999999999999999999999999999999999999999'"},
    {"", 0, "a size: expected a number below 2^64, found ''"},
    {"-1", 0, "a size: expected a number below 2^64, found '-1'"},
    {"+1", 0, "a size: expected a number below 2^64, found '+1'"},
    {" 1", 0, "a size: expected a number below 2^64, found ' 1'"},
    {"1 ", 0, "a size: expected a number below 2^64, found '1 '"},
    {"1\r", 0, "a size: expected a number below 2^64, found '1?'"},
    {"0x1", 0, "a size: expected a number below 2^64, found '0x1'"},
};

UNIT_ROWS(number, numbers)
{
    uint64_t found = 0;
    struct msim_file_error error = {.line = 0};
    struct msim_line_reader reader = {.file = "name", .line = 5, .error = &error};
    bool good = msim_line_reader_number(&reader, "a size", numbers[_i].text, &found);
    ck_assert(good == !numbers[_i].expected);
    if (good) {
        ck_assert_uint_eq(found, numbers[_i].number);
        ck_assert_uint_eq(error.line, 0);
    } else {
        ck_assert_str_eq(error.text, numbers[_i].expected);
        ck_assert_uint_eq(error.line, 5);
    }
}

UNIT_TEST(words)
{
    char text[] = "one  two\tthree ", *rest = text;
    ck_assert_str_eq(msim_cut_word(&rest), "one");
    ck_assert_str_eq(msim_cut_word(&rest), "");
    ck_assert_str_eq(msim_cut_word(&rest), "two\tthree");
    ck_assert_str_eq(rest, "");
    ck_assert_str_eq(msim_cut_word(&rest), "");
    ck_assert_ptr_eq(rest, text + sizeof text - 1);
}

UNIT_TEST(tabs)
{
    char text[] = "one\t\ttwo three\t", *field[3] = {NULL};
    ck_assert_uint_eq(msim_cut_tabs(text, field, 2), 4);
    ck_assert_str_eq(field[0], "one");
    ck_assert_str_eq(field[1], "");
    ck_assert_ptr_null(field[2]);
    char none[] = "";
    ck_assert_uint_eq(msim_cut_tabs(none, field, 3), 1);
    ck_assert_str_eq(field[0], "");
}
