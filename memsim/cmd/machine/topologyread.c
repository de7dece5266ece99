/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the kinds of processors in hwloc's tree of objects; see topologyread.h.  The parser limits
 * the depth of the tree, so recursion is safe. */
#include "topologyread.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/machine/file/xmlfile.h"

struct walk {
    struct msim_topology *topology;
    struct msim_file_fault *fault;
    const xmlNode *root;
    const char *processor; /* the type of objects that are processors */
    unsigned core;         /* the number of the core that contains the current object, */
    unsigned cores;        /* and how many were found, from 1; a processor may be in none */
    struct msim_topology_kind path; /* the caches that contain the current object */
};

/* --- Attributes --------------------------------------------------------------------------- */

static bool is_type(const xmlNode *object, const char *type)
{
    char text[32];
    msim_xml_text(object, "type", text, sizeof text);
    return !strcmp(text, type);
}

/* False: the attribute exists but is not a number. */
static bool take(struct walk *walk, const xmlNode *object, const char *attribute, int64_t *number)
{
    char text[32], *end;
    *number = 0;
    if (!msim_xml_text(object, attribute, text, sizeof text))
        return true;
    *number = strtoll(text, &end, 10);
    if (end != text && !*end && *number >= -1 && *number < INT64_MAX)
        return true;
    return msim_fault(walk->fault, msim_xml_line(object), "%s=\"%s\": expected a number", attribute,
                      text);
}

/* The level, from "L2Cache", "L1iCache" or the depth; 0: the object is not a cache. */
static unsigned cache_level(const xmlNode *object, bool *instruction)
{
    char type[32], depth[8];
    msim_xml_text(object, "type", type, sizeof type);
    *instruction = false;
    if (!strcmp(type, "Cache")) {
        msim_xml_text(object, "depth", depth, sizeof depth);
        return depth[0] >= '1' && depth[0] <= '5' && !depth[1] ? (unsigned)(depth[0] - '0') : 0;
    }
    if (type[0] != 'L' || type[1] < '1' || type[1] > '5')
        return 0;
    *instruction = !strcmp(type + 2, "iCache");
    return *instruction || !strcmp(type + 2, "Cache") ? (unsigned)(type[1] - '0') : 0;
}

static uint32_t count_type(const xmlNode *object, const char *type)
{
    uint32_t count = is_type(object, type);
    for (const xmlNode *child = object->children; child; child = child->next)
        if (msim_xml_is(child, "object"))
            count += count_type(child, type);
    return count;
}

static bool read_cache(struct walk *walk, const xmlNode *object, unsigned level, bool instruction,
                       struct msim_topology_cache *cache)
{
    int64_t size, line, type;
    char text[8];
    if (!take(walk, object, "cache_size", &size) || !take(walk, object, "cache_linesize", &line) ||
        !take(walk, object, "cache_associativity", &cache->ways) ||
        !take(walk, object, "cache_type", &type))
        return false;
    if (!msim_xml_text(object, "cache_type", text, sizeof text))
        type = level == 1;
    cache->level = level;
    cache->side = instruction || type == 2 ? MSIM_SIDE_INSTRUCTION
                  : type == 1              ? MSIM_SIDE_DATA
                                           : MSIM_SIDE_UNIFIED;
    cache->size = size > 0 ? (uint64_t)size : 0;
    cache->line = line > 0 ? (uint64_t)line : 0;
    cache->cores = count_type(object, "Core");
    if (!cache->cores)
        cache->cores = count_type(object, walk->processor);
    cache->at = msim_xml_line(object);
    return true;
}

/* --- Kinds of cores ----------------------------------------------------------------------- */

/* Whether processor `number` is in a set like "0x00000003,0x0000000f": words of 32 bits, the lowest
 * last. */
static bool in_set(const char *set, uint64_t number)
{
    uint64_t words = 1, word = number / 32;
    for (const char *at = set; *at; at++)
        words += *at == ',';
    if (word >= words)
        return false;
    for (uint64_t skip = words - 1 - word; skip; set++)
        skip -= *set == ',';
    return strtoul(set, NULL, 16) >> number % 32 & 1;
}

/* The processor's <cpukind> and its place among them, from 1; NULL: it has none. */
static const xmlNode *find_kind(const struct walk *walk, const xmlNode *processor, unsigned *place)
{
    char set[1024], index[24];
    msim_xml_text(processor, "os_index", index, sizeof index);
    *place = 0;
    for (const xmlNode *kind = walk->root->children; kind; kind = kind->next) {
        *place += msim_xml_is(kind, "cpukind");
        if (msim_xml_is(kind, "cpukind") && msim_xml_text(kind, "cpuset", set, sizeof set) &&
            in_set(set, strtoull(index, NULL, 10)))
            return kind;
    }
    *place = 0;
    return NULL;
}

/* Takes the number of an attribute that may be missing or of another form. */
static void take_speed(const xmlNode *from, const char *attribute, int64_t *speed)
{
    char text[32], *end;
    if (!msim_xml_text(from, attribute, text, sizeof text))
        return;
    long long number = strtoll(text, &end, 10);
    if (end != text && !*end && number >= 0)
        *speed = number;
}

