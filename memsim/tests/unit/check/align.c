/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Which lines of a function's two versions are the same, one edit a row; and string functions. */
#include "cmd/check/sides/align.h"

#include <stdio.h>

#include "cmd/base/index.h"
#include "cmd/check/sides/strings.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

enum { LINES = 32 };

/* Versions as "LINE:INSTRUCTIONS ..."; the mates of the old lines as numbers, "-" for none. */
static const struct edit {
    const char *what, *base, *fresh, *mates;
} edits[] = {
    {"nothing", "10:4 12:900 14:30", "10:4 12:900 14:30", "0 1 2"},
    {"moved down", "10:4 12:900 14:30", "110:4 112:900 114:30", "0 1 2"},
    {"a new line", "10:4 12:900 13:30 15:7", "10:4 12:900 13:55 14:30 16:7", "0 1 3 4"},
    {"a new line first", "10:4 12:900 14:30", "9:5 11:4 13:900 15:30", "1 2 3"},
    {"a new line last", "10:4 12:900 14:30", "10:4 12:900 14:30 15:8", "0 1 2"},
    {"a line is gone", "10:4 12:900 13:55 14:30", "10:4 12:900 13:30", "0 1 - 2"},
    {"all run more often", "10:4 12:900 14:30", "10:8 12:1800 14:60", "0 1 2"},
    {"one runs more often", "10:4 12:900 14:30", "20:4 22:9000 24:30", "0 1 2"},
    {"a new line, and the last one more often", "10:4 12:900 14:30", "10:4 12:1800 13:900 15:60",
     "0 2 3"},
    {"equal counts", "10:5 11:5 12:5 13:5", "10:5 11:5 12:5 13:5 14:5", "0 1 2 3"},
    {"other code", "10:5", "90:5000 91:1 92:1", "0"}, /* the first line of both */
    {"nothing left", "10:5 11:6", "", "- -"},
    {"nothing before", "", "10:5", ""},
};

static size_t read_lines(const char *text, struct msim_aligned_line *line)
{
    size_t lines = 0;
    unsigned number;
    long count;
    int length;
    for (; sscanf(text, " %u:%ld%n", &number, &count, &length) == 2; text += length)
        line[lines++] = (struct msim_aligned_line){number, {count, 0, 0}};
    return lines;
}

static void mates(const struct edit *edit, char *text, size_t room)
{
    struct msim_aligned_line base[LINES], fresh[LINES];
    size_t bases = read_lines(edit->base, base), used = 0;
    uint32_t *mate = msim_align(base, bases, fresh, read_lines(edit->fresh, fresh));
    *text = 0;
    for (size_t i = 0; i < bases; i++) {
        char number[16];
        snprintf(number, sizeof number, "%u", mate[i]);
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? " " : "",
                                 mate[i] == MSIM_NOTHING ? "-" : number);
    }
    free(mate);
}

UNIT_ROWS(aligns, edits)
{
    char text[256];
    mates(&edits[_i], text, sizeof text);
    ck_assert_msg(!strcmp(text, edits[_i].mates), "%s: %s and not %s", edits[_i].what, text,
                  edits[_i].mates);
}

/* So many lines that they are not aligned but paired by their numbers. */
UNIT_TEST(pairs_many_lines)
{
    enum { MANY = 3000 };
    struct msim_aligned_line *line = calloc(MANY, sizeof *line);
    for (uint32_t i = 0; i < MANY; i++)
        line[i] = (struct msim_aligned_line){2 * i, {i, i, i}};
    uint32_t *mate = msim_align(line, MANY, line, MANY);
    for (uint32_t i = 0; i < MANY; i++)
        ck_assert_uint_eq(mate[i], i);
    free(mate);
    mate = msim_align(line, MANY, line + 1, MANY - 1);
    ck_assert_uint_eq(mate[0], MSIM_NOTHING);
    ck_assert_uint_eq(mate[1], 0);
    free(mate);
    free(line);
}

UNIT_TEST(knows_string_functions)
{
    ck_assert(msim_is_string_function("strlen", "libc.so.6"));
    ck_assert(msim_is_string_function("__strcasecmp_l_avx", "libc.so.6"));
    ck_assert(msim_is_string_function("__memmove_avx_unaligned_erms", "libc-2.31.so"));
    ck_assert(msim_is_string_function("strchr", "ld-linux-x86-64.so.2"));
    ck_assert(msim_is_string_function("__strlen_sse2", "static-program"));
    ck_assert(!msim_is_string_function("strlen", "program"));
    ck_assert(!msim_is_string_function("strtol", "libc.so.6"));
    ck_assert(!msim_is_string_function("memcpy2", "libc.so.6"));
    ck_assert(!msim_is_string_function("malloc", "libc.so.6"));
}

/* 100 calls of 40 instructions each, then other numbers of calls and instructions. */
static const struct change {
    const char *what;
    int64_t calls, fresh, layout;
} changes[] = {
    {"as before", 100, 4000, 0},
    {"other paths", 100, 5000, 1000},
    {"shorter paths", 100, 3500, -500},
    {"longer strings", 100, 9000, 1600}, /* 16 for each call; the rest is work */
    {"twice the calls", 200, 8000, 0},
    {"twice the calls on other paths", 200, 8400, 400},
};

UNIT_ROWS(divides_work_and_layout, changes)
{
    const struct change *change = &changes[_i];
    struct msim_string_counts base = {{4000, 0, 0}, 100},
                              fresh = {{change->fresh, 0, 0}, change->calls};
    ck_assert_msg(msim_string_layout(&base, &fresh, 0) == change->layout, "%s: %ld", change->what,
                  (long)msim_string_layout(&base, &fresh, 0));
    base.calls = fresh.calls = 0; /* without line numbers: a quarter */
    int64_t by = change->fresh - 4000, most = by < -1000 ? -1000 : by > 1000 ? 1000 : by;
    ck_assert_int_eq(msim_string_layout(&base, &fresh, 0), most);
}
