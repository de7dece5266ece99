/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The forms in which a list of page-ins is shown. */
#pragma once

#include <stdint.h>
#include <stdio.h>

#include "cmd/data/pages/read.h"
#include "cmd/draw/canvas.h"
#include "cmd/listing/export.h"

struct msim_paged_view {
    size_t ranges; /* the most to show, the largest first */
    size_t width;  /* of the terminal; 0: names are whole */
};

/* Writes the pages by object and kind of access, contiguous ranges, and how many were touched
 * when. */
void msim_paged_text(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to);
/* Write every line with its fields. */
void msim_paged_json(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to);
void msim_paged_csv(const struct msim_paged *paged, const struct msim_paged_view *view, FILE *to);

/* What both begin with: the command, pages and faults in all. */
void msim_paged_head_text(const struct msim_paged *paged, FILE *to);
void msim_paged_head_json(const struct msim_paged *paged, struct msim_json *json);

/* The end of the range of contiguous pages of one object that begins at `from` in the sorted
 * order. */
size_t msim_paged_range_end(const struct msim_paged *paged, const uint32_t *sorted, size_t from);

/* Time across, touched pages up, in bands by object, with a point for each touch. */
struct msim_point msim_paged_picture_size(const struct msim_paged *paged, double width);
void msim_paged_picture(const struct msim_paged *paged, struct msim_canvas *canvas);

/* The list is of a run that was divided by thread. */
void msim_paged_threads_text(const struct msim_paged *paged, const struct msim_paged_view *view,
                             FILE *to);
void msim_paged_threads_json(const struct msim_paged *paged, const struct msim_paged_view *view,
                             FILE *to);
void msim_paged_threads_csv(const struct msim_paged *paged, const struct msim_paged_view *view,
                            FILE *to);

/* A table of those that are selected, or all, each with what is inside it; none: nothing. */
void msim_paged_regions_text(const struct msim_paged *paged, FILE *to);
void msim_paged_regions_json(const struct msim_paged *paged, struct msim_json *json);

/* The name of a column. */
const char *msim_paged_event_name(enum msim_paged_event event);

/*
 * Writes the functions of a program in the order of their first execution, for a linker.
 *
 * A detailed list of page-ins has them, each with the offset of its first instruction in the file.
 * The symbol that linkers know is read from the file itself, if it still exists.
 */

enum msim_linker { MSIM_LLD, MSIM_GOLD, MSIM_GNU_LD };

/* The first object with functions whose name has the same last part as `wanted`, or
 * MSIM_NOTHING. */
uint32_t msim_paged_named(const struct msim_paged *paged, const char *wanted);

/* Writes the object's functions, except those that the linker cannot take. */
void msim_paged_order(const struct msim_paged *paged, uint32_t object, enum msim_linker linker,
                      FILE *to);

/* Finds the functions of 64-bit ELF files by the offset of their code in the file. */

struct msim_symbols;

/* Reads the functions of an ELF file; NULL: it is not one, or has no symbols. */
struct msim_symbols *msim_symbols_read(const char *name);
void msim_symbols_free(struct msim_symbols *symbols);

/* The name of the function that contains the byte at `offset` of the file, or NULL. */
const char *msim_symbol_at(const struct msim_symbols *symbols, uint64_t offset);

/*
 * The bands of the picture of plot.h: touched pages in the order of their addresses, divided where
 * the object that follows them changes.
 *
 * Few pages of a file's .bss, or anonymous ones next to the file, belong to the file's band.  The
 * height of all bands together is bounded: a page is as high as they leave room for, and neighbours
 * that are all lower than their names are joined, but not the program that ran.
 */

struct msim_band {
    size_t from, end; /* in the sorted order */
    double height;
    uint32_t
        object;    /* the one with the most pages; until names are given, that of the first page */
    size_t others; /* how many other files there are in it, or kinds of memory */
};

struct msim_bands {
    uint32_t *sorted; /* the pages' numbers by address */
    struct msim_band *band;
    size_t bands;
    double height; /* of all */
    double room;   /* what pages share */
};

/* Divides the pages of a list, of which there is at least one, for about that height; 0: the usual
 * one. */
void msim_bands_make(struct msim_bands *bands, const struct msim_paged *paged, double room);
void msim_bands_free(struct msim_bands *bands);

/* Writes "libc.so.6", or "libz.so.1 and 3 more", into `to` (of `room` bytes, at least 64); about
 * `most` letters. */
void msim_band_name(const struct msim_paged *paged, const struct msim_band *band, char *to,
                    size_t room, size_t most);
