/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Shows machines as text and as options; see show.h. */
#include "show.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/args.h"
#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/files/terminal.h"
#include "cmd/machine/file/described.h"
#include "engine/machine/coreoption.h"
#include "engine/machine/cycles.h"
#include "engine/machine/names.h"
#include "showjson.h"

enum msim_machine_form msim_machine_form(const char *name)
{
    static const char *const forms[] = {"text", "xml", "flags", "json", NULL};
    return name ? (enum msim_machine_form)msim_arg_choice("--format", name, forms)
                : MSIM_MACHINE_TEXT;
}

/* --- Text --------------------------------------------------------------------------------- */

void msim_put_described(const struct msim_described_level *level, FILE *to)
{
    if (level->is_tlb)
        fprintf(to, "%" PRIu64 " entries", level->units);
    else
        fputs(msim_human_size(level->units).text, to);
    if (level->ways == MSIM_WAYS_FULL)
        fputs(", fully associative", to);
    else if (level->ways == 1)
        fputs(", direct-mapped", to);
    else if (level->ways)
        fprintf(to, ", %" PRIu32 "-way", level->ways);
    else
        fputs(", ways unknown", to);
    if (!level->line)
        fputs(", line unknown", to);
    else if (level->is_tlb)
        fprintf(to, ", %s pages", msim_human_size(level->line).text);
    else
        fprintf(to, ", %" PRIu32 " B lines", level->line);
}

static const char *const trusts[MSIM_TRUSTS] = {"", " [secondary source]", " [inferred]",
                                                " [measured]"};

static void put_level(const struct msim_described_level *level, FILE *to)
{
    fprintf(to, "  %-8s",
            level->is_tlb || level->side != MSIM_SIDE_UNIFIED || level->level > 1
                ? msim_described_place(level)
                : "L1");
    msim_put_described(level, to);
    if (level->sharing > 1)
        fprintf(to, ", shared by %" PRIu32 " cores", level->sharing);
    if (level->latency)
        fprintf(to, ", %" PRIu32 " cycles", level->latency);
    fprintf(to, "%s\n", trusts[level->trust]);
}

void msim_put_described_cores(const struct msim_described *described, FILE *to)
{
    if (described->cores)
        fprintf(to, "%" PRIu32 "%s", described->cores, described->protocol_known ? ", " : "");
    if (described->protocol_known)
        fputs(msim_protocol_name(described->protocol), to);
}

static void put_latency(const char *of, uint32_t cycles, enum msim_trust trust, FILE *to)
{
    if (cycles)
        fprintf(to, "  %-8s%" PRIu32 " cycles%s\n", of, cycles, trusts[trust]);
}

/* All values, with what is allowed; a description without any has nothing to show. */
static void put_core(const struct msim_described *described, FILE *terminal)
{
    enum { WORDS = 36 }; /* from the beginning of a row to its words */
    struct msim_wrapped wrapped;
    if (!described->core_known)
        return;
    FILE *to = msim_wrap_begin(&wrapped);
    fputs(
        "  core, with the least and the most that a value may be, in cycles where it is a time:\n",
        to);
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        const struct msim_core_value *value = &msim_core_values[i];
        const struct msim_described_core *core = &described->core[i];
        fprintf(to, "    %-21s%5" PRIu32 "  %" PRIu32 "-%-6" PRIu32 "%s%s\n", value->name,
                core->known ? core->value : value->usual, value->least, value->most, value->what,
                core->known ? trusts[core->trust] : " [usual]");
    }
    msim_wrap_end(&wrapped, terminal, WORDS, msim_terminal_width());
}

static void put_policies(const struct msim_described *described, FILE *to)
{
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (described->policy[level].name.text[0])
            fprintf(to, "  %-8sreplaces by %s%s\n", msim_level_name(level),
                    described->policy[level].name.text, trusts[described->policy[level].trust]);
}

static void put_prefetchers(const struct msim_described *described, FILE *to)
{
    for (unsigned i = 0; i < described->prefetchers; i++)
        fprintf(to, "  %-8sis prefetched by %s%s\n", msim_level_name(described->prefetcher[i].of),
                described->prefetcher[i].name.text, trusts[described->prefetcher[i].trust]);
}

