/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads descriptions; see described.h.
 *
 * Likely mistakes are checked here first, because the schema's messages do not say what is allowed;
 * the schema then refuses everything else that is wrong.
 */
#include "described.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/reader.h"
#include "engine/machine/names.h"
#include "engine/outer/options/writing.h"
#include "engine/policies/policy.h"
#include "engine/prefetchers/prefetcher.h"
#include "xmlfile.h"

enum { TEXT = 1024, NUMBER_MAX = 1000000, LINE_LEAST = 16, LINE_MOST = 4096 };

static const char *const sides[] = {"unified", "data", "instruction"};
static const char *const trusts[MSIM_TRUSTS] = {NULL, "secondary", "inferred", "measured"};

struct reading {
    struct msim_described *described;
    struct msim_file_fault *fault;
    const xmlNode *node; /* the one whose attributes are read */
};

#define FAULT(reading, ...)                                                                        \
    msim_fault((reading)->fault, msim_xml_line((reading)->node), __VA_ARGS__)

/* --- Values ------------------------------------------------------------------------------- */

/* Sets *to to 0 if the attribute is absent, which is wrong only if it is required. */
static bool take_number(struct reading *reading, const char *attribute, bool required, uint32_t *to)
{
    char text[32];
    uint64_t number;
    struct msim_reader reader = {text};
    *to = 0;
    if (!msim_xml_text(reading->node, attribute, text, sizeof text))
        return !required ||
               FAULT(reading, "<%s> has no %s", (const char *)reading->node->name, attribute);
    if (!msim_take_number(&reader, &number) || *reader.at || number < 1 || number > NUMBER_MAX)
        return FAULT(reading, "%s=\"%s\": expected a number from 1 to %d", attribute, text,
                     NUMBER_MAX);
    *to = (uint32_t)number;
    return true;
}

static bool take_bytes(struct reading *reading, const char *attribute, bool required, uint64_t *to)
{
    char text[32];
    struct msim_reader reader = {text};
    *to = 0;
    if (!msim_xml_text(reading->node, attribute, text, sizeof text))
        return !required ||
               FAULT(reading, "<%s> has no %s", (const char *)reading->node->name, attribute);
    if (!msim_take_size(&reader, to) || *reader.at || !*to || *to >= MSIM_TOO_LARGE)
        return FAULT(reading, "%s=\"%s\": expected bytes, as in 32768, 32K or 1.25M", attribute,
                     text);
    return true;
}

static bool take_ways(struct reading *reading, uint32_t *to)
{
    char text[32];
    *to = MSIM_WAYS_FULL;
    if (msim_xml_text(reading->node, "ways", text, sizeof text) && !strcmp(text, "full"))
        return true;
    if (!strcmp(text, "0"))
        return FAULT(reading,
                     "ways=\"0\": expected a number from 1, or full; leave it out if unknown");
    return take_number(reading, "ways", false, to);
}

static bool take_side(struct reading *reading, enum msim_level_side *side)
{
    char text[32];
    msim_xml_text(reading->node, "type", text, sizeof text);
    for (unsigned i = 0; i < sizeof sides / sizeof *sides; i++)
        if (!strcmp(text, sides[i])) {
            *side = (enum msim_level_side)i;
            return true;
        }
    return FAULT(reading, "type=\"%s\": expected unified, data or instruction", text);
}

static bool take_trust(struct reading *reading, enum msim_trust *trust)
{
    char text[32];
    *trust = MSIM_TRUST_PRIMARY;
    if (!msim_xml_text(reading->node, "source", text, sizeof text))
        return true;
    for (unsigned i = 1; i < MSIM_TRUSTS; i++)
        if (!strcmp(text, trusts[i])) {
            *trust = (enum msim_trust)i;
            return true;
        }
    return FAULT(reading, "source=\"%s\": expected secondary, inferred or measured", text);
}

static bool take_protocol(struct reading *reading)
{
    char text[32];
    struct msim_described *described = reading->described;
    struct msim_cores cores = {.used = 0};
    described->protocol_known = msim_xml_text(reading->node, "coherence", text, sizeof text);
    const char *wrong =
        described->protocol_known ? msim_cores_read("coherence", text, &cores) : NULL;
    described->protocol = cores.protocol;
    return !wrong || FAULT(reading, "coherence=\"%s\": %s", text, wrong);
}

