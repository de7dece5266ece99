/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words for events; see column.h. */
#include "column.h"

#include <stdio.h>
#include <string.h>

#include "engine/machine/counts.h"
#include "engine/observers.h"

/* Of sums, and of other tools' events; counts (engine/machine/counts.list) and observers have their
 * own. */
static const struct msim_words known[] = {
    {"Cy", "estimated cycle", "s"},
    {"LLm", "last-level miss", "es"},
};

/* Describes misses, named by the side (L: both), perhaps a T, perhaps a level, m (f: of a fully
 * associative one), and r or w unless they are the sum.  Returns false if they are not misses. */
static bool missed(const char *event, char *to, size_t room, bool *full)
{
    const char *at = event + 1;
    char side = *event;
    if (side != 'I' && side != 'D' && side != 'L')
        return false;
    bool tlb = *at == 'T';
    at += tlb;
    char level = *at && *at != 'm' && *at != 'f' ? *at++ : '1';
    *full = *at == 'f';
    if (!((level >= '1' && level <= '9') || level == 'L') || (*at != 'm' && *at != 'f') || !*at++ ||
        (*at && *at != 'r' && *at != 'w') || (*at && at[1]) || (side == 'L' && (tlb || *at)))
        return false;
    const char *kind = side == 'I' || !*at ? "" : *at == 'r' ? " read" : " write";
    if (side == 'L')
        snprintf(to, room, "L%c miss", level);
    else if (tlb && level == '1')
        snprintf(to, room, "%cTLB%s miss", side, kind);
    else if (level == '1')
        snprintf(to, room, "%c1%s miss", side, kind);
    else
        snprintf(to, room, "L%c%s %s%s miss", level, tlb ? "TLB" : "",
                 side == 'I' ? "instruction" : "data", kind);
    return true;
}

/* Those of a list for the event; NULL: it has none. */
static const struct msim_words *find(const struct msim_words *words, size_t used, const char *event)
{
    for (size_t i = 0; i < used; i++)
        if (words[i].noun && !strcmp(event, words[i].name))
            return &words[i];
    return NULL;
}

static const struct msim_words *words_of(const char *event)
{
    const struct msim_words *found = find(known, sizeof known / sizeof *known, event);
    for (size_t i = 0; i < MSIM_ALL_COUNTS && !found; i++) {
        found = find(msim_counted[i].column, MSIM_KINDS, event);
        found = found ? found : find(&msim_counted[i].sum, 1, event);
        found = found ? found : find(&msim_counted[i].all, 1, event);
    }
    for (unsigned i = 0; i < msim_observers_used && !found; i++) {
        const struct msim_observer *observer = msim_observers[i];
        found = find(observer->words, observer->words_used, event);
        for (unsigned k = 0; k < observer->observed_used && !found; k++)
            found = find(&observer->observed[k].words, 1, event);
    }
    return found;
}

const char *msim_cycles_part(size_t number)
{
    for (unsigned i = 0; i < msim_observers_used; i++)
        for (unsigned k = 0; k < msim_observers[i]->observed_used; k++)
            if (msim_observers[i]->observed[k].part && !number--)
                return msim_observers[i]->observed[k].words.name;
    return NULL;
}

char msim_event_part(const char *event)
{
    for (unsigned i = 0; i < msim_observers_used; i++)
        for (unsigned k = 0; k < msim_observers[i]->observed_used; k++)
            if (!strcmp(msim_observers[i]->observed[k].words.name, event))
                return msim_observers[i]->observed[k].part;
    return 0;
}

bool msim_event_is_cycles(const char *event)
{
    return msim_event_part(event) != 0;
}

bool msim_counts_have_cycles(const struct msim_counts *counts)
{
    for (size_t i = 0; counts && i < counts->events; i++)
        if (msim_event_is_cycles(counts->event[i]))
            return true;
    return false;
}

bool msim_cycles_are_sampled(const struct msim_counts *counts)
{
    const struct msim_counts_source *source = &counts->source[0];
    for (size_t i = 0; counts->sources && i < source->descs; i++)
        if (!strncmp(source->desc[i].text, MSIM_SAMPLED_CYCLES, strlen(MSIM_SAMPLED_CYCLES)))
            return true;
    return false;
}

void msim_event_phrase(const struct msim_counts *counts, const char *event, bool one, char *to,
                       size_t room)
{
    char noun[64];
    bool full;
    static const struct msim_words simulated[] = {{"Cy", "simulated cycle", "s"},
                                                  {"Cy", "sampled cycle", "s"}};
    const struct msim_words *words = words_of(event);
    if (!strcmp(event, "Cy") && msim_counts_have_cycles(counts) && !counts->weighed)
        words = &simulated[msim_cycles_are_sampled(counts)];
    if (words)
        snprintf(to, room, "%s%s", words->noun, one ? "" : words->more);
    else if (missed(event, noun, sizeof noun, &full))
        snprintf(to, room, "%s%s%s", noun, one ? "" : "es",
                 full ? ", were it fully associative" : "");
    else
        snprintf(to, room, "%s", event);
}

const char *msim_cycles_note(const struct msim_counts *counts, const char *column)
{
    static const char *const notes[] = {" (simulated cycles)", " (sampled cycles)"};
    if (!strstr(column, "Cy") || counts->weighed || !msim_counts_have_cycles(counts))
        return "";
    return notes[msim_cycles_are_sampled(counts)];
}