static void put_writing(const struct msim_described *described, FILE *to)
{
    const struct msim_described_writing *writing = &described->writing;
    if (writing->known)
        fprintf(to, "  %-8swrites %s%s\n", "D1",
                msim_write_name(writing->write, writing->passes_writes), trusts[writing->trust]);
    for (int level = MSIM_L2; level <= MSIM_L3; level++)
        if (described->inclusion[level].known)
            fprintf(to, "  %-8s%s %s%s\n", msim_level_name(level),
                    described->inclusion[level].inclusion ? "is" : "is neither inclusive nor",
                    described->inclusion[level].inclusion
                        ? msim_inclusion_name(described->inclusion[level].inclusion)
                        : msim_inclusion_name(MSIM_EXCLUSIVE),
                    trusts[described->inclusion[level].trust]);
}

/* What the machine is but its core and the sources of all this. */
static void put_levels(const struct msim_described *described, FILE *to)
{
    fprintf(to, "%s%s%s\n", described->name, described->title[0] ? ": " : "", described->title);
    if (described->cores || described->protocol_known) {
        fprintf(to, "  %-8s", "cores");
        msim_put_described_cores(described, to);
        fputc('\n', to);
    }
    for (unsigned i = 0; i < described->levels; i++)
        put_level(&described->level[i], to);
    put_policies(described, to);
    put_prefetchers(described, to);
    put_writing(described, to);
    put_latency("memory", described->memory, described->memory_trust, to);
    put_latency("walk", described->walk, described->walk_trust, to);
    if (described->transfer)
        fprintf(to, "  transfer %" PRIu32 " cycles for a line from another core%s\n",
                described->transfer, trusts[described->transfer_trust]);
}

static void put_sources(const struct msim_described *described, FILE *to)
{
    for (unsigned i = 0; i < described->approximations; i++)
        fprintf(to, "  approximated: %s\n", described->approximation[i].text);
    for (unsigned i = 0; i < described->sources; i++)
        fprintf(to, "  source: %s\n", described->source[i]);
}

static void put_wrapped(void (*put)(const struct msim_described *described, FILE *to),
                        const struct msim_described *described, FILE *to)
{
    enum { MORE = 8 };
    struct msim_wrapped wrapped;
    put(described, msim_wrap_begin(&wrapped));
    msim_wrap_end(&wrapped, to, MORE, msim_terminal_width());
}

static void put_text(const struct msim_described *described, FILE *to)
{
    put_wrapped(put_levels, described, to);
    put_core(described, to);
    put_wrapped(put_sources, described, to);
}

/* --- Options ------------------------------------------------------------------------------ */

static char *flag_of(const struct msim_machine *machine, enum msim_level level)
{
    char text[96];
    const struct msim_geometry *geometry = &machine->level[level];
    const char *name = msim_level_name(level);
    if (!geometry->units)
        snprintf(text, sizeof text, "--%s=none", name);
    else if (level < MSIM_L2TLB)
        snprintf(text, sizeof text, "--%s=%" PRIu64 ",%" PRIu32 ",%" PRIu32, name, geometry->units,
                 geometry->ways, geometry->line);
    else
        snprintf(text, sizeof text, "--%s=%" PRIu64 ",%" PRIu32, name, geometry->units,
                 geometry->ways);
    return msim_copy(text);
}

/* The option with the value that `put` writes. */
static char *flag_with(const char *option, void (*put)(struct msim_text *text, const void *of),
                       const void *of)
{
    char text[2048]; /* room for all values of a core */
    size_t used = (size_t)snprintf(text, sizeof text, "%s", option);
    struct msim_string value = {text + used, sizeof text - used, 0};
    struct msim_sink sink = msim_string_sink(&value);
    struct msim_text writer;
    msim_text_init(&writer, &sink);
    put(&writer, of);
    msim_text_flush(&writer);
    return msim_copy(text);
}

static void put_latencies(struct msim_text *text, const void *latency)
{
    msim_latencies_put(text, latency);
}

static void put_core_option(struct msim_text *text, const void *machine)
{
    msim_core_option_put(text, machine);
}

static void put_protocol(struct msim_text *text, const void *cores)
{
    msim_put(text, msim_protocol_name(((const struct msim_cores *)cores)->protocol));
}

static void put_sharing(struct msim_text *text, const void *cores)
{
    msim_put_sharing(text, cores);
}

/* Second-level TLBs are one for both sides or one for each, so only the options for one form are
 * given. */
