/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Writes a description as XML; see described.h. */
#include "described.h"

#include <inttypes.h>

#include "cmd/base/human.h"
#include "cmd/base/utf8.h"
#include "engine/machine/names.h"

static void put_number(FILE *to, const char *name, uint32_t number)
{
    if (number)
        fprintf(to, " %s=\"%" PRIu32 "\"", name, number);
}

static const char *const trusts[MSIM_TRUSTS] = {"", " source=\"secondary\"", " source=\"inferred\"",
                                                " source=\"measured\""};

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

static void put_policies(FILE *to, const struct msim_described *described)
{
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (described->policy[level].name.text[0])
            fprintf(to, "  <replacement of=\"%s\" policy=\"%s\"%s/>\n", msim_level_name(level),
                    described->policy[level].name.text, trusts[described->policy[level].trust]);
}

static void put_prefetchers(FILE *to, const struct msim_described *described)
{
    for (unsigned i = 0; i < described->prefetchers; i++)
        fprintf(to, "  <prefetcher of=\"%s\" name=\"%s\"%s/>\n",
                msim_level_name(described->prefetcher[i].of), described->prefetcher[i].name.text,
                trusts[described->prefetcher[i].trust]);
}

static void put_writing(FILE *to, const struct msim_described *described)
{
    if (described->writing.known)
        fprintf(to, "  <write policy=\"%s\"%s/>\n",
                msim_write_name(described->writing.write, described->writing.passes_writes),
                trusts[described->writing.trust]);
    for (int level = MSIM_L2; level <= MSIM_L3; level++)
        if (described->inclusion[level].known)
            fprintf(to, "  <inclusion of=\"%s\" policy=\"%s\"%s/>\n", msim_level_name(level),
                    msim_inclusion_name(described->inclusion[level].inclusion),
                    trusts[described->inclusion[level].trust]);
}

static void put_latency(FILE *to, const char *of, uint32_t cycles, enum msim_trust trust)
{
    if (cycles)
        fprintf(to, "  <%s latency=\"%" PRIu32 "\"%s/>\n", of, cycles, trusts[trust]);
}

/* The values of the core that are known in this way, a few on a line. */
static void put_core(FILE *to, const struct msim_described *described, enum msim_trust trust)
{
    enum { ON_A_LINE = 6 };
    unsigned used = 0;
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        const struct msim_described_core *core = &described->core[i];
        if (!core->known || core->trust != trust)
            continue;
        fputs(!used ? "  <core" : used % ON_A_LINE ? "" : "\n       ", to);
        used++;
        fprintf(to, " %s=\"%" PRIu32 "\"", msim_core_values[i].name, core->value);
    }
    if (used)
        fprintf(to, "%s/>\n", trusts[trust]);
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
    put_policies(to, described);
    put_prefetchers(to, described);
    put_writing(to, described);
    put_latency(to, "memory", described->memory, described->memory_trust);
    put_latency(to, "walk", described->walk, described->walk_trust);
    put_latency(to, "transfer", described->transfer, described->transfer_trust);
    for (int trust = 0; trust < MSIM_TRUSTS; trust++)
        put_core(to, described, (enum msim_trust)trust);
    for (unsigned i = 0; i < described->approximations; i++) {
        fprintf(to, "  <approximation of=\"%s\">", described->approximation[i].of);
        msim_xml_quote(to, described->approximation[i].text, true);
        fputs("</approximation>\n", to);
    }
    fputs("</machine>\n", to);
}
