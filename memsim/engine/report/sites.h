/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Sites in the order of files in Cachegrind's format: by object (the executable or library that
 * contains the code), inlined calls if they are shown, file, function and line, with names compared
 * bytewise.  Each file is named once in its object, and each function once in its file.  Equal
 * counts thus give equal files.
 *
 * The format has no word for objects, names must stay those that other tools write, and not all
 * readers of the format skip comments.  So an object is named by a file without counts:
 *
 *     fl=# object: /lib/libc.so.6      of all that follows, up to the next one
 *
 * Inlined calls that the code is in are shown in the same way, from the innermost outwards, each
 * with its function and the line and file that call it; tabs are in no name:
 *
 *     fl=# inlined: square<tab>8<tab>/src/a.c<tab>sum<tab>15<tab>/src/a.c
 */
#pragma once

#include "engine/base/text.h"
#include "stream/dict.h"

/* The place of each string of the dictionary among all of them, in bytewise order. */
const uint32_t *msim_string_ranks(const struct msim_dict *dict, const struct msim_mem *mem);

/* All sites of the dictionary in this order.  `inlined`: inlined calls are shown. */
const uint32_t *msim_sites_sorted(const struct msim_dict *dict, const struct msim_mem *mem,
                                  bool inlined);

/* True: the two sites are the same line of such a file. */
bool msim_sites_are_one(const struct msim_dict *dict, uint32_t a, uint32_t b, bool inlined);

struct msim_site_lines {
    struct msim_text *text;
    const struct msim_dict *dict;
    bool show_inlined;
    bool show_objects;               /* in the names of functions, too */
    uint32_t file, function, object; /* named most recently; UINT32_MAX: none; of objects, 0 */
    uint32_t inlined;
};

void msim_site_lines_init(struct msim_site_lines *lines, struct msim_text *text,
                          const struct msim_dict *dict, bool inlined);

/* From now on, functions' names contain their object file (objectname.h). */
void msim_site_lines_show_objects(struct msim_site_lines *lines);

/* Begins the line of a site: names its file and function if needed, and writes the line number. */
void msim_put_site(struct msim_site_lines *lines, uint32_t site);
/* The same of code of which nothing is known. */
void msim_put_no_site(struct msim_site_lines *lines);