unsigned msim_machine_flags(const struct msim_machine *machine, char *flag[MSIM_FLAGS_MAX])
{
    unsigned used = 0;
    const struct msim_geometry *level = machine->level;
    bool split = level[MSIM_L2ITLB].units || level[MSIM_L2DTLB].units;
    for (int i = 0; i < MSIM_L2TLB; i++)
        flag[used++] = flag_of(machine, (enum msim_level)i);
    if (split) {
        flag[used++] = flag_of(machine, MSIM_L2ITLB);
        flag[used++] = flag_of(machine, MSIM_L2DTLB);
    } else {
        flag[used++] = flag_of(machine, MSIM_L2TLB);
    }
    if (machine->latency[MSIM_LATENCY_MEMORY] || machine->latency[MSIM_LATENCY_TRANSFER])
        flag[used++] = flag_with("--latency=", put_latencies, machine->latency);
    return used;
}

static void put_policy_option(struct msim_text *text, const void *of)
{
    const struct msim_machine *machine = of;
    const char *between = "";
    for (int level = 0; level < MSIM_LEVELS; level++) {
        if (!machine->policy[level].text[0])
            continue;
        msim_put(text, between);
        msim_put(text, msim_level_name(level));
        msim_put(text, ":");
        msim_put(text, machine->policy[level].text);
        between = ",";
    }
}

char *msim_policy_flag(const struct msim_machine *machine)
{
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (machine->policy[level].text[0])
            return flag_with("--policy=", put_policy_option, machine);
    return NULL;
}

static void put_prefetch_option(struct msim_text *text, const void *of)
{
    const struct msim_machine *machine = of;
    const char *between = "";
    for (enum msim_level level = MSIM_D1; level <= MSIM_L3; level++)
        for (unsigned i = 0; msim_has_prefetchers(machine, level) && i < MSIM_PREFETCHERS_MAX;
             i++) {
            const char *name = machine->prefetch[msim_prefetch_place(level)][i].text;
            if (!*name)
                break;
            msim_put(text, between);
            msim_put(text, msim_level_name(level));
            msim_put(text, ":");
            msim_put(text, name);
            between = ",";
        }
}

char *msim_prefetch_flag(const struct msim_machine *machine)
{
    return msim_prefetches(machine) ? flag_with("--prefetch=", put_prefetch_option, machine) : NULL;
}

static void put_write_option(struct msim_text *text, const void *of)
{
    const struct msim_machine *machine = of;
    msim_put(text, msim_write_name(machine->write, machine->passes_writes));
}

static void put_inclusion_option(struct msim_text *text, const void *of)
{
    const struct msim_machine *machine = of;
    const char *between = "";
    for (int level = MSIM_L2; level <= MSIM_L3; level++) {
        if (!machine->inclusion[level])
            continue;
        msim_put(text, between);
        msim_put(text, msim_level_name(level));
        msim_put(text, ":");
        msim_put(text, msim_inclusion_name(machine->inclusion[level]));
        between = ",";
    }
}

unsigned msim_writing_flags(const struct msim_machine *machine, char *flag[MSIM_WRITING_FLAGS])
{
    unsigned used = 0;
    if (machine->write)
        flag[used++] = flag_with("--write=", put_write_option, machine);
    if (machine->inclusion[MSIM_L2] || machine->inclusion[MSIM_L3])
        flag[used++] = flag_with("--inclusion=", put_inclusion_option, machine);
    return used;
}

char *msim_core_flag(const struct msim_machine *machine)
{
    return flag_with("--core=", put_core_option, machine);
}

unsigned msim_cores_flags(const struct msim_machine *machine, char *flag[MSIM_CORES_FLAGS])
{
    struct msim_cores cores = machine->cores;
    msim_cores_usual(&cores, machine->level[MSIM_L3].units);
    flag[0] = flag_with("--coherence=", put_protocol, &cores);
    flag[1] = flag_with("--sharing=", put_sharing, &cores);
    return MSIM_CORES_FLAGS;
}

void msim_machine_show(const struct msim_described *described, const struct msim_machine *machine,
                       enum msim_machine_form form, FILE *to)
{
    char *flag[MSIM_FLAGS_MAX + MSIM_CORES_FLAGS + 1];
    if (form == MSIM_MACHINE_TEXT) {
        put_text(described, to);
    } else if (form == MSIM_MACHINE_XML) {
        msim_machine_write(described, to);
    } else if (form == MSIM_MACHINE_JSON) {
        msim_machine_json(described, to);
    } else {
        unsigned flags = msim_machine_flags(machine, flag);
        flags += msim_cores_flags(machine, flag + flags);
        flag[flags++] = msim_core_flag(machine);
        for (unsigned i = 0; i < flags; i++) {
            fprintf(to, "%s%s", i ? " " : "", flag[i]);
            free(flag[i]);
        }
        fputc('\n', to);
    }
}
