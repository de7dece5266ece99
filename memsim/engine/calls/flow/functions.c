/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of functions.h. */
#include "functions.h"

#include "engine/base/text.h"
#include "stream/hash.h"
#include "watched.h"

static uint32_t hash(const void *element)
{
    const struct msim_callee *callee = element;
    return (uint32_t)msim_mix(msim_mix(callee->name ^ callee->address ^ callee->begins << 32) ^
                              callee->object);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_callee *a = element, *b = wanted;
    return a->name == b->name && a->object == b->object && a->address == b->address &&
           a->begins == b->begins;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_callee, same_hash),
                                             1};

/* The first site of a line. */
struct line {
    struct msim_site site;
    uint32_t number;
    uint32_t same_hash;
};

static uint32_t line_hash(const void *element)
{
    const struct msim_site *site = &((const struct line *)element)->site;
    return (uint32_t)msim_mix(msim_mix((uint64_t)site->file << 32 | site->line) ^ site->function);
}

static bool line_same(const void *element, const void *wanted)
{
    const struct msim_site *a = &((const struct line *)element)->site;
    const struct msim_site *b = &((const struct line *)wanted)->site;
    return a->file == b->file && a->line == b->line && a->function == b->function &&
           a->object == b->object && a->begins == b->begins && a->inlined == b->inlined;
}

static const struct msim_lookup_kind line_kind = {line_hash, line_same,
                                                  offsetof(struct line, same_hash), 0};

void msim_callees_init(struct msim_callees *callees, const struct msim_mem *mem,
                       const struct msim_dict *dict)
{
    callees->dict = dict;
    msim_table_init(&callees->table, mem, sizeof(struct msim_callee), MSIM_SEGMENTS_MAX);
    msim_table_init(&callees->ways, mem, sizeof(struct msim_way), MSIM_SEGMENTS_MAX);
    msim_lookup_init(&callees->lookup, mem, &kind);
    msim_table_init(&callees->cold, mem, sizeof(struct msim_callee), MSIM_SEGMENTS_MAX);
    msim_lookup_init(&callees->cold_lookup, mem, &kind);
    msim_table_add(&callees->cold);
    msim_table_add(&callees->table);
    msim_table_init(&callees->lines, mem, sizeof(struct line), MSIM_SEGMENTS_MAX);
    msim_lookup_init(&callees->line_lookup, mem, &line_kind);
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
    if (!begins_with(name, "runtime."))
        return;
    name += sizeof "runtime." - 1; /* they may end in .abi0 */
    callee->grows = begins_with(name, "morestack");
    callee->changes = callee->grows || begins_with(name, "mcall") ||
                      begins_with(name, "systemstack") || begins_with(name, "asmcgocall");
    callee->ends = begins_with(name, "goexit1");
}

/* --- Cold parts --------------------------------------------------------------------------- */

/* The length of NAME in NAME.cold, NAME.cold.0 or "NAME [clone .cold]"; 0: the name is another
 * one. */
static size_t hot_length(const char *name)
{
    static const char suffix[] = ".cold", clone[] = " [clone";
    size_t end = msim_length(name), start = end;
    bool is_clone = end && name[end - 1] == ']';
    while (start && (name[start - 1] == ']' || name[start - 1] == '.' ||
                     (name[start - 1] >= '0' && name[start - 1] <= '9')))
        start--;
    if (start < sizeof suffix || !begins_with(name + start - (sizeof suffix - 1), suffix))
        return 0;
    start -= sizeof suffix - 1;
    if (!is_clone)
        return start;
    if (start <= sizeof clone || !begins_with(name + start - sizeof clone, clone))
        return 0;
    return start - sizeof clone;
}

/* The function in the same object after number `last` whose name are these letters; 0: none. */
static uint32_t named(const struct msim_callees *callees, uint32_t last, uint32_t object,
                      const char *name, size_t length)
{
    for (uint32_t i = last + 1; i < callees->table.used; i++) {
        const struct msim_callee *callee = msim_callee_at(callees, i);
        const char *text = msim_dict_text(callees->dict, callee->name);
        size_t at = 0;
        while (at < length && callee->object == object && text[at] == name[at])
            at++;
        if (at == length && !text[at])
            return i;
    }
    return 0;
}

/* The same for a cold part: of several functions of that name, the one in its file; 0: none, or
 * several. */
static uint32_t hot_of(const struct msim_callees *callees, const struct msim_callee *cold,
                       const char *name, size_t length)
{
    uint32_t first = named(callees, 0, cold->object, name, length), found = 0;
    if (!first || !named(callees, first, cold->object, name, length))
        return first;
    for (uint32_t i = first; i; i = named(callees, i, cold->object, name, length)) {
        if (msim_callee_at(callees, i)->file != cold->file)
            continue;
        if (found)
            return 0;
        found = i;
    }
    return found;
}

/* The function that this is the cold part of; 0: that function has not run. */
static uint32_t hot_function(struct msim_callees *callees, const struct msim_callee *wanted)
{
    const char *name = msim_dict_text(callees->dict, wanted->name);
    size_t length = hot_length(name);
    struct msim_callee cold = *wanted;
    if (!length)
        return 0;
    cold.whole = hot_of(callees, wanted, name, length);
    if (cold.whole)
        msim_lookup_number(&callees->cold_lookup, &callees->cold, &cold);
    return cold.whole;
}

/* Go's function that goes on with a goroutine: gogo, where runtime.gogo jumps, or in other versions
 * itself. */
