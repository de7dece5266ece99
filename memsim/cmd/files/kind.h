/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Kinds of files, recognised by their first lines: those that memsim reads, and others that people
 * give to it.
 *
 * This is not a check.  What is recognised may still be wrong further down, and what is not
 * recognised is left to the reader of the expected kind, whose message names the line.
 */
#pragma once

#include <stddef.h>

enum msim_file_kind {
    MSIM_FILE_UNKNOWN,
    MSIM_FILE_COUNTS, /* in Cachegrind's format */
    MSIM_FILE_ALLOC,
    MSIM_FILE_HEAP,
    MSIM_FILE_PAGES,
    MSIM_FILE_TRACE,
    MSIM_FILE_MACHINE,
    MSIM_FILE_TOPOLOGY,
    MSIM_FILE_CALLS,
    MSIM_FILE_CALLGRIND,
    MSIM_FILE_DHAT,
    MSIM_FILE_PERF,
    MSIM_FILE_PROGRAM,
#define COMMAND(name)
#define VIEWER(name, kind, one, many, options) MSIM_FILE_##kind,
#include "cmd/base/commands.list"
#undef COMMAND
#undef VIEWER
    MSIM_FILE_KINDS
};

/* The kind of a regular file; unknown for others, and if it cannot be read. */
enum msim_file_kind msim_file_kind_of(const char *name);

/* As in "memsim.heap.1 is a heap profile", and its plural. */
const char *msim_file_kind_name(enum msim_file_kind kind);
const char *msim_file_kind_plural(enum msim_file_kind kind);

/* The options without which a run makes no file of that kind, and a blank; or "". */
const char *msim_file_kind_options(enum msim_file_kind kind);

/* What to do with that file of that kind, at best a command to type. */
void msim_file_kind_advice(enum msim_file_kind kind, const char *file, char *advice, size_t room);
