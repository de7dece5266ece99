/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The functions that a name means, and which one was probably meant where there is none. */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd/base/die.h"
#include "cmd/base/nearest.h"
#include "present.h"

/* The last part of a function's name, without arguments: "lookup" of "Book::lookup(int) const". */
static const char *last_part(const char *name, size_t *length)
{
    const char *end = strchr(name, '(');
    if (!end || end == name)
        end = name + strlen(name);
    const char *from = end;
    while (from > name && from[-1] != ':')
        from--;
    *length = (size_t)(end - from);
    return from;
}

/* The costliest function whose last part is that of the one asked for; NULL: none. */
static const char *same_part(const struct msim_calls_shown *shown, const char *function,
                             const uint32_t *row, size_t rows)
{
    size_t length, its;
    const char *asked = last_part(function, &length);
    for (size_t i = 0; i < rows && length; i++) {
        const char *name = shown->frames->frame[row[i]].name, *part = last_part(name, &its);
        if (its == length && !strncasecmp(part, asked, length))
            return name;
    }
    return NULL;
}

/* Ends the command: names the function that was probably meant. */
__attribute__((noreturn)) static void refuse(const struct msim_calls_shown *shown,
                                             const char *function, uint32_t *row, size_t rows)
{
    struct msim_nearest nearest = msim_nearest_to(function);
    const char *meant = same_part(shown, function, row, rows);
    for (size_t i = 0; i < rows; i++)
        msim_nearest_try(&nearest, shown->frames->frame[row[i]].name);
    meant = meant ? meant : nearest.name;
    free(row);
    if (meant)
        msim_bad_input("--function=%s: no such function in '%s'; did you mean %s?", function,
                       shown->view->file, meant);
    msim_bad_input("--function=%s: no such function in '%s'; * and ? match: --function='*%s*'; all "
                   "functions: memsim calls --threshold=0 %s",
                   function, shown->view->file, function, shown->view->file);
}

uint32_t *msim_calls_named(const struct msim_calls_shown *shown, const char *function,
                           size_t *found)
{
    struct msim_calls_view all = *shown->view;
    struct msim_calls_shown of_all = *shown;
    size_t rows;
    int best = 1;
    all.threshold = 0;
    of_all.view = &all;
    uint32_t *row = msim_calls_rows(&of_all, &rows);
    for (size_t i = 0; i < rows; i++) {
        int how = msim_frame_fits(function, &shown->frames->frame[row[i]]);
        best = how > best ? how : best;
    }
    *found = 0;
    for (size_t i = 0; i < rows; i++)
        if (msim_frame_fits(function, &shown->frames->frame[row[i]]) == best)
            row[(*found)++] = row[i];
    if (!*found)
        refuse(shown, function, row, rows);
    return row;
}
