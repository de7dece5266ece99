/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where results go: the viewers' options --format, --out, --width, --svg, --png and --size; a
 * file or standard output.  terminal.h is what the terminal can show, draw/picture.h writes
 * pictures.
 */
#pragma once

#include <stdbool.h>
#include <stdio.h>

#include "stream/sink.h"
#include "terminal.h"

/*
 * Result files that are written whole or not at all: under the name NAME.partial-PID, and renamed
 * when complete.  What exists and is not a regular file (a device, a pipe, a link) is written
 * directly.  Every error ends the command with its reason and leaves no unfinished file.
 *
 * Ctrl-C while a file is written says which, and a second one ends the command at once, names what
 * is missing and leaves no unfinished file either.  Otherwise Ctrl-C does what it usually does, and
 * where it is ignored it stays so.
 */

struct msim_whole_file {
    const char *name;
    char *partial; /* NULL: written directly */
    FILE *to;
};

void msim_whole_open(struct msim_whole_file *file, const char *name);

/* Completes the file or, if `reason` is not NULL, removes it and ends the command with that. */
void msim_whole_close(struct msim_whole_file *file, const char *reason);

/* These files, `names` of them, are written next, in their order; they live until the end.  Each
 * that is complete is followed by msim_whole_next(), the last one by msim_whole_end(), too. */
void msim_whole_announce(const char *const *name, unsigned names);
void msim_whole_next(void);
void msim_whole_end(void);

/* Ends the command if the file cannot be opened; nothing is left to free. */
void msim_whole_try(const char *name);

/* The options' values as given; NULL: not given. */
struct msim_output {
    const char *format, *out, *width, *svg, *png, *size;
};

/* The formats that all viewers have, and their names, ended by NULL. */
enum msim_format { MSIM_FORMAT_TEXT, MSIM_FORMAT_JSON, MSIM_FORMAT_CSV };
extern const char *const msim_format_names[];

/* The requested format, by default text; any other name exits with 2. */
enum msim_format msim_output_format(const struct msim_output *output);

/* Whether only pictures are written: they were requested, and no format was. */
bool msim_output_is_picture(const struct msim_output *output);

/* Opens the file of that name, or standard output if it is NULL; results are written to
 * file->to. */
void msim_output_open(struct msim_whole_file *file, const char *name);

/* Completes the file; returns the exit status. */
int msim_output_close(struct msim_whole_file *file);

/* A sink that writes what the engine produces to `to`. */
struct msim_sink msim_file_sink(FILE *to);

/* Makes a limit on the size of files (ulimit -f) an error like a full disk, where a signal would
 * end the command; and, for a program that is to be started, undoes it. */
void msim_limit_is_error(void);
void msim_limit_is_as_before(void);
