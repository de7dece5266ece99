/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a description as XML; see described.h. */
#include "described.h"

#include <inttypes.h>

#include "cmd/base/human.h"
#include "cmd/base/utf8.h"

static void put_number(FILE *to, const char *name, uint32_t number)
{
    if (number)
        fprintf(to, " %s=\"%" PRIu32 "\"", name, number);
}

static const char *const trusts[] = {"", " source=\"secondary\"", " source=\"inferred\""};

static void put_level(FILE *to, const struct msim_described_level *level)
{
    static const char *const sides[] = {"unified", "data", "instruction"};
    fprintf(to, "  <%s level=\"%u\" type=\"%s\"", level->is_tlb ? "tlb" : "cache", level->level,
            sides[level->side]);
    if (level->is_tlb)
        fprintf(to, " page=\"%s\" entries=\"%" PRIu64 "\"", msim_human_size(level->line).text,
                level->units);
    else
        fprintf(to, " size=\"%s\"", msim_human_size(level->units).text);
    if (level->ways == MSIM_WAYS_FULL)
        fputs(" ways=\"full\"", to);
    else
        put_number(to, "ways", level->ways);
    if (!level->is_tlb)
        put_number(to, "line", level->line);
    put_number(to, "sharing", level->sharing);
    put_number(to, "latency", level->latency);
    fprintf(to, "%s/>\n", trusts[level->trust]);
}

void msim_machine_write(const struct msim_described *described, FILE *to)
{
    fputs("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<machine name=\"", to);
    msim_xml_quote(to, described->name, true);
    if (described->title[0]) {
        fputs("\" title=\"", to);
        msim_xml_quote(to, described->title, true);
    }
    fputc('"', to);
    put_number(to, "cores", described->cores);
    if (described->protocol_known)
        fprintf(to, " coherence=\"%s\"", msim_protocol_name(described->protocol));
    fputs(">\n", to);
    for (unsigned i = 0; i < described->sources; i++) {
        fputs("  <source>", to);
        msim_xml_quote(to, described->source[i], true);
        fputs("</source>\n", to);
    }
    for (int tlbs = 0; tlbs < 2; tlbs++)
        for (unsigned i = 0; i < described->levels; i++)
            if (described->level[i].is_tlb == (tlbs == 1))
                put_level(to, &described->level[i]);
    if (described->memory)
        fprintf(to, "  <memory latency=\"%" PRIu32 "\"/>\n", described->memory);
    if (described->walk)
        fprintf(to, "  <walk latency=\"%" PRIu32 "\"/>\n", described->walk);
    if (described->transfer)
        fprintf(to, "  <transfer latency=\"%" PRIu32 "\"%s/>\n", described->transfer,
                trusts[described->transfer_trust]);
    for (unsigned i = 0; i < described->approximations; i++) {
        fprintf(to, "  <approximation of=\"%s\">", described->approximation[i].of);
        msim_xml_quote(to, described->approximation[i].text, true);
        fputs("</approximation>\n", to);
    }
    fputs("</machine>\n", to);
}
