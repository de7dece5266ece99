/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a description from a kind of processors; see show.h. */
#include "show.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "cmd/base/index.h"
#include "cmd/machine/file/xmlfile.h"
#include "topologyread.h"

enum { LINE_LEAST = 16, LINE_MOST = 4096, LINE_USUAL = 64, NUMBER_MAX = 1000000 };

/* --- One of the kinds --------------------------------------------------------------------- */

static bool is_kind(const struct msim_topology *topology, unsigned i, const char *core)
{
    char number[16];
    snprintf(number, sizeof number, "%u", i + 1);
    return !core || !strcmp(core, number) || !strcasecmp(core, topology->kind[i].name);
}

/* Lists data and unified caches, from the innermost outwards: ", D1 32K, L2 1M". */
static void list_caches(const struct msim_topology_kind *kind, FILE *to)
{
    for (unsigned i = kind->caches; i-- > 0;) {
        const struct msim_topology_cache *cache = &kind->cache[i];
        if (cache->side == MSIM_SIDE_INSTRUCTION || !cache->size)
            continue;
        fprintf(to, ", %c%u %s", cache->level == 1 ? 'D' : 'L', cache->level,
                msim_human_size(cache->size).text);
    }
}

static bool have_different_caches(const struct msim_topology *topology)
{
    for (unsigned i = 1; i < topology->kinds; i++)
        if (!msim_topology_same_caches(&topology->kind[0], &topology->kind[i]))
            return true;
    return false;
}

static char *list_kinds(const struct msim_topology *topology)
{
    char *list = NULL;
    size_t bytes;
    FILE *to = msim_open_text(&list, &bytes);
    for (unsigned i = 0; i < topology->kinds; i++) {
        const struct msim_topology_kind *kind = &topology->kind[i];
        fprintf(to, "%s%u%s%s (%u processor%s", i ? ", " : "", i + 1, kind->name[0] ? " " : "",
                kind->name, kind->processors, kind->processors > 1 ? "s" : "");
        list_caches(kind, to);
        fputc(')', to);
    }
    fclose(to);
    return list;
}

static const struct msim_topology_kind *choose(const struct msim_topology *topology,
                                               const char *core, char **note,
                                               struct msim_file_fault *fault)
{
    char *list = list_kinds(topology);
    const struct msim_topology_kind *chosen = NULL;
    for (unsigned i = 0; i < topology->kinds && !chosen; i++)
        if (is_kind(topology, i, core))
            chosen = &topology->kind[i];
    if (!chosen)
        msim_fault(fault, topology->at, "no kind of core is called %s; the kinds are %s", core,
                   list);
    else if (!core && have_different_caches(topology)) {
        *note = msim_printed(
            "several kinds of cores: %s; the first and fastest is used, --core= chooses another",
            list);
    }
    free(list);
    return chosen;
}

/* --- Its caches --------------------------------------------------------------------------- */

static bool is_line(uint64_t line)
{
    return line >= LINE_LEAST && line <= LINE_MOST && !(line & (line - 1));
}

/* The line used if one is unknown, by the rule of described.c. */
static uint64_t usual_line(const struct msim_topology_kind *kind)
{
    uint64_t any = 0;
    for (unsigned i = kind->caches; i-- > 0;) {
        const struct msim_topology_cache *cache = &kind->cache[i];
        if (!is_line(cache->line))
            continue;
        if (cache->level == 1 && cache->side != MSIM_SIDE_INSTRUCTION)
            return cache->line;
        if (!any)
            any = cache->line;
    }
    return any ? any : LINE_USUAL;
}

static void approximate(struct msim_described *described, const char *of, const char *format,
                        unsigned long long number)
{
    char text[160];
    size_t used = (size_t)snprintf(text, sizeof text, "%s: ", of);
    snprintf(text + used, sizeof text - used, format, number);
    msim_described_approximate(described, of, text);
}

