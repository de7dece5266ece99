/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The dictionary of dict.h: three tables, each with an index by hash. */
#include "dict.h"

#include "hash.h"

enum { STRINGS_MAX = 1 << 24, SITES_MAX = 1 << 25, INDEX_START = 1 << 10 };

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

static uint32_t hash_site(const struct msim_site *site)
{
    return (uint32_t)msim_mix(msim_mix(msim_mix(site->file) ^ site->function) ^ site->line);
}

static uint32_t hash_segment(const struct msim_segment *segment)
{
    return (uint32_t)msim_mix(msim_mix(segment->address) ^ segment->instrs_used);
}

/* --- The index ---------------------------------------------------------------------------- */

/* How an index reaches an element's hash and its link to the next one. */
struct kind {
    uint32_t (*hash)(const void *element);
    uint32_t *(*link)(void *element);
};

static uint32_t string_hash(const void *element)
{
    return ((const struct string *)element)->hash;
}
static uint32_t *string_link(void *element)
{
    return &((struct string *)element)->same_hash;
}
static uint32_t site_hash(const void *element)
{
    return hash_site(element);
}
static uint32_t *site_link(void *element)
{
    return &((struct msim_site *)element)->same_hash;
}
static uint32_t segment_hash(const void *element)
{
    return hash_segment(element);
}
static uint32_t *segment_link(void *element)
{
    return &((struct msim_segment *)element)->same_hash;
}

static const struct kind string_kind = {string_hash, string_link};
static const struct kind site_kind = {site_hash, site_link};
static const struct kind segment_kind = {segment_hash, segment_link};

static void index_put(struct msim_dict_index *index, const struct kind *kind, void *element,
                      uint32_t number)
{
    uint32_t *head = &index->heads[kind->hash(element) & (index->size - 1)];
    *kind->link(element) = *head;
    *head = number + 1;
}

static void index_resize(const struct msim_mem *mem, struct msim_dict_index *index,
                         const struct kind *kind, const struct msim_table *table, uint32_t size)
{
    index->size = size;
    index->heads = msim_get(mem, size * sizeof *index->heads, 8);
    for (uint32_t i = 0; i < table->used; i++)
        index_put(index, kind, msim_table_at(table, i), i);
}

/* A place for a new element, indexed once the caller has filled it in (index_put). */
static void *add(struct msim_dict *dict, struct msim_dict_index *index, const struct kind *kind,
                 struct msim_table *table)
{
    if (table->used >= index->size)
        index_resize(dict->mem, index, kind, table, index->size * 2);
    return msim_table_add(table);
}

void msim_dict_init(struct msim_dict *dict, const struct msim_mem *mem)
{
    dict->mem = mem;
    msim_arena_init(&dict->arena, mem);
    msim_table_init(&dict->strings, mem, sizeof(struct string), STRINGS_MAX);
    msim_table_init(&dict->sites, mem, sizeof(struct msim_site), SITES_MAX);
    msim_table_init(&dict->segments, mem, sizeof(struct msim_segment), MSIM_SEGMENTS_MAX);
    msim_calls_init(&dict->calls, mem);
    index_resize(mem, &dict->string_index, &string_kind, &dict->strings, INDEX_START);
    index_resize(mem, &dict->site_index, &site_kind, &dict->sites, INDEX_START);
    index_resize(mem, &dict->segment_index, &segment_kind, &dict->segments, INDEX_START);
}

/* --- Strings ------------------------------------------------------------------------------ */

static bool same_text(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return *a == *b;
}

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
    uint32_t hash = hash_text(text);
    uint32_t at = dict->string_index.heads[hash & (dict->string_index.size - 1)];
    while (at) {
        const struct string *string = msim_table_at(&dict->strings, at - 1);
        if (string->hash == hash && same_text(string->text, text))
            return at - 1;
        at = string->same_hash;
    }
    uint32_t number = dict->strings.used;
    struct string *string = add(dict, &dict->string_index, &string_kind, &dict->strings);
    if (!string)
        return 0;
    string->text = copy_text(dict, text);
    string->hash = hash;
    index_put(&dict->string_index, &string_kind, string, number);
    return number;
}

const char *msim_dict_text(const struct msim_dict *dict, uint32_t string)
{
    return ((const struct string *)msim_table_at(&dict->strings, string))->text;
}

/* --- Sites -------------------------------------------------------------------------------- */

uint32_t msim_dict_site(struct msim_dict *dict, uint32_t file, uint32_t function, uint32_t line)
{
    struct msim_site wanted = {.file = file, .function = function, .line = line};
    uint32_t at = dict->site_index.heads[hash_site(&wanted) & (dict->site_index.size - 1)];
    while (at) {
        const struct msim_site *site = msim_table_at(&dict->sites, at - 1);
        if (site->file == file && site->function == function && site->line == line)
            return at - 1;
        at = site->same_hash;
    }
    uint32_t number = dict->sites.used;
    struct msim_site *site = add(dict, &dict->site_index, &site_kind, &dict->sites);
    if (!site)
        return 0;
    *site = wanted;
    index_put(&dict->site_index, &site_kind, site, number);
    return number;
}

/* --- Segments ----------------------------------------------------------------------------- */

static bool same_access(const struct msim_access *a, const struct msim_access *b)
{
    return a->offset == b->offset && a->word == b->word && a->size == b->size &&
           a->instr == b->instr && a->write == b->write && a->modify == b->modify &&
           a->maybe == b->maybe && a->block == b->block;
}

static bool same_segment(const struct msim_segment *a, const struct msim_segment *b)
{
    if (a->address != b->address || a->instrs_used != b->instrs_used ||
        a->accesses_used != b->accesses_used || a->words != b->words ||
        a->continued != b->continued)
        return false;
    for (unsigned i = 0; i < a->instrs_used; i++)
        if (a->instrs[i].site != b->instrs[i].site || a->instrs[i].length != b->instrs[i].length)
            return false;
    for (unsigned i = 0; i < a->accesses_used; i++)
        if (!same_access(&a->accesses[i], &b->accesses[i]))
            return false;
    return true;
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
}

uint32_t msim_dict_segment(struct msim_dict *dict, const struct msim_segment *segment)
{
    uint32_t hash = hash_segment(segment);
    uint32_t at = dict->segment_index.heads[hash & (dict->segment_index.size - 1)];
    while (at) {
        const struct msim_segment *known = msim_table_at(&dict->segments, at - 1);
        if (same_segment(known, segment))
            return at - 1;
        at = known->same_hash;
    }
    uint32_t number = dict->segments.used;
    struct msim_segment *added = add(dict, &dict->segment_index, &segment_kind, &dict->segments);
    if (!added)
        return UINT32_MAX;
    copy_segment(dict, added, segment);
    index_put(&dict->segment_index, &segment_kind, added, number);
    return number;
}