/* --- The core ----------------------------------------------------------------------------- */

/* An attribute of <core>, whose text is not NULL. */
static bool take_core_value(struct reading *reading, const char *name, enum msim_trust trust)
{
    char text[32];
    uint64_t number;
    struct msim_reader reader = {text};
    unsigned i = msim_core_named(name);
    if (i == MSIM_CORE_VALUES)
        return FAULT(reading, "<core> has %.40s; %s", name, msim_core_names);
    const struct msim_core_value *value = &msim_core_values[i];
    struct msim_described_core *core = &reading->described->core[i];
    msim_xml_text(reading->node, name, text, sizeof text);
    if (!msim_take_number(&reader, &number) || *reader.at || number < value->least ||
        number > value->most)
        return FAULT(reading, "%s=\"%s\": expected a number from %" PRIu32 " to %" PRIu32, name,
                     text, value->least, value->most);
    if (core->known)
        return FAULT(reading, "a second %s; the first is in line %d", name, core->at);
    *core = (struct msim_described_core){.known = true,
                                         .value = (uint32_t)number,
                                         .trust = trust,
                                         .at = msim_xml_line(reading->node)};
    reading->described->core_known = true;
    return true;
}

static bool take_core(struct reading *reading)
{
    enum msim_trust trust;
    if (!take_trust(reading, &trust))
        return false;
    for (const xmlAttr *at = reading->node->properties; at; at = at->next)
        if (strcmp((const char *)at->name, "source") != 0 &&
            !take_core_value(reading, (const char *)at->name, trust))
            return false;
    return true;
}

/* --- Elements ----------------------------------------------------------------------------- */

static bool take_cache(struct reading *reading, struct msim_described_level *level)
{
    uint64_t line;
    if (!take_bytes(reading, "size", true, &level->units) ||
        !take_bytes(reading, "line", false, &line))
        return false;
    if (line && (line < LINE_LEAST || line > LINE_MOST || (line & (line - 1))))
        return FAULT(reading, "line=\"%llu\": expected a power of two from %d to %d",
                     (unsigned long long)line, LINE_LEAST, LINE_MOST);
    level->line = (uint32_t)line;
    return true;
}

static bool take_tlb(struct reading *reading, struct msim_described_level *level)
{
    uint64_t page;
    uint32_t entries;
    if (!take_bytes(reading, "page", true, &page) ||
        !take_number(reading, "entries", true, &entries))
        return false;
    if (page < 1024 || page > UINT64_C(1) << 30 || (page & (page - 1)))
        return FAULT(reading, "page: expected a power of two from 1K to 1G");
    level->units = entries;
    level->line = (uint32_t)page;
    return true;
}

static bool is_new(struct reading *reading, const struct msim_described_level *level)
{
    const struct msim_described *described = reading->described;
    for (unsigned i = 0; i < described->levels; i++) {
        const struct msim_described_level *other = &described->level[i];
        if (other->is_tlb == level->is_tlb && other->level == level->level &&
            other->side == level->side && (!level->is_tlb || other->line == level->line))
            return FAULT(reading, "a second %s %s of level %u; the first is in line %d",
                         sides[level->side], level->is_tlb ? "TLB with these pages" : "cache",
                         level->level, other->at);
    }
    return true;
}

static bool take_level(struct reading *reading, bool is_tlb)
{
    struct msim_described *described = reading->described;
    struct msim_described_level level = {.is_tlb = is_tlb, .at = msim_xml_line(reading->node)};
    uint32_t number;
    if (!take_number(reading, "level", true, &number) || !take_side(reading, &level.side) ||
        !(is_tlb ? take_tlb : take_cache)(reading, &level) || !take_ways(reading, &level.ways) ||
        !take_number(reading, "sharing", false, &level.sharing) ||
        !take_number(reading, "latency", false, &level.latency) ||
        !take_trust(reading, &level.trust))
        return false;
    if (number > (is_tlb ? 3 : 5))
        return FAULT(reading, "level=\"%u\": expected 1 to %d", number, is_tlb ? 3 : 5);
    level.level = number;
    if (!is_new(reading, &level))
        return false;
    if (described->levels == MSIM_DESCRIBED_LEVELS)
        return FAULT(reading, "more than %d caches and TLBs", MSIM_DESCRIBED_LEVELS);
    described->level[described->levels++] = level;
    return true;
}

