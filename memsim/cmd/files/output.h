/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Where results go: the options --format, --out, --width, --svg and --png of the viewers, a file or
 * standard output, and what a terminal takes.  Pictures are written by draw/picture.h.
 */
#ifndef MSIM_CMD_FILES_OUTPUT_H
#define MSIM_CMD_FILES_OUTPUT_H

#include <stdbool.h>

#include "stream/sink.h"
#include "wholefile.h"

/* The values of the options as they were given; NULL: not given. */
struct msim_output {
    const char *format, *out, *width, *svg, *png;
};

/* The formats that all viewers have, and their names, which end with NULL. */
enum msim_format { MSIM_FORMAT_TEXT, MSIM_FORMAT_JSON, MSIM_FORMAT_CSV };
extern const char *const msim_format_names[];

/* The format asked for, text if none is; another name than these ends with 2. */
enum msim_format msim_output_format(const struct msim_output *output);

/* Whether pictures are all that is written: those were asked for, and no format. */
bool msim_output_is_picture(const struct msim_output *output);

/* Opens the file of that name, or standard output if it is NULL: results go to file->to. */
void msim_output_open(struct msim_whole_file *file, const char *name);

/* Completes the file; returns the exit status. */
int msim_output_close(struct msim_whole_file *file);

/* What the engine writes goes to `to`. */
struct msim_sink msim_file_sink(FILE *to);

/* Of standard output: the columns of the terminal, 0 if it is not one; whether the terminal shows colours
 * and the environment does not forbid them. */
size_t msim_terminal_width(void);
bool msim_terminal_has_colours(void);

#endif