static void add_cache(struct msim_described *described, const struct msim_topology_kind *kind,
                      const struct msim_topology_cache *cache)
{
    struct msim_described_level *level = &described->level[described->levels];
    uint64_t line = is_line(cache->line) ? cache->line : usual_line(kind);
    uint64_t ways = cache->ways > 0 ? (uint64_t)cache->ways : 0;
    *level = (struct msim_described_level){
        .level = cache->level, .side = cache->side, .units = cache->size, .at = cache->at};
    const char *of = msim_described_place(level);
    if (!cache->size) {
        approximate(described, of, "its size is unknown, so it is left out", 0);
        return;
    }
    described->levels++;
    level->sharing = cache->cores <= NUMBER_MAX ? cache->cores : 0;
    if (is_line(cache->line))
        level->line = (uint32_t)cache->line;
    else
        approximate(described, of, "its line is unknown, %llu bytes are assumed", line);
    if (cache->ways == -1)
        level->ways = MSIM_WAYS_FULL;
    else if (ways && ways <= NUMBER_MAX && cache->size % (ways * line) == 0)
        level->ways = (uint32_t)ways;
    else if (ways && ways <= NUMBER_MAX && cache->size > ways * line) {
        /* Ways matter more than the part of the size that does not fill them. */
        level->ways = (uint32_t)ways;
        level->units -= cache->size % (ways * line);
        approximate(described, of, "its ways do not divide its size, so %llu bytes are assumed",
                    level->units);
    } else if (ways)
        approximate(described, of,
                    "its %llu ways do not fit its size, fully associative is assumed", ways);
    else
        approximate(described, of, "its ways are unknown, fully associative is assumed", 0);
}

/* Whether cache `i` has one of the same level and side inside it, which is used instead. */
static bool is_hidden(const struct msim_topology_kind *kind, unsigned i)
{
    for (unsigned j = i + 1; j < kind->caches; j++)
        if (kind->cache[j].level == kind->cache[i].level &&
            kind->cache[j].side == kind->cache[i].side)
            return true;
    return false;
}

/* Adds approximations for levels that the simulator has no place for. */
static void approximate_places(struct msim_described *described)
{
    bool has_i1 = false;
    unsigned beyond = 0;
    for (unsigned number = 1; number <= 5; number++)
        for (unsigned i = 0; i < described->levels; i++) {
            const struct msim_described_level *level = &described->level[i];
            const char *of = msim_described_place(level);
            if (level->level != number)
                continue;
            if (level->side == MSIM_SIDE_INSTRUCTION && number == 1)
                has_i1 = true;
            else if (level->side == MSIM_SIDE_INSTRUCTION)
                approximate(described, of, "there is none for instructions, so it is left out", 0);
            else if (number > 1 && ++beyond > 2)
                approximate(described, of, "there are three levels, so it is left out", 0);
            else if (number > 1 && number != beyond + 1)
                approximate(described, of, "it is used as the L%llu, as that is missing",
                            beyond + 1);
        }
    if (!has_i1)
        approximate(described, "I1", "the file has none, one like the D1 is assumed", 0);
}

/* --- The description ---------------------------------------------------------------------- */

static char *name_from(const char *file)
{
    const char *base = msim_base_name(file);
    size_t length = strlen(base), used = 0;
    if (length > 4 && !strcmp(base + length - 4, ".xml"))
        length -= 4;
    char *name = msim_zeroed(66, 1);
    for (size_t i = 0; i < length && used < 64; i++) {
        bool word = isalnum((unsigned char)base[i]) && (unsigned char)base[i] < 128;
        if (used || word)
            name[used++] = word || strchr("._+-", base[i]) ? base[i] : '-';
    }
    return used ? name : strcpy(name, "imported");
}

static void describe(const struct msim_topology *topology, const struct msim_topology_kind *kind,
                     const char *file, struct msim_described *described)
{
    char text[256];
    described->name = name_from(file);
    described->title =
        msim_printed("%s%s%s%s", topology->model, kind->name[0] && topology->model[0] ? ", " : "",
                     kind->name, kind->name[0] ? " core" : "");
    described->at = topology->at;
    described->cores = kind->cores <= NUMBER_MAX ? kind->cores : 0;
    snprintf(text, sizeof text, "hwloc's topology %.128s, version %s", msim_base_name(file),
             topology->version);
    msim_described_source(described, text);
    for (unsigned i = kind->caches; i-- > 0;)
        if (!is_hidden(kind, i))
            add_cache(described, kind, &kind->cache[i]);
    approximate_places(described);
}

bool msim_topology_import(const char *bytes, size_t count, const char *file, const char *core,
                          struct msim_described *described, char **note,
                          struct msim_file_fault *fault)
{
    struct msim_topology *topology = msim_zeroed(1, sizeof *topology);
    const struct msim_topology_kind *kind = NULL;
    *described = (struct msim_described){0};
    *note = NULL;
    *fault = (struct msim_file_fault){0};
    xmlDocPtr document = msim_xml_parse(bytes, count, fault);
    if (document && msim_topology_read(document, topology, fault))
        kind = choose(topology, core, note, fault);
    xmlFreeDoc(document);
    if (kind && !kind->caches) {
        kind = NULL;
        msim_fault(fault, topology->at,
                   "it has no caches; lstopo leaves them out if the system does not report them");
    }
    if (kind)
        describe(topology, kind, file, described);
    free(topology);
    return kind != NULL;
}