static bool take_replacement(struct reading *reading)
{
    char of[32], name[64];
    struct msim_policy_choice choice;
    msim_xml_text(reading->node, "of", of, sizeof of);
    msim_xml_text(reading->node, "policy", name, sizeof name);
    enum msim_level level = msim_level_named(of);
    if (level == MSIM_LEVELS)
        return FAULT(reading,
                     "of=\"%s\": expected I1, D1, L2, L3, ITLB, DTLB, L2TLB, L2ITLB or L2DTLB", of);
    struct msim_described_policy *policy = &reading->described->policy[level];
    if (!name[0] || strlen(name) >= sizeof policy->name.text || !msim_policy_read(name, &choice))
        return FAULT(reading, "policy=\"%s\": %s", name, msim_policies_expected);
    if (policy->name.text[0])
        return FAULT(reading, "a second <replacement of=\"%s\">; the first is in line %d", of,
                     policy->at);
    memcpy(policy->name.text, name, strlen(name) + 1);
    policy->at = msim_xml_line(reading->node);
    return take_trust(reading, &policy->trust);
}

static bool take_prefetcher(struct reading *reading)
{
    char of[32], name[64];
    struct msim_prefetcher_choice choice;
    struct msim_described *described = reading->described;
    struct msim_described_prefetcher *to = &described->prefetcher[described->prefetchers];
    msim_xml_text(reading->node, "of", of, sizeof of);
    msim_xml_text(reading->node, "name", name, sizeof name);
    enum msim_level level = msim_level_named(of);
    if (msim_prefetch_place(level) >= MSIM_PREFETCH_LEVELS)
        return FAULT(reading, "of=\"%s\": expected D1, L2 or L3", of);
    if (strlen(name) >= sizeof to->name.text || !msim_prefetcher_read(name, &choice))
        return FAULT(reading, "name=\"%s\": %s", name, msim_prefetchers_expected);
    const char *wrong = msim_prefetcher_refuses(&choice, level);
    if (wrong)
        return FAULT(reading, "name=\"%s\": %s", name, wrong);
    if (described->prefetchers == MSIM_DESCRIBED_PREFETCHERS)
        return FAULT(reading, "there are more than %d prefetchers", MSIM_DESCRIBED_PREFETCHERS);
    described->prefetchers++;
    to->of = level;
    memcpy(to->name.text, name, strlen(name) + 1);
    to->at = msim_xml_line(reading->node);
    return take_trust(reading, &to->trust);
}

static bool take_writing(struct reading *reading)
{
    char policy[64];
    struct msim_writing read = {.write_given = false};
    struct msim_described_writing *writing = &reading->described->writing;
    msim_xml_text(reading->node, "policy", policy, sizeof policy);
    if (msim_writing_read(policy, &read) || !read.write)
        return FAULT(reading,
                     "policy=\"%s\": expected back or through, also with ,allocate or ,no-allocate",
                     policy);
    if (writing->known)
        return FAULT(reading, "a second <write>; the first is in line %d", writing->at);
    *writing = (struct msim_described_writing){.known = true,
                                               .write = read.write,
                                               .passes_writes = read.passes_writes,
                                               .at = msim_xml_line(reading->node)};
    return take_trust(reading, &writing->trust);
}

static bool take_inclusion(struct reading *reading)
{
    char of[32], policy[64];
    msim_xml_text(reading->node, "of", of, sizeof of);
    msim_xml_text(reading->node, "policy", policy, sizeof policy);
    enum msim_level level = msim_level_named(of);
    enum msim_inclusion named = msim_inclusion_named(policy);
    if (level != MSIM_L2 && level != MSIM_L3)
        return FAULT(reading, "of=\"%s\": expected L2 or L3", of);
    if (named > MSIM_EXCLUSIVE)
        return FAULT(reading, "policy=\"%s\": expected neither, inclusive or exclusive", policy);
    struct msim_described_inclusion *inclusion = &reading->described->inclusion[level];
    if (inclusion->known)
        return FAULT(reading, "a second <inclusion of=\"%s\">; the first is in line %d", of,
                     inclusion->at);
    *inclusion = (struct msim_described_inclusion){
        .known = true, .inclusion = named, .at = msim_xml_line(reading->node)};
    return take_trust(reading, &inclusion->trust);
}

