/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The bands of the picture of plot.h: touched pages in the order of their addresses, divided where
 * the object that follows them changes.
 *
 * Few pages of a file's .bss, or anonymous ones next to the file, belong to the file's band.  The
 * height of all bands together is bounded: a page is as high as they leave room for, and neighbours
 * that are all lower than their names are joined.
 */
#pragma once

#include "cmd/data/pages/read.h"

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
};

/* Divides the pages of a list, of which there is at least one. */
void msim_bands_make(struct msim_bands *bands, const struct msim_paged *paged);
void msim_bands_free(struct msim_bands *bands);

/* Writes "libc.so.6", or "libz.so.1 and 3 more", into `to` (of `room` bytes, at least 64); about
 * `most` letters. */
void msim_band_name(const struct msim_paged *paged, const struct msim_band *band, char *to,
                    size_t room, size_t most);