static bool is_gogo(const struct msim_callees *callees, const struct msim_callee *wanted)
{
    static const char *const names[] = {"runtime.gogo.abi0", "runtime.gogo"};
    const char *name = msim_dict_text(callees->dict, wanted->name);
    bool is = msim_same_text(name, names[0]) || msim_same_text(name, names[1]);
    for (unsigned i = 0; i < 2 && !is && msim_same_text(name, "gogo"); i++)
        is = named(callees, 0, wanted->object, names[i], msim_length(names[i])) != 0;
    return is;
}

/* A function, or if it is a cold part, the one that it belongs to; 0: it is not known yet. */
static uint32_t find(const struct msim_callees *callees, const struct msim_callee *wanted)
{
    uint32_t number = msim_lookup_find(&callees->lookup, &callees->table, wanted);
    if (number != UINT32_MAX)
        return number;
    number = msim_lookup_find(&callees->cold_lookup, &callees->cold, wanted);
    const struct msim_callee *cold =
        number == UINT32_MAX ? NULL : msim_table_at(&callees->cold, number);
    return cold ? cold->whole : 0;
}

/* --- Functions ---------------------------------------------------------------------------- */

static uint32_t number_of(struct msim_callees *callees, const struct msim_site *site)
{
    struct msim_callee wanted = {
        .name = site->function, .object = site->object, .file = site->file, .begins = site->begins};
    uint32_t number = find(callees, &wanted);
    if (!number)
        number = hot_function(callees, &wanted);
    if (number)
        return number;
    look_at_name(&wanted, msim_dict_text(callees->dict, wanted.name));
    wanted.resumes = is_gogo(callees, &wanted);
    if (callees->watched)
        wanted.watched =
            msim_watch_actions(callees->watched, msim_dict_text(callees->dict, wanted.name));
    wanted.whole = callees->table.used;
    return msim_lookup_number(&callees->lookup, &callees->table, &wanted);
}

/* The function of a segment.  One of several functions (no recorder makes such) counts for the
 * first. */
static uint32_t function_of(struct msim_callees *callees, const struct msim_segment *segment)
{
    const struct msim_site *first = msim_dict_site_at(callees->dict, segment->instrs[0].site);
    uint32_t number = number_of(callees, first);
    struct msim_callee *callee = msim_table_at(&callees->table, number);
    callee->divided |= segment->stub;
    if (segment->entry && !callee->begun && callee->name == first->function) {
        callee->begun = true;
        callee->file = first->file;
        callee->line = first->line;
        callee->at = first->address;
    }
    for (unsigned i = 1; i < segment->instrs_used; i++) {
        const struct msim_site *site = msim_dict_site_at(callees->dict, segment->instrs[i].site);
        if (site->function == first->function && site->object == first->object &&
            site->begins == first->begins)
            continue;
        uint32_t other = number_of(callees, site);
        callee = msim_table_at(&callees->table, number);
        if (other != number)
            callee->divided =
                ((struct msim_callee *)msim_table_at(&callees->table, other))->divided = true;
    }
    return number;
}

/* The site that stands for a place of calls: where sites are instructions, or say what was inlined,
 * and only lines are wanted, the first one of its line. */
static uint32_t place_of(struct msim_callees *callees, uint32_t number)
{
    struct line wanted = {.site = *msim_dict_site_at(callees->dict, number), .number = number};
    bool whole = wanted.site.address || (wanted.site.inlined && !callees->inlined);
    if (callees->instructions || !whole)
        return number;
    if (!callees->inlined)
        wanted.site.inlined = 0;
    uint32_t found = msim_lookup_number(&callees->line_lookup, &callees->lines, &wanted);
    return found == UINT32_MAX
               ? number
               : ((const struct line *)msim_table_at(&callees->lines, found))->number;
}

static struct msim_way way_of(struct msim_callees *callees, const struct msim_segment *segment)
{
    const struct msim_site *first = msim_dict_site_at(callees->dict, segment->instrs[0].site);
    uint32_t function = function_of(callees, segment);
    uint32_t last_site = segment->instrs[segment->instrs_used - 1].site;
    struct msim_way way = {.function = function,
                           .place = place_of(callees, last_site) + 1,
                           .end = segment->end,
                           .entry = segment->entry &&
                                    msim_callee_at(callees, function)->name == first->function,
                           .stub = segment->stub};
    way.unknown = msim_callee_at(callees, function)->unknown;
    if (segment->end == MSIM_ENDS_CALL && msim_callee_at(callees, function)->changes)
        way.end = MSIM_WAY_CHANGES;
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
    struct msim_callee wanted = {
        .name = site->function, .object = site->object, .begins = site->begins};
    return find(callees, &wanted);
}

uint32_t msim_callee_part(struct msim_callees *callees, uint32_t whole,
                          const struct msim_segment *segment)
{
    const struct msim_site *first = msim_dict_site_at(callees->dict, segment->instrs[0].site);
    struct msim_callee part = *msim_callee_at(callees, whole);
    part.address = first->address ? first->address : segment->address - segment->moved;
    uint32_t number = msim_lookup_number(&callees->lookup, &callees->table, &part);
    return number == UINT32_MAX ? whole : number;
}

uint32_t msim_callee_beyond(struct msim_callees *callees)
{
    const struct msim_callee wanted = {
        .address = UINT64_MAX, .whole = callees->table.used, .beyond = true};
    uint32_t number = msim_lookup_number(&callees->lookup, &callees->table, &wanted);
    return number == UINT32_MAX ? 0 : number;
}