/* Takes the name and the speed of a kind; `from` may be NULL. */
static void describe_kind(const xmlNode *from, struct msim_topology_kind *kind)
{
    static const char *const speeds[MSIM_SPEEDS] = {[MSIM_SPEED_CAPACITY] = "LinuxCapacity",
                                                    [MSIM_SPEED_MOST] = "FrequencyMaxMHz",
                                                    [MSIM_SPEED_BASE] = "FrequencyBaseMHz"};
    char what[32];
    kind->name[0] = 0;
    for (unsigned i = 0; i < MSIM_SPEEDS; i++)
        kind->speed[i] = -1;
    if (!from)
        return;
    take_speed(from, "forced_efficiency", &kind->speed[MSIM_SPEED_FORCED]);
    for (const xmlNode *info = from->children; info; info = info->next) {
        if (!msim_xml_is(info, "info") || !msim_xml_text(info, "name", what, sizeof what))
            continue;
        if (!strcmp(what, "CoreType"))
            msim_xml_text(info, "value", kind->name, sizeof kind->name);
        for (unsigned i = 0; i < MSIM_SPEEDS; i++)
            if (speeds[i] && !strcmp(what, speeds[i]))
                take_speed(info, "value", &kind->speed[i]);
    }
}

/* By what both have; if nothing decides, hwloc lists the slower kinds first. */
static bool is_faster(const struct msim_topology_kind *a, const struct msim_topology_kind *b)
{
    for (unsigned i = 0; i < MSIM_SPEEDS; i++)
        if (a->speed[i] >= 0 && b->speed[i] >= 0 && a->speed[i] != b->speed[i])
            return a->speed[i] > b->speed[i];
    return a->place > b->place;
}

/* Sorts the few kinds by insertion, which keeps equal ones in the order of the file. */
static void sort_kinds(struct msim_topology *topology)
{
    for (unsigned i = 1; i < topology->kinds; i++) {
        struct msim_topology_kind kind = topology->kind[i];
        unsigned at = i;
        for (; at && is_faster(&kind, &topology->kind[at - 1]); at--)
            topology->kind[at] = topology->kind[at - 1];
        topology->kind[at] = kind;
    }
}

bool msim_topology_same_caches(const struct msim_topology_kind *a,
                               const struct msim_topology_kind *b)
{
    if (a->caches != b->caches)
        return false;
    for (unsigned i = 0; i < a->caches; i++) {
        const struct msim_topology_cache *x = &a->cache[i], *y = &b->cache[i];
        if (x->level != y->level || x->side != y->side || x->size != y->size ||
            x->line != y->line || x->ways != y->ways)
            return false;
    }
    return true;
}

/* Processors of one core are next to each other in the file. */
static void count_processor(struct msim_topology_kind *kind, unsigned core)
{
    kind->processors++;
    if (!core || core != kind->core)
        kind->cores++;
    kind->core = core;
}

static bool add_processor(struct walk *walk, const xmlNode *object)
{
    struct msim_topology *topology = walk->topology;
    const xmlNode *its = find_kind(walk, object, &walk->path.place);
    for (unsigned i = 0; i < topology->kinds; i++)
        if (topology->kind[i].place == walk->path.place &&
            msim_topology_same_caches(&topology->kind[i], &walk->path)) {
            count_processor(&topology->kind[i], walk->core);
            return true;
        }
    if (topology->kinds == MSIM_TOPOLOGY_KINDS)
        return msim_fault(walk->fault, msim_xml_line(object), "more than %d kinds of cores",
                          MSIM_TOPOLOGY_KINDS);
    struct msim_topology_kind *kind = &topology->kind[topology->kinds++];
    *kind = walk->path;
    count_processor(kind, walk->core);
    describe_kind(its, kind);
    return true;
}

/* --- The tree ----------------------------------------------------------------------------- */

static void note_model(struct walk *walk, const xmlNode *info)
{
    char name[32];
    if (!walk->topology->model[0] && msim_xml_text(info, "name", name, sizeof name) &&
        !strcmp(name, "CPUModel"))
        msim_xml_text(info, "value", walk->topology->model, sizeof walk->topology->model);
}

static bool walk_object(struct walk *walk, const xmlNode *object)
{
    bool instruction, fine = true;
    unsigned level = cache_level(object, &instruction), before = walk->path.caches;
    if (is_type(object, "Core"))
        walk->core = ++walk->cores;
    if (is_type(object, walk->processor))
        return add_processor(walk, object);
    if (level && before < MSIM_TOPOLOGY_CACHES)
        fine = read_cache(walk, object, level, instruction, &walk->path.cache[walk->path.caches++]);
    else if (level)
        return msim_fault(walk->fault, msim_xml_line(object), "more than %d caches around a core",
                          MSIM_TOPOLOGY_CACHES);
    for (const xmlNode *child = object->children; child && fine; child = child->next)
        if (msim_xml_is(child, "object"))
            fine = walk_object(walk, child);
        else if (msim_xml_is(child, "info"))
            note_model(walk, child);
    walk->path.caches = before;
    if (is_type(object, "Core"))
        walk->core = 0;
    return fine;
}

bool msim_topology_read(xmlDocPtr document, struct msim_topology *topology,
                        struct msim_file_fault *fault)
{
    static const char *const processors[] = {"PU", "Core"};
    const xmlNode *root = xmlDocGetRootElement(document);
    *topology = (struct msim_topology){.at = msim_xml_line(root)};
    if (msim_xml_is(root, "machine"))
        return msim_fault(fault, topology->at, "this is a description already, not a topology");
    if (!msim_xml_is(root, "topology"))
        return msim_fault(fault, topology->at, "expected hwloc's <topology>, found <%.40s>",
                          (const char *)root->name);
    if (!msim_xml_text(root, "version", topology->version, sizeof topology->version))
        strcpy(topology->version, "1");
    for (unsigned i = 0; i < 2 && !topology->kinds; i++) {
        struct walk walk = {topology, fault, root, processors[i], .path = {.caches = 0}};
        for (const xmlNode *child = root->children; child; child = child->next)
            if (msim_xml_is(child, "object") && !walk_object(&walk, child))
                return false;
    }
    sort_kinds(topology);
    return topology->kinds || msim_fault(fault, topology->at, "it has no processors");
}
