/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Divides touched pages into the bands of present.h. */
#include "present.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/names/shorten.h"

/* ROOM: for the pages.  Bands that are higher than LEAST because of their pages are at most
 * ROOM / LEAST, and at most one that is not lies between two of them, so all are below 2 * ROOM. */
enum { ROOM = 800, LEAST = 14, NEAR_PAGES = 64 };

#define PAGE_MOST 3.0

static double page_height(const struct msim_bands *bands, const struct msim_paged *paged)
{
    double height = bands->room / (double)paged->pages;
    return height < PAGE_MOST ? height : PAGE_MOST;
}

static size_t pages_of(const struct msim_band *band)
{
    return band->end - band->from;
}

static double natural_height(const struct msim_bands *bands, const struct msim_paged *paged,
                             const struct msim_band *band)
{
    return (double)pages_of(band) * page_height(bands, paged);
}

/* True: the object is the program that ran, as the command names it. */
static bool is_program(const struct msim_paged *paged, uint32_t object)
{
    const char *command = paged->command, *name = paged->object.name[object];
    size_t length = strcspn(command, " "), from = length;
    while (from > 0 && command[from - 1] != '/')
        from--;
    const char *last = strrchr(name, '/');
    last = last ? last + 1 : name;
    return length > from && strlen(last) == length - from &&
           !strncmp(last, command + from, length - from);
}

/* True: it is too low to stand alone.  The program has a band of its own, however few its pages
 * are. */
static bool is_sliver(const struct msim_bands *bands, const struct msim_paged *paged,
                      const struct msim_band *band)
{
    return natural_height(bands, paged, band) < LEAST && !is_program(paged, band->object);
}

static void divide(struct msim_bands *bands, const struct msim_paged *paged)
{
    for (size_t from = 0, end; from < paged->pages; from = end) {
        uint32_t object = paged->page[bands->sorted[from]].object;
        end = from + 1;
        while (end < paged->pages && paged->page[bands->sorted[end]].object == object)
            end++;
        MSIM_PUSH(bands->band, bands->bands,
                  (struct msim_band){.from = from, .end = end, .object = object});
    }
}

/* --- Joining ------------------------------------------------------------------------------ */

static bool is_file(const struct msim_paged *paged, uint32_t object)
{
    return paged->object.name[object][0] == '/';
}

static bool is_anonymous(const struct msim_paged *paged, uint32_t object)
{
    return !strcmp(paged->object.name[object], "[anon]");
}

static bool is_bss(const struct msim_paged *paged, uint32_t object)
{
    const char *name = paged->object.name[object], *end = strrchr(name, '[');
    return is_file(paged, object) && end && !strcmp(end, MSIM_PAGED_BSS);
}

static bool is_bss_of(const struct msim_paged *paged, uint32_t object, uint32_t file)
{
    const char *name = paged->object.name[object], *path = paged->object.name[file];
    size_t length = strlen(path);
    return !strncmp(name, path, length) && !strcmp(name + length, MSIM_PAGED_BSS);
}

/* True: these are the anonymous pages after a file's data, or more of the same file after those. */
static bool continues_file(const struct msim_bands *bands, const struct msim_paged *paged,
                           const struct msim_band *band, const struct msim_band *next)
{
    uint64_t last = paged->page[bands->sorted[band->end - 1]].page;
    uint64_t first = paged->page[bands->sorted[next->from]].page;
    if (!is_file(paged, band->object))
        return false;
    return next->object == band->object ||
           (is_sliver(bands, paged, next) && (is_bss_of(paged, next->object, band->object) ||
                                              (is_anonymous(paged, next->object) &&
                                               (first - last) / paged->page_size <= NEAR_PAGES)));
}

static void join_files(struct msim_bands *bands, const struct msim_paged *paged)
{
    size_t kept = 1;
    for (size_t i = 1; i < bands->bands; i++) {
        struct msim_band *before = &bands->band[kept - 1], *next = &bands->band[i];
        if (continues_file(bands, paged, before, next))
            before->end = next->end;
        else
            bands->band[kept++] = *next;
    }
    bands->bands = kept;
}

static void join_slivers(struct msim_bands *bands, const struct msim_paged *paged)
{
    size_t kept = 1;
    for (size_t i = 1; i < bands->bands; i++) {
        struct msim_band *before = &bands->band[kept - 1];
        if (is_sliver(bands, paged, before) && is_sliver(bands, paged, &bands->band[i]))
            before->end = bands->band[i].end;
        else
            bands->band[kept++] = bands->band[i];
    }
    bands->bands = kept;
}

/* --- Names and heights -------------------------------------------------------------------- */

/* .bss and anonymous pages in a joined band are mostly data of the files there, so they give no
 * name. */
static bool gives_name(const struct msim_paged *paged, uint32_t object)
{
    return !is_anonymous(paged, object) && !is_bss(paged, object);
}

static void set_name(struct msim_band *band, const struct msim_bands *bands,
                     const struct msim_paged *paged, size_t *pages)
{
    for (size_t i = band->from; i < band->end; i++) {
        uint32_t object = paged->page[bands->sorted[i]].object;
        band->others += !pages[object]++ && gives_name(paged, object);
        if (gives_name(paged, object) &&
            (!gives_name(paged, band->object) || pages[object] > pages[band->object]))
            band->object = object;
    }
    band->others -= gives_name(paged, band->object);
    for (size_t i = band->from; i < band->end; i++)
        pages[paged->page[bands->sorted[i]].object] = 0;
}

static void set_names(struct msim_bands *bands, const struct msim_paged *paged)
{
    size_t *pages = msim_zeroed(paged->object.count, sizeof *pages);
    for (size_t i = 0; i < bands->bands; i++)
        set_name(&bands->band[i], bands, paged, pages);
    free(pages);
}

static void set_heights(struct msim_bands *bands, const struct msim_paged *paged)
{
    bands->height = 0;
    for (size_t i = 0; i < bands->bands; i++) {
        struct msim_band *band = &bands->band[i];
        double height = natural_height(bands, paged, band);
        band->height = height < LEAST ? LEAST : height;
        bands->height += band->height;
    }
}

void msim_bands_make(struct msim_bands *bands, const struct msim_paged *paged, double room)
{
    *bands = (struct msim_bands){.sorted = msim_paged_sorted(paged, false),
                                 .room = room > 0 ? room : ROOM};
    divide(bands, paged);
    join_files(bands, paged);
    join_slivers(bands, paged);
    set_heights(bands, paged);
    set_names(bands, paged);
}

void msim_bands_free(struct msim_bands *bands)
{
    MSIM_FREE(bands->sorted, bands->band);
}

void msim_band_name(const struct msim_paged *paged, const struct msim_band *band, char *to,
                    size_t room, size_t most)
{
    char more[48] = "";
    if (band->others)
        snprintf(more, sizeof more, " and %zu more", band->others);
    size_t used = strlen(more), left = most > used + 1 ? most - used : 1;
    msim_shorten_file(to, room - used, paged->object.name[band->object], left);
    strcat(to, more);
}
