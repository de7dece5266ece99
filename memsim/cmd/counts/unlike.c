/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing descriptions; see unlike.h. */
#include "unlike.h"

#include <string.h>

#include "cmd/base/die.h"

enum { MOST = 12 }; /* differences shown */

/* The length of NAME in "NAME: TEXT"; 0: the description has no name, as those of allocations. */
static size_t name_length(const char *text)
{
    const char *colon = strstr(text, ": ");
    return colon ? (size_t)(colon - text) : 0;
}

/* What a source says of this name; NULL: nothing. */
static const char *said(const struct msim_counts_source *source, const char *name, size_t length)
{
    for (size_t i = 0; i < source->descs; i++) {
        const char *text = source->desc[i].text;
        if (name_length(text) == length && !strncmp(text, name, length))
            return text + length + 2;
    }
    return NULL;
}

static bool same(const char *a, const char *b)
{
    return a && b ? !strcmp(a, b) : a == b;
}

/* Warns of what `source` says otherwise than `first`; with `missing`, only of what `first` lacks.
 * Returns the number of differences, of which at most `most` are shown. */
static size_t compare(const struct msim_counts_source *first,
                      const struct msim_counts_source *source, bool missing, size_t most)
{
    const struct msim_counts_source *names = missing ? source : first;
    size_t found = 0;
    for (size_t i = 0; i < names->descs; i++) {
        const char *name = names->desc[i].text;
        size_t length = name_length(name);
        const char *a = said(first, name, length), *b = said(source, name, length);
        if (!length || same(a, b) || (missing && a))
            continue;
        if (found++ < most)
            msim_warn("%.*s: %s in %s, but %s in %s", (int)length, name, a ? a : "none",
                      first->name, b ? b : "none", source->name);
    }
    return found;
}

void msim_counts_warn_unlike(const struct msim_counts *counts, bool difference)
{
    size_t found = 0;
    if (!counts->descs_differ)
        return;
    for (size_t i = 1; i < counts->sources; i++)
        for (int missing = 0; missing < 2; missing++)
            found += compare(&counts->source[0], &counts->source[i], missing,
                             found < MOST ? MOST - found : 0);
    if (found > MOST)
        msim_warn("... and %zu more differences", found - MOST);
    if (!found)
        msim_warn("the 'desc:' lines of the files differ and are left out");
    else if (difference)
        msim_warn("the files are of unlike machines: the difference contains that of the machines, "
                  "and the 'desc:' lines are left out");
    else
        msim_warn("the files are of unlike machines: the sums are of no machine, and the 'desc:' "
                  "lines are left out");
}
