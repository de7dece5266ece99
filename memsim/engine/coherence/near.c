/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The neighbours of near.h. */
#include "near.h"

/* True: another core uses the neighbour of a unit, and one of both writes. */
static bool are_apart(const struct msim_coherence *coherence, uint32_t word, uint32_t neighbour)
{
    return neighbour && msim_unit_user(coherence, word) != msim_unit_user(coherence, neighbour) &&
           (msim_unit_is_written(coherence, word) || msim_unit_is_written(coherence, neighbour));
}

void msim_near_forget(const struct msim_coherence *coherence, uint32_t core, uint64_t unit)
{
    struct msim_port *port = coherence->data[core];
    struct msim_unit_lines lines = msim_unit_lines_in(coherence, &port->cache, unit);
    for (uint64_t line = lines.first; line <= lines.last; line++)
        msim_port_forget_line(port, line);
}

void msim_near_show_all(const struct msim_coherence *coherence, uint64_t unit)
{
    for (uint32_t core = 0; core < coherence->cores->used; core++)
        msim_near_forget(coherence, core, unit);
}

static void mark(const struct msim_coherence *coherence, uint32_t *word, uint64_t unit)
{
    if (*word & MSIM_UNIT_NEAR)
        return;
    *word |= MSIM_UNIT_NEAR;
    msim_near_show_all(coherence, unit);
}

/* If different cores use two neighbours, both are shown from now on. */
static void mark_both(struct msim_coherence *coherence, uint32_t *word, uint64_t unit,
                      uint64_t neighbour)
{
    uint32_t *other = msim_units_at(&coherence->words, neighbour);
    if (!are_apart(coherence, *word, *other))
        return;
    mark(coherence, word, unit);
    mark(coherence, other, neighbour);
}

bool msim_near_show(struct msim_coherence *coherence, const struct msim_sharing *sharing,
                    uint32_t *word, uint64_t unit)
{
    mark_both(coherence, word, unit, unit - 1);
    mark_both(coherence, word, unit, unit + 1);
    if (!(*word & MSIM_UNIT_NEAR))
        return false;
    if (!coherence->observer.near(coherence->observer.self, sharing))
        *word &= ~(uint32_t)MSIM_UNIT_NEAR;
    return *word & MSIM_UNIT_NEAR;
}
