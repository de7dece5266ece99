/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Text without libc: compares it, and writes it to a buffer in front of the caller's sink. */
#pragma once

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "stream/sink.h"

struct msim_machine;

/* A sink that keeps as much as fits, zero-terminated. */
struct msim_string {
    char *text;
    size_t room, used;
};
struct msim_sink msim_string_sink(struct msim_string *string);

struct msim_text {
    const struct msim_sink *sink;
    size_t used;
    char buffer[4096];
};

/* What a column of counts is called: {"Dr", "data read", "s"} is its name in files, what one of it
 * is, and what is added for several.  Without a noun, viewers show the name. */
struct msim_words {
    const char *name, *noun, *more;
};

/* A column that an observer adds to the counts of the program (observer.h). */
struct msim_observed {
    struct msim_words words;
    /* True: this machine has it.  NULL: each has. */
    bool (*exists)(const struct msim_machine *machine);
    const char *label; /* of its line in the summary: "Straddles:"; NULL: it has none */
    char part; /* the letter of a part of the cycles, which are all of these together; 0: none */
    bool of_loads; /* loads wait in it, or it counts what misses: objects have it, too */
    bool of_cores; /* several cores cause it: with one the summary leaves it out */
    bool plain;    /* files in Callgrind's format have it, too, as Callgrind's own */
};

/* As strcmp: below 0, 0, above 0. */
int msim_compare_text(const char *a, const char *b);
bool msim_same_text(const char *a, const char *b);
/* True: the name matches; `*` stands for any characters and `?` for one. */
bool msim_glob(const char *pattern, const char *name);
/* The same for the name of a function, which may be without its arguments in the pattern. */
bool msim_glob_function(const char *pattern, const char *name);

void msim_text_init(struct msim_text *text, const struct msim_sink *sink);
void msim_text_flush(struct msim_text *text);

void msim_put(struct msim_text *text, const char *string);
/* A name within a line: control characters, which would end the line, become spaces. */
void msim_put_name(struct msim_text *text, const char *name);
/* The same for its first `count` bytes. */
void msim_put_name_part(struct msim_text *text, const char *name, size_t count);
void msim_put_number(struct msim_text *text, uint64_t number);
/* 0x and hexadecimal digits in upper case. */
void msim_put_hex(struct msim_text *text, uint64_t number);
/* The same in lower case, as addresses of code are written. */
void msim_put_address(struct msim_text *text, uint64_t address);

/* A size as options have it, rounded up to a short form. */
void msim_put_size(struct msim_text *text, uint64_t bytes);

/* With thousands separators: 1,234,567; right-aligned in `width` columns. */
void msim_put_grouped(struct msim_text *text, uint64_t number, unsigned width);
unsigned msim_grouped_width(uint64_t number);

/* part / whole in percent with `decimals` decimals, rounded, right-aligned in `width` columns;
 * a whole of 0 is 0%. */
void msim_put_percent(struct msim_text *text, uint64_t part, uint64_t whole, unsigned decimals,
                      unsigned width);

/* part / whole with two decimals, rounded; a whole of 0 is 0.00. */
void msim_put_ratio(struct msim_text *text, uint64_t part, uint64_t whole);

/* --- Lines
 * ---------------------------------------------------------------------------------------- */

/* Text that is passed on line by line: messages to the user, to which the receiver adds a prefix.
 * A line is written to `text`, then ended. */

enum {
    MSIM_LINE_MAX = 255, /* bytes, after which a line is cut off */
    MSIM_LINE_WIDTH = 68 /* of a terminal of 80 columns, beside "==1234567== " */
};

/* Each call of `line` passes one line, without a newline. */
struct msim_lines {
    void (*line)(void *self, const char *text);
    void *self;
};

struct msim_line {
    struct msim_text text;
    const struct msim_lines *lines;
    struct msim_sink sink;
    size_t used;
    char kept[MSIM_LINE_MAX + 1];
};

/* Afterwards `line` must stay where it is. */
void msim_line_init(struct msim_line *line, const struct msim_lines *lines);

void msim_line_end(struct msim_line *line);

/* The same, in several lines if it is wider than MSIM_LINE_WIDTH.  They are broken at blanks, after
 * a comma, semicolon or plus if there is one, and all but the first are indented. */
void msim_line_wrap(struct msim_line *line, unsigned indent);