static bool take_text(struct reading *reading)
{
    char text[TEXT], of[32];
    msim_xml_content(reading->node, text, sizeof text);
    if (msim_xml_is(reading->node, "source"))
        return msim_described_source(reading->described, text) ||
               FAULT(reading, "more than %d sources", MSIM_DESCRIBED_TEXTS);
    msim_xml_text(reading->node, "of", of, sizeof of);
    if (!text[0])
        return FAULT(reading, "an approximation must say what is done instead");
    return msim_described_approximate(reading->described, of, text) ||
           FAULT(reading, "more than %d approximations", MSIM_DESCRIBED_TEXTS);
}

static bool take_latency(struct reading *reading, uint32_t *to, enum msim_trust *trust)
{
    return take_number(reading, "latency", true, to) && take_trust(reading, trust);
}

static bool take_element(struct reading *reading)
{
    const xmlNode *node = reading->node;
    struct msim_described *described = reading->described;
    if (msim_xml_is(node, "cache") || msim_xml_is(node, "tlb"))
        return take_level(reading, msim_xml_is(node, "tlb"));
    if (msim_xml_is(node, "replacement"))
        return take_replacement(reading);
    if (msim_xml_is(node, "prefetcher"))
        return take_prefetcher(reading);
    if (msim_xml_is(node, "write"))
        return take_writing(reading);
    if (msim_xml_is(node, "inclusion"))
        return take_inclusion(reading);
    if (msim_xml_is(node, "memory"))
        return take_latency(reading, &described->memory, &described->memory_trust);
    if (msim_xml_is(node, "walk"))
        return take_latency(reading, &described->walk, &described->walk_trust);
    if (msim_xml_is(node, "transfer"))
        return take_latency(reading, &described->transfer, &described->transfer_trust);
    if (msim_xml_is(node, "core"))
        return take_core(reading);
    if (msim_xml_is(node, "source") || msim_xml_is(node, "approximation"))
        return take_text(reading);
    return node->type != XML_ELEMENT_NODE ||
           FAULT(reading,
                 "<%.40s>: expected source, cache, tlb, replacement, prefetcher, write, inclusion, "
                 "memory, walk, transfer, core or approximation",
                 (const char *)node->name);
}

static char *attribute(const xmlNode *node, const char *name)
{
    char text[TEXT];
    msim_xml_text(node, name, text, sizeof text);
    return msim_copy(text);
}

static bool take_root(struct reading *reading)
{
    const xmlNode *root = reading->node;
    struct msim_described *described = reading->described;
    if (msim_xml_is(root, "topology"))
        return FAULT(reading,
                     "<topology> is hwloc's; memsim machine import makes a description of it");
    if (!msim_xml_is(root, "machine"))
        return FAULT(reading, "expected <machine>, found <%.40s>", (const char *)root->name);
    described->at = msim_xml_line(root);
    described->name = attribute(root, "name");
    described->title = attribute(root, "title");
    if (!described->name[0])
        return FAULT(reading, "<machine> has no name");
    if (!take_number(reading, "cores", false, &described->cores) || !take_protocol(reading))
        return false;
    for (reading->node = root->children; reading->node; reading->node = reading->node->next)
        if (!take_element(reading))
            return false;
    return true;
}

bool msim_machine_parse(const char *bytes, size_t count, const char *schema, size_t schema_count,
                        struct msim_described *described, struct msim_file_fault *fault)
{
    *described = (struct msim_described){0};
    *fault = (struct msim_file_fault){0};
    xmlDocPtr document = msim_xml_parse(bytes, count, fault);
    if (!document)
        return false;
    struct reading reading = {described, fault, xmlDocGetRootElement(document)};
    bool read = take_root(&reading) && msim_xml_validate(document, schema, schema_count, fault);
    xmlFreeDoc(document);
    if (!read)
        msim_described_free(described);
    return read;
}
