/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The JSON of showjson.h. */
#include "showjson.h"

#include "cmd/files/json.h"
#include "engine/machine/names.h"

enum { MEMBER = 2, ROW = 4 };

static const char *const trusts[MSIM_TRUSTS] = {"primary", "secondary", "inferred", "measured"};

static void json_known(struct msim_json *json, const char *name, uint64_t number)
{
    msim_json_number_if(json, name, number != 0, number);
}

static void json_level(struct msim_json *json, const struct msim_described_level *level)
{
    static const char *const sides[] = {"unified", "data", "instruction"};
    msim_json_object(json, NULL, MSIM_JSON_INLINE);
    msim_json_text(json, "kind", level->is_tlb ? "tlb" : "cache");
    msim_json_number(json, "level", level->level);
    msim_json_text(json, "type", sides[level->side]);
    msim_json_number(json, level->is_tlb ? "entries" : "size", level->units);
    if (level->ways == MSIM_WAYS_FULL)
        msim_json_text(json, "ways", "full");
    else
        json_known(json, "ways", level->ways);
    json_known(json, level->is_tlb ? "page" : "line", level->line);
    json_known(json, "sharing", level->sharing);
    json_known(json, "latency", level->latency);
    msim_json_text(json, "source", trusts[level->trust]);
    msim_json_end(json);
}

static void json_policies(struct msim_json *json, const struct msim_described *described)
{
    msim_json_list(json, "replacement", ROW);
    for (int level = 0; level < MSIM_LEVELS; level++) {
        const struct msim_described_policy *policy = &described->policy[level];
        if (!policy->name.text[0])
            continue;
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "of", msim_level_name(level));
        msim_json_text(json, "policy", policy->name.text);
        msim_json_text(json, "source", trusts[policy->trust]);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void json_prefetchers(struct msim_json *json, const struct msim_described *described)
{
    msim_json_list(json, "prefetchers", ROW);
    for (unsigned i = 0; i < described->prefetchers; i++) {
        const struct msim_described_prefetcher *its = &described->prefetcher[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "of", msim_level_name(its->of));
        msim_json_text(json, "name", its->name.text);
        msim_json_text(json, "source", trusts[its->trust]);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void json_writing(struct msim_json *json, const struct msim_described *described)
{
    const struct msim_described_writing *writing = &described->writing;
    if (writing->known) {
        msim_json_object(json, "write", MSIM_JSON_INLINE);
        msim_json_text(json, "policy", msim_write_name(writing->write, writing->passes_writes));
        msim_json_text(json, "source", trusts[writing->trust]);
        msim_json_end(json);
    } else {
        msim_json_null(json, "write");
    }
    msim_json_list(json, "inclusion", ROW);
    for (int level = MSIM_L2; level <= MSIM_L3; level++) {
        const struct msim_described_inclusion *its = &described->inclusion[level];
        if (!its->known)
            continue;
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "of", msim_level_name(level));
        msim_json_text(json, "policy", msim_inclusion_name(its->inclusion));
        msim_json_text(json, "source", trusts[its->trust]);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void json_latency(struct msim_json *json, const char *name, uint32_t cycles,
                         enum msim_trust trust)
{
    if (!cycles) {
        msim_json_null(json, name);
        return;
    }
    msim_json_object(json, name, MSIM_JSON_INLINE);
    msim_json_number(json, "latency", cycles);
    msim_json_text(json, "source", trusts[trust]);
    msim_json_end(json);
}

static void json_core(struct msim_json *json, const struct msim_described *described)
{
    if (!described->core_known) {
        msim_json_null(json, "core");
        return;
    }
    msim_json_list(json, "core", ROW);
    for (unsigned i = 0; i < MSIM_CORE_VALUES; i++) {
        const struct msim_core_value *value = &msim_core_values[i];
        const struct msim_described_core *core = &described->core[i];
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "name", value->name);
        msim_json_number(json, "value", core->known ? core->value : value->usual);
        msim_json_text(json, "source", core->known ? trusts[core->trust] : "usual");
        msim_json_number(json, "least", value->least);
        msim_json_number(json, "most", value->most);
        msim_json_text(json, "meaning", value->what);
        msim_json_end(json);
    }
    msim_json_end(json);
}

static void json_texts(struct msim_json *json, const struct msim_described *described)
{
    msim_json_list(json, "approximations", ROW);
    for (unsigned i = 0; i < described->approximations; i++) {
        msim_json_object(json, NULL, MSIM_JSON_INLINE);
        msim_json_text(json, "of", described->approximation[i].of);
        msim_json_text(json, "text", described->approximation[i].text);
        msim_json_end(json);
    }
    msim_json_end(json);
    msim_json_list(json, "sources", ROW);
    for (unsigned i = 0; i < described->sources; i++)
        msim_json_text(json, NULL, described->source[i]);
    msim_json_end(json);
}

void msim_machine_json(const struct msim_described *described, FILE *to)
{
    struct msim_json json = msim_json_report(to, "machine", MEMBER);
    msim_json_text(&json, "name", described->name);
    msim_json_text_or_null(&json, "title", described->title);
    json_known(&json, "cores", described->cores);
    msim_json_text(&json, "coherence",
                   described->protocol_known ? msim_protocol_name(described->protocol) : NULL);
    msim_json_list(&json, "levels", ROW);
    for (unsigned i = 0; i < described->levels; i++)
        json_level(&json, &described->level[i]);
    msim_json_end(&json);
    json_policies(&json, described);
    json_prefetchers(&json, described);
    json_writing(&json, described);
    json_latency(&json, "memory", described->memory, described->memory_trust);
    json_latency(&json, "walk", described->walk, described->walk_trust);
    json_latency(&json, "transfer", described->transfer, described->transfer_trust);
    json_core(&json, described);
    json_texts(&json, described);
    msim_json_end(&json);
}
