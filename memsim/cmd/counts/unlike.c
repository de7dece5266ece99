/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Comparing descriptions; see unlike.h. */
#include "unlike.h"

#include <string.h>

#include "cmd/base/die.h"
#include "engine/base/fingerprint.h"

enum { MOST = 12 }; /* differences shown */

bool msim_counts_is_fact(const char *text)
{
    return msim_fact_of(text) != MSIM_FACTS;
}

/* The next description from number `i` on that is not a fact; NULL: none. */
static const char *next_of_machine(const struct msim_counts_source *source, size_t *i)
{
    while (*i < source->descs && msim_counts_is_fact(source->desc[*i].text))
        ++*i;
    return *i < source->descs ? source->desc[(*i)++].text : NULL;
}

bool msim_counts_are_unlike(const struct msim_counts_source *a, const struct msim_counts_source *b)
{
    size_t i = 0, k = 0;
    const char *one, *other;
    do {
        one = next_of_machine(a, &i);
        other = next_of_machine(b, &k);
    } while (one && other && !strcmp(one, other));
    return one || other;
}

bool msim_counts_all_say(const struct msim_counts *counts, const char *text)
{
    for (size_t i = 0; i < counts->sources; i++) {
        const struct msim_counts_source *source = &counts->source[i];
        size_t k = 0;
        while (k < source->descs && strcmp(source->desc[k].text, text) != 0)
            k++;
        if (k == source->descs)
            return false;
    }
    return true;
}

/* --- Machines ----------------------------------------------------------------------------- */

size_t msim_counts_desc_name(const char *text)
{
    const char *colon = strstr(text, ": ");
    return colon ? (size_t)(colon - text) : 0;
}

const char *msim_counts_described(const struct msim_counts_source *source, const char *name,
                                  size_t length)
{
    for (size_t i = 0; i < source->descs; i++) {
        const char *text = source->desc[i].text;
        if (msim_counts_desc_name(text) == length && !strncmp(text, name, length))
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
        size_t length = msim_counts_desc_name(name);
        const char *a = msim_counts_described(first, name, length),
                   *b = msim_counts_described(source, name, length);
        if (!length || msim_counts_is_fact(name) || same(a, b) || (missing && a))
            continue;
        if (found++ < most)
            msim_warn("%.*s: %s in %s, but %s in %s", (int)length, name, a ? a : "none",
                      first->name, b ? b : "none", source->name);
    }
    return found;
}

static void warn_of_machines(const struct msim_counts *counts, bool difference)
{
    size_t found = 0;
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

/* --- Fingerprints ------------------------------------------------------------------------- */

/* Old files and those of other tools have none. */
static bool has_facts(const struct msim_counts_source *source)
{
    size_t i = 0;
    while (i < source->descs && !msim_counts_is_fact(source->desc[i].text))
        i++;
    return i < source->descs;
}

/* The programs of a difference are expected to differ. */
static void warn_of_facts(const struct msim_counts_source *before,
                          const struct msim_counts_source *after)
{
    bool any = false;
    if (!has_facts(before) || !has_facts(after))
        return;
    for (enum msim_fact fact = 0; fact < MSIM_FACTS; fact++) {
        const char *name = msim_fact_name(fact);
        const char *a = msim_counts_described(before, name, strlen(name)),
                   *b = msim_counts_described(after, name, strlen(name));
        if (fact == MSIM_FACT_PROGRAM || same(a, b))
            continue;
        any = true;
        msim_warn("%s: %s in %s, but %s in %s", name, a ? a : "none", before->name, b ? b : "none",
                  after->name);
    }
    if (any)
        msim_warn("part of the difference may come from that");
}

void msim_counts_warn_unlike(const struct msim_counts *counts, bool difference)
{
    if (counts->descs_differ)
        warn_of_machines(counts, difference);
    if (difference)
        warn_of_facts(&counts->source[0], &counts->source[1]);
}
