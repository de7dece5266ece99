/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of functions.h. */
#include "functions.h"

#include "engine/base/text.h"
#include "stream/hash.h"

static uint32_t hash(const void *element)
{
    const struct msim_callee *callee = element;
    return (uint32_t)msim_mix(msim_mix(callee->name ^ callee->address) ^ callee->object);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_callee *a = element, *b = wanted;
    return a->name == b->name && a->object == b->object && a->address == b->address;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_callee, same_hash),
                                             1};

void msim_callees_init(struct msim_callees *callees, const struct msim_mem *mem,
                       const struct msim_dict *dict)
{
    callees->dict = dict;
    msim_table_init(&callees->table, mem, sizeof(struct msim_callee), MSIM_SEGMENTS_MAX);
    msim_table_init(&callees->ways, mem, sizeof(struct msim_way), MSIM_SEGMENTS_MAX);
    msim_lookup_init(&callees->lookup, mem, &kind);
    msim_table_add(&callees->table);
}

static bool begins_with(const char *name, const char *start)
{
    while (*start && *start == *name)
        start++, name++;
    return !*start;
}

static bool contains(const char *name, const char *part)
{
    for (; *name; name++)
        if (begins_with(name, part))
            return true;
    return false;
}

static void look_at_name(struct msim_callee *callee, const char *name)
{
    /* with what it saves: _xsavec, _xsave, _fxsave, _avx, ... */
    callee->resolver = begins_with(name, "_dl_runtime_resolve");
    callee->longjmp = contains(name, "longjmp");
    callee->unknown = msim_same_text(name, "???");
}

static uint32_t number_of(struct msim_callees *callees, const struct msim_site *site)
{
    struct msim_callee wanted = {
        .name = site->function, .object = site->object, .file = site->file};
    uint32_t number = msim_lookup_find(&callees->lookup, &callees->table, &wanted);
    if (number != UINT32_MAX)
        return number;
    look_at_name(&wanted, msim_dict_text(callees->dict, wanted.name));
    wanted.whole = callees->table.used;
    return msim_lookup_number(&callees->lookup, &callees->table, &wanted);
}

/* The function of a segment.  One of several functions (no recorder makes such) counts for the first. */
static uint32_t function_of(struct msim_callees *callees, const struct msim_segment *segment)
{
    const struct msim_site *first = msim_dict_site_at(callees->dict, segment->instrs[0].site);
    uint32_t number = number_of(callees, first);
    struct msim_callee *callee = msim_table_at(&callees->table, number);
    callee->divided |= segment->stub;
    if (segment->entry && !callee->begun) {
        callee->begun = true;
        callee->file = first->file;
        callee->line = first->line;
    }
    for (unsigned i = 1; i < segment->instrs_used; i++) {
        const struct msim_site *site = msim_dict_site_at(callees->dict, segment->instrs[i].site);
        if (site->function == first->function && site->object == first->object)
            continue;
        struct msim_callee *other = msim_table_at(&callees->table, number_of(callees, site));
        callee->divided = other->divided = true;
    }
    return number;
}

static struct msim_way way_of(struct msim_callees *callees, const struct msim_segment *segment)
{
    struct msim_way way = {.function = function_of(callees, segment),
                           .place = segment->instrs[segment->instrs_used - 1].site + 1,
                           .end = segment->end,
                           .entry = segment->entry,
                           .stub = segment->stub};
    way.unknown = msim_callee_at(callees, way.function)->unknown;
    if (segment->end != MSIM_ENDS_ON) {
        const struct msim_access *last = &segment->accesses[segment->accesses_used - 1];
        way.offset = last->offset;
        way.word = last->word;
    }
    return way;
}

void msim_callees_extend(struct msim_callees *callees)
{
    uint32_t segment;
    while ((segment = callees->ways.used) < callees->dict->segments.used) {
        struct msim_way way = way_of(callees, msim_dict_segment_at(callees->dict, segment));
        *(struct msim_way *)msim_table_add(&callees->ways) = way;
    }
}

uint32_t msim_callee_of_site(const struct msim_callees *callees, const struct msim_site *site)
{
    struct msim_callee wanted = {.name = site->function, .object = site->object};
    uint32_t number = msim_lookup_find(&callees->lookup, &callees->table, &wanted);
    return number == UINT32_MAX ? 0 : number;
}

uint32_t msim_callee_part(struct msim_callees *callees, uint32_t whole, uint64_t address)
{
    struct msim_callee part = *msim_callee_at(callees, whole);
    part.address = address;
    uint32_t number = msim_lookup_number(&callees->lookup, &callees->table, &part);
    return number == UINT32_MAX ? whole : number;
}
