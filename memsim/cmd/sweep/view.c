/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Words for the cells of a sweep; see present.h. */
#include "present.h"

#include <inttypes.h>
#include <stdio.h>

#include "cmd/base/human.h"

const char *const msim_of_names[] = {"all", "read", "write", "instruction", NULL};

void msim_ways_text(uint64_t ways, char *to, size_t room)
{
    if (ways > 1)
        snprintf(to, room, "%" PRIu64 "-way", ways);
    else
        snprintf(to, room, "%s", ways ? "direct" : "full");
}

void msim_line_text(enum msim_level level, uint64_t line, char *to, size_t room)
{
    if (msim_is_tlb(level))
        snprintf(to, room, "%s pages", msim_human_size(line).text);
    else
        snprintf(to, room, "CL=%" PRIu64, line);
}

void msim_cell_size_text(const struct msim_cell_key *key, char *to, size_t room)
{
    bool tlb = msim_is_tlb(key->level);
    snprintf(to, room, "%s", (tlb ? msim_human_count(key->size) : msim_human_size(key->size)).text);
}

void msim_references_text(const struct msim_swept *sweep, size_t from, size_t end, char *to,
                          size_t room)
{
    uint64_t least = UINT64_MAX, most = 0;
    for (size_t i = from; i < end; i++) {
        uint64_t references = sweep->cell[i].references;
        least = references < least ? references : least;
        most = references > most ? references : most;
    }
    if (least == most)
        snprintf(to, room, "%s", msim_human_count(most).text);
    else
        snprintf(to, room, "%s to %s", msim_human_count(least).text, msim_human_count(most).text);
}
