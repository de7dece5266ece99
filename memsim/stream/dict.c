/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dictionary of dict.h: four tables, each with a lookup. */
#include "dict.h"

#include "hash.h"

enum { STRINGS_MAX = 1 << 24, INLINED_MAX = 1 << 24, SITES_MAX = 1 << 25 };

/* --- Strings ------------------------------------------------------------------------------ */

struct string {
    const char *text;
    uint32_t hash;
    uint32_t same_hash;
};

static uint32_t hash_text(const char *text)
{
    uint64_t hash = 0;
    for (; *text; text++)
        hash = msim_mix(hash ^ (unsigned char)*text);
    return (uint32_t)hash;
}

static uint32_t string_hash(const void *element)
{
    return ((const struct string *)element)->hash;
}

static bool same_text(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

static bool string_same(const void *element, const void *wanted)
{
    const struct string *a = element, *b = wanted;
    return a->hash == b->hash && same_text(a->text, b->text);
}

static const struct msim_lookup_kind string_kind = {string_hash, string_same,
                                                    offsetof(struct string, same_hash), 0};

static const char *copy_text(struct msim_dict *dict, const char *text)
{
    size_t bytes = 1;
    while (text[bytes - 1])
        bytes++;
    char *copy = msim_arena_get(&dict->arena, bytes);
    for (size_t i = 0; i < bytes; i++)
        copy[i] = text[i];
    return copy;
}

uint32_t msim_dict_string(struct msim_dict *dict, const char *text)
{
    struct string wanted = {.text = text, .hash = hash_text(text)};
    uint32_t number = msim_lookup_find(&dict->string_lookup, &dict->strings, &wanted);
    if (number != UINT32_MAX)
        return number;
    struct string *string = msim_table_add(&dict->strings);
    if (!string)
        return 0;
    *string = wanted;
    string->text = copy_text(dict, text);
    msim_lookup_add(&dict->string_lookup, &dict->strings);
    return dict->strings.used - 1;
}

const char *msim_dict_text(const struct msim_dict *dict, uint32_t string)
{
    return ((const struct string *)msim_table_at(&dict->strings, string))->text;
}

/* --- Inlined calls ------------------------------------------------------------------------ */

static uint32_t inlined_hash(const void *element)
{
    const struct msim_inlined *call = element;
    uint64_t hash = msim_mix((uint64_t)call->outer << 32 ^ call->line);
    return (uint32_t)msim_mix(msim_mix(hash ^ call->function) ^ call->file);
}

static bool inlined_same(const void *element, const void *wanted)
{
    const struct msim_inlined *a = element, *b = wanted;
    return a->outer == b->outer && a->function == b->function && a->file == b->file &&
           a->line == b->line;
}

/* Number 0 means no inlined call. */
static const struct msim_lookup_kind inlined_kind = {inlined_hash, inlined_same,
                                                     offsetof(struct msim_inlined, same_hash), 1};

uint32_t msim_dict_inlined(struct msim_dict *dict, const struct msim_inlined *inlined)
{
    uint32_t number = msim_lookup_number(&dict->inlined_lookup, &dict->inlined, inlined);
    return number == UINT32_MAX ? 0 : number;
}

/* --- Sites -------------------------------------------------------------------------------- */

static uint32_t site_hash(const void *element)
{
    const struct msim_site *site = element;
    uint64_t hash = msim_mix(msim_mix(msim_mix(site->file) ^ site->function) ^ site->line);
    if (site->inlined || site->address)
        hash = msim_mix(msim_mix(hash ^ site->inlined) ^ site->address);
    if (site->begins)
        hash = msim_mix(hash ^ site->begins);
    return (uint32_t)hash;
}

static bool site_same(const void *element, const void *wanted)
{
    const struct msim_site *a = element, *b = wanted;
    return a->file == b->file && a->function == b->function && a->line == b->line &&
           a->object == b->object && a->inlined == b->inlined && a->address == b->address &&
           a->begins == b->begins;
}

static const struct msim_lookup_kind site_kind = {site_hash, site_same,
                                                  offsetof(struct msim_site, same_hash), 0};

uint32_t msim_dict_site(struct msim_dict *dict, uint32_t file, uint32_t function, uint32_t line)
{
    return msim_dict_site_in(dict, file, function, line, 0);
}

uint32_t msim_dict_site_in(struct msim_dict *dict, uint32_t file, uint32_t function, uint32_t line,
                           uint32_t object)
{
    struct msim_site wanted = {.file = file, .function = function, .line = line, .object = object};
    return msim_dict_whole_site(dict, &wanted);
}

uint32_t msim_dict_whole_site(struct msim_dict *dict, const struct msim_site *site)
{
    uint32_t number = msim_lookup_number(&dict->site_lookup, &dict->sites, site);
    return number == UINT32_MAX ? 0 : number;
}

/* --- Segments ----------------------------------------------------------------------------- */

static bool same_access(const struct msim_access *a, const struct msim_access *b)
{
    return a->offset == b->offset && a->word == b->word && a->size == b->size &&
           a->instr == b->instr && a->write == b->write && a->modify == b->modify &&
           a->maybe == b->maybe && a->block == b->block;
}

static uint32_t segment_hash(const void *element)
{
    const struct msim_segment *segment = element;
    return (uint32_t)msim_mix(msim_mix(segment->address) ^ segment->instrs_used ^
                              (uint64_t)segment->branch << 8);
}

static bool segment_same(const void *element, const void *wanted)
{
    const struct msim_segment *a = element, *b = wanted;
    if (a->address != b->address || a->instrs_used != b->instrs_used ||
        a->accesses_used != b->accesses_used || a->words != b->words ||
        a->continued != b->continued || a->end != b->end || a->entry != b->entry ||
        a->stub != b->stub || a->branch != b->branch || a->moved != b->moved)
        return false;
    for (unsigned i = 0; i < a->instrs_used; i++)
        if (a->instrs[i].site != b->instrs[i].site || a->instrs[i].length != b->instrs[i].length ||
            a->instrs[i].how != b->instrs[i].how)
            return false;
    for (unsigned i = 0; i < a->accesses_used; i++)
        if (!same_access(&a->accesses[i], &b->accesses[i]))
            return false;
    return true;
}

static const struct msim_lookup_kind segment_kind = {segment_hash, segment_same,
                                                     offsetof(struct msim_segment, same_hash), 0};

/* Copies `count` elements of `size` bytes to the arena. */
static void *copy_array(struct msim_dict *dict, const void *from, size_t count, size_t size)
{
    char *to = msim_arena_get(&dict->arena, count * size);
    for (size_t i = 0; i < count * size; i++)
        to[i] = ((const char *)from)[i];
    return to;
}

static struct msim_ops *copy_ops(struct msim_dict *dict, const struct msim_ops *from)
{
    struct msim_ops *to = copy_array(dict, from, 1, sizeof *from);
    to->op = copy_array(dict, from->op, from->ops, sizeof *from->op);
    to->source = copy_array(dict, from->source, from->sources, sizeof *from->source);
    to->result = copy_array(dict, from->result, from->results, sizeof *from->result);
    return to;
}

/* Which writes pass by the caches. */
static void mark_past(struct msim_segment *segment)
{
    const struct msim_ops *ops = segment->ops;
    for (unsigned i = 0; i < segment->accesses_used; i++)
        segment->accesses[i].past = 0;
    for (unsigned i = 0; ops && i < ops->ops; i++)
        if (ops->op[i].class == MSIM_OP_STORE_PAST && segment->accesses[ops->op[i].access].write)
            segment->accesses[ops->op[i].access].past = 1;
}

static void copy_segment(struct msim_dict *dict, struct msim_segment *to,
                         const struct msim_segment *from)
{
    size_t instrs = from->instrs_used * sizeof *from->instrs;
    size_t accesses = from->accesses_used * sizeof *from->accesses;
    char *arrays = msim_arena_get(&dict->arena, instrs + accesses);
    *to = *from;
    to->instrs = (struct msim_instr *)(void *)arrays;
    to->accesses = (struct msim_access *)(void *)(arrays + instrs);
    for (unsigned i = 0; i < from->instrs_used; i++)
        to->instrs[i] = from->instrs[i];
    for (unsigned i = 0; i < from->accesses_used; i++)
        to->accesses[i] = from->accesses[i];
    if (from->ops)
        to->ops = copy_ops(dict, from->ops);
    mark_past(to);
}

uint32_t msim_dict_segment(struct msim_dict *dict, const struct msim_segment *segment)
{
    uint32_t number = msim_lookup_find(&dict->segment_lookup, &dict->segments, segment);
    if (number != UINT32_MAX)
        return number;
    struct msim_segment *added = msim_table_add(&dict->segments);
    if (!added)
        return UINT32_MAX;
    copy_segment(dict, added, segment);
    msim_lookup_add(&dict->segment_lookup, &dict->segments);
    return dict->segments.used - 1;
}

/* --- All of them -------------------------------------------------------------------------- */

void msim_dict_init(struct msim_dict *dict, const struct msim_mem *mem)
{
    msim_arena_init(&dict->arena, mem);
    msim_table_init(&dict->strings, mem, sizeof(struct string), STRINGS_MAX);
    msim_table_init(&dict->inlined, mem, sizeof(struct msim_inlined), INLINED_MAX);
    msim_table_init(&dict->sites, mem, sizeof(struct msim_site), SITES_MAX);
    msim_table_init(&dict->segments, mem, sizeof(struct msim_segment), MSIM_SEGMENTS_MAX);
    msim_lookup_init(&dict->string_lookup, mem, &string_kind);
    msim_lookup_init(&dict->inlined_lookup, mem, &inlined_kind);
    msim_lookup_init(&dict->site_lookup, mem, &site_kind);
    msim_lookup_init(&dict->segment_lookup, mem, &segment_kind);
    msim_calls_init(&dict->calls, mem);
    msim_table_add(&dict->inlined);
}

/* --- Views -------------------------------------------------------------------------------- */

struct msim_dict_counts msim_dict_counts(const struct msim_dict *dict)
{
    return (struct msim_dict_counts){dict->strings.used,      dict->inlined.used,
                                     dict->sites.used,        dict->segments.used,
                                     dict->calls.frames.used, dict->calls.calls.used};
}

void msim_dict_view(struct msim_dict *view, const struct msim_dict *dict)
{
    *view = *dict;
}

void msim_dict_show(struct msim_dict *view, const struct msim_dict_counts *counts)
{
    view->strings.used = counts->strings;
    view->inlined.used = counts->inlined;
    view->sites.used = counts->sites;
    view->segments.used = counts->segments;
    view->calls.frames.used = counts->frames;
    view->calls.calls.used = counts->calls;
}
