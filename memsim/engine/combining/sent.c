/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines of sent.h. */
#include "sent.h"

#include "stream/hash.h"

void msim_sent_init(struct msim_sent_lines *sent, const struct msim_mem *mem, uint64_t lines)
{
    *sent = (struct msim_sent_lines){.mem = mem, .lines = (uint32_t)lines};
}

/* The first of the chain that a line is in. */
static uint32_t *chain_of(const struct msim_sent_lines *sent, uint64_t line)
{
    return &sent->first[msim_mix(line) & sent->mask];
}

/* What points to the line's place + 1; *it is 0 if the line is not there. */
static uint32_t *link_to(const struct msim_sent_lines *sent, uint64_t line)
{
    uint32_t *link = chain_of(sent, line);
    while (*link && sent->ring[*link - 1].line != line + 1)
        link = &sent->ring[*link - 1].next;
    return link;
}

static void take(struct msim_sent_lines *sent, uint32_t *link)
{
    struct msim_sent_line *line = &sent->ring[*link - 1];
    *link = line->next;
    *line = (struct msim_sent_line){.line = 0};
    sent->used--;
}

void msim_sent_pass(struct msim_sent_lines *sent)
{
    sent->place = sent->place + 1 < sent->lines ? sent->place + 1 : 0;
    uint64_t line = sent->ring[sent->place].line;
    if (line)
        take(sent, link_to(sent, line - 1));
}

static void make(struct msim_sent_lines *sent)
{
    uint64_t hashes = 1;
    while (hashes < sent->lines)
        hashes *= 2;
    sent->mask = hashes - 1;
    sent->first = msim_get(sent->mem, hashes * sizeof *sent->first, 64);
    sent->ring = msim_get(sent->mem, sent->lines * sizeof *sent->ring, 64);
}

void msim_sent_add(struct msim_sent_lines *sent, uint64_t line,
                   const struct msim_prefetch_cause *cause)
{
    if (!sent->lines)
        return;
    if (!sent->ring)
        make(sent);
    uint32_t *link = link_to(sent, line);
    if (*link)
        take(sent, link);
    msim_sent_pass(sent);
    uint32_t *first = chain_of(sent, line);
    sent->ring[sent->place] = (struct msim_sent_line){line + 1, *cause, *first};
    *first = sent->place + 1;
    sent->used++;
}

bool msim_sent_back(struct msim_sent_lines *sent, uint64_t line, struct msim_prefetch_cause *cause)
{
    uint32_t *link = sent->used ? link_to(sent, line) : NULL;
    if (!link || !*link)
        return false;
    *cause = sent->ring[*link - 1].cause;
    take(sent, link);
    return true;
}

void msim_sent_empty(struct msim_sent_lines *sent)
{
    for (uint32_t i = 0; sent->used && i < sent->lines; i++)
        if (sent->ring[i].line)
            take(sent, link_to(sent, sent->ring[i].line - 1));
}

void msim_sent_forget(struct msim_sent_lines *sent, uint32_t part)
{
    for (uint32_t i = 0; sent->used && i < sent->lines; i++)
        if (sent->ring[i].line && sent->ring[i].cause.part >= part)
            sent->ring[i].cause.site = MSIM_NO_CAUSE;
}
