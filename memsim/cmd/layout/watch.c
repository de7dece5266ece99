/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The replays of watch.h. */
#include "watch.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/layout/relocation/relocation.h"
#include "cmd/layout/relocation/sites.h"
#include "cmd/layout/relocation/variables.h"
#include "cmd/trace/player.h"
#include "engine/base/numbers.h"
#include "engine/blocks/live.h"
#include "engine/blocks/spans.h"
#include "stream/event.h"
#include "tried.h"

enum {
    OTHER = 0, /* the row of what is not watched */
    FIRST,     /* that of the first object */
    STRIDES_KNOWN = 1 << 14,
    WORD = 8,
    ARRAY_LEAST = 256, /* bytes of a block whose strides are of interest */
    ELEMENTS_LEAST = 4,
    BLOCKS_MANY = 16
};

/* An instruction's references to a block. */
struct stepping {
    const struct msim_access *access;
    uint32_t object;
    uint64_t start, last, stride, references;
};

struct watch {
    const struct msim_layout_run *run;
    struct msim_watched_all *all;
    bool second;
    struct msim_live live;   /* blocks of the heap, and */
    struct msim_spans spans; /* variables, which may be close together */
    msim_span_set variables;
    uint64_t lowest, highest; /* addresses of variables */
    struct msim_sites *sites;
    struct known {
        uint32_t object; /* + 2; 0: not looked up yet */
        uint64_t bytes;  /* of the block that it was looked up for last */
    } * object;          /* by call */
    size_t calls;
    struct msim_live_block last; /* that was referred to; `bytes` 0: none */
    struct stepping *stepping;
    struct msim_allocator_code allocator;
    const struct msim_dict *dict;
    uint32_t *file;
    size_t files;
};

/* --- Objects ------------------------------------------------------------------------------ */

/* The object of that name, which is added if it is new in the first replay; UINT32_MAX: none. */
static uint32_t object_named(struct watch *watch, const char *name, bool is_variable)
{
    struct msim_watched_all *all = watch->all;
    for (uint32_t i = 0; i < all->objects; i++)
        if (all->object[i].is_variable == is_variable &&
            !strcmp(msim_watched_name(all, &all->object[i]), name))
            return i;
    size_t bytes = strlen(name) + 1;
    if (watch->second || all->objects == MSIM_WATCHED_OBJECTS ||
        bytes > MSIM_WATCHED_TEXT - all->used)
        return UINT32_MAX;
    struct msim_watched *object = &all->object[all->objects];
    object->name = all->used;
    memcpy(all->text + all->used, name, bytes);
    all->used += (uint32_t)bytes;
    object->is_variable = is_variable;
    return (uint32_t)all->objects++;
}

static uint32_t look_up(struct watch *watch, uint32_t call, uint64_t bytes)
{
    const struct msim_alloc_points *points = watch->sites->points;
    const struct msim_type *type = msim_points_type(points, call, bytes);
    char *name = msim_points_name(points, call, bytes);
    uint32_t object = object_named(watch, name, false);
    if (object != UINT32_MAX && type && type->plain->members && !points->place[call].is_table)
        watch->all->object[object].type = type;
    free(name);
    return object;
}

/* The object of a block from a stack: that of its place and type.  Stacks whose blocks have types
 * by size are looked up for each size anew. */
static uint32_t object_of(struct watch *watch, uint32_t stack, uint64_t bytes)
{
    uint32_t call = stack < watch->sites->points->calls ? stack : 0;
    while (watch->calls <= call)
        MSIM_PUSH(watch->object, watch->calls, (struct known){0, 0});
    struct known *known = &watch->object[call];
    if (!known->object || known->bytes != bytes)
        *known = (struct known){look_up(watch, call, bytes) + 2, bytes};
    return known->object - 2;
}

static void add_up(struct watch *watch, uint32_t number, uint64_t bytes)
{
    if (watch->second)
        return;
    struct msim_watched *object = &watch->all->object[number];
    object->least = !object->blocks || bytes < object->least ? bytes : object->least;
    object->most = bytes > object->most ? bytes : object->most;
    object->blocks++;
    object->bytes += bytes;
}

static void begin(struct watch *watch, uint32_t number, uint64_t address, uint64_t bytes)
{
    struct msim_live_block block = {address, bytes, 0, number};
    if (number != UINT32_MAX && msim_live_add(&watch->live, &block))
        add_up(watch, number, bytes);
}

static void end(struct watch *watch, uint64_t address)
{
    struct msim_live_block block;
    msim_live_remove(&watch->live, address, &block);
}

static void take_variable(void *self, const char *name, uint64_t address, uint64_t bytes)
{
    struct watch *watch = self;
    struct msim_span found, span = {address, bytes, 0};
    if (msim_spans_overlap(&watch->spans, watch->variables, &span, &found))
        return;
    const struct msim_named *known = msim_named_variable(watch->run, name);
    span.owner = object_named(watch, known ? known->name : name, true);
    if (known && span.owner != UINT32_MAX)
        watch->all->object[span.owner].type = known->element;
    if (span.owner == UINT32_MAX || !msim_spans_add(&watch->spans, &watch->variables, &span))
        return;
    watch->lowest = !watch->highest || address < watch->lowest ? address : watch->lowest;
    watch->highest = address + bytes > watch->highest ? address + bytes : watch->highest;
    add_up(watch, span.owner, bytes);
}

static void see_event(void *self, const uint64_t *record)
{
    struct watch *watch = self;
    watch->last.bytes = 0;
    if (msim_event_of(*record) == MSIM_EVENT_MAP && !watch->files)
        msim_variables_each(watch->dict, record, &watch->file, &watch->files, take_variable, watch);
    if (!msim_ahead_is_heap(record))
        return;
    struct msim_heap_said said = msim_heap_said_by(record);
    if (said.ends)
        end(watch, said.ends);
    if (said.begins)
        begin(watch, object_of(watch, msim_heap_stack_of(record), said.bytes), said.begins,
              said.bytes);
}

/* --- References --------------------------------------------------------------------------- */

/* An instruction leaves the block: its stride counts for the object. */
static void note_stride(struct watch *watch, const struct stepping *of)
{
    struct msim_watched *object = &watch->all->object[of->object];
    if (!of->access || of->stride < WORD || of->stride > MSIM_LAYOUT_ELEMENT)
        return;
    for (int i = 0; i < MSIM_WATCHED_STRIDES; i++)
        if (object->stride[i].stride == of->stride || !object->stride[i].references) {
            object->stride[i].stride = of->stride;
            object->stride[i].references += of->references;
            return;
        }
}

static void step(struct watch *watch, uint32_t number, const struct msim_access *access,
                 uint64_t start, uint64_t offset)
{
    uint64_t hash = (uint64_t)(uintptr_t)access / WORD * UINT64_C(0x9e3779b97f4a7c15);
    struct stepping *of = &watch->stepping[hash >> 50];
    if (of->access != access || of->start != start || of->object != number) {
        note_stride(watch, of);
        *of = (struct stepping){access, number, start, offset, 0, 0};
        return;
    }
    uint64_t distance = offset > of->last ? offset - of->last : of->last - offset;
    of->stride = msim_gcd(of->stride, distance);
    of->last = offset;
    of->references++;
}

static void look_at(struct msim_watched *object, uint64_t offset, uint32_t size)
{
    uint64_t elements = object->most / object->element * object->element;
    if (object->least == object->most && offset >= elements)
        return;
    offset %= object->element;
    object->references[offset]++;
    for (uint64_t i = 1; size <= WORD && i < size && offset + i < object->element; i++)
        object->joined[offset + i] = true;
    if (size > WORD && size > object->wide[offset] && size <= MSIM_WATCHED_ELEMENT)
        object->wide[offset] = (uint16_t)size;
}

/* False: nothing that is watched. */
static bool find(const struct watch *watch, uint64_t address, struct msim_live_block *block)
{
    struct msim_span span;
    if (msim_live_find(&watch->live, address, block))
        return true;
    if (address - watch->lowest >= watch->highest - watch->lowest ||
        !msim_spans_before(&watch->spans, watch->variables, address + 1, &span) ||
        address - span.address >= span.bytes)
        return false;
    *block = (struct msim_live_block){span.address, span.bytes, 0, span.owner};
    return true;
}

static unsigned watch_access(void *self, const struct msim_segment *segment,
                             const struct msim_access *access, uint64_t first, uint32_t size,
                             struct msim_piece *piece)
{
    struct watch *watch = self;
    struct msim_live_block *block = &watch->last;
    piece[0] = (struct msim_piece){first, size & 0x3fffffff, msim_access_kind(access) & 3, OTHER};
    if (first - block->address >= block->bytes && !find(watch, first, block)) {
        block->bytes = 0;
        return 1;
    }
    struct msim_watched *object = &watch->all->object[block->owner];
    piece[0].row = FIRST + block->owner;
    if (msim_is_allocator(&watch->allocator, watch->dict, segment->instrs[access->instr].site))
        return 1; /* what it writes to blocks is no field */
    if (watch->second && object->looked_at && object->element)
        look_at(object, first - block->address, size);
    else if (!watch->second && block->bytes >= ARRAY_LEAST)
        step(watch, block->owner, access, block->address, first - block->address);
    return 1;
}

/* --- The replays -------------------------------------------------------------------------- */

static void keep(struct watch *watch, const struct msim_study *study)
{
    for (uint32_t i = 0; i < watch->all->objects; i++) {
        struct msim_row *row = &watch->all->object[i].row;
        *row = *msim_profile_row(&study->profile, FIRST + i);
        memset(row->count[MSIM_FETCH], 0, sizeof row->count[MSIM_FETCH]);
    }
    for (int i = 0; i < STRIDES_KNOWN; i++)
        note_stride(watch, &watch->stepping[i]);
    watch->all->total = msim_profile_total(&study->profile);
}

void msim_layout_watch(const struct msim_layout_run *run, struct msim_watched_all *all, bool second,
                       volatile uint64_t *part)
{
    static const struct msim_layout_rules none = {NULL, 0, "", 0};
    struct msim_options options;
    struct msim_study *study;
    struct msim_sites sites;
    struct msim_player *player = msim_layout_open(run, &options, &study);
    struct watch watch = {.run = run, .all = all, .second = second, .sites = &sites};
    watch.dict = msim_player_dict(player);
    watch.stepping = msim_zeroed(STRIDES_KNOWN, sizeof *watch.stepping);
    msim_live_init(&watch.live, &msim_hosted_mem);
    msim_spans_init(&watch.spans, &msim_hosted_mem);
    msim_sites_init(&sites, &none, watch.dict, &run->points, NULL);
    struct msim_mapper mapper = {watch_access, NULL, see_event, &watch,
                                 FIRST + MSIM_WATCHED_OBJECTS};
    msim_sim_attach_mapper(study->sim, &mapper);
    msim_player_run(player, study, NULL, part);
    if (!second)
        keep(&watch, study);
}

/* --- Elements ----------------------------------------------------------------------------- */

/* The stride of most references that divides the block into several elements. */
static uint64_t element_of(const struct msim_watched *object)
{
    uint64_t element = 0, most = 0;
    for (int i = 0; i < MSIM_WATCHED_STRIDES; i++) {
        uint64_t stride = object->stride[i].stride;
        if (!stride || object->least / stride < ELEMENTS_LEAST ||
            object->stride[i].references <= most)
            continue;
        most = object->stride[i].references;
        element = stride;
    }
    return element;
}

/* True: the element is used in the same way every `bytes` bytes.  Counts differ a little, because
 * loops that are unrolled have a rest. */
static bool repeats(const struct msim_watched *object, uint64_t bytes)
{
    enum { REST = 16 };
    uint64_t most = 0;
    for (uint64_t i = 0; i < object->element; i++)
        most = object->references[i] > most ? object->references[i] : most;
    for (uint64_t i = bytes; i < object->element; i++) {
        uint64_t a = object->references[i], b = object->references[i - bytes];
        if ((a > b ? a - b : b - a) > most / REST)
            return false;
    }
    return true;
}

/* The stride of a loop that the compiler has unrolled is that of several elements. */
void msim_watched_unrolled(struct msim_watched *object)
{
    if (object->type || !object->is_array)
        return;
    for (uint64_t bytes = WORD; bytes <= object->element / 2; bytes += WORD / 2) {
        if (object->element % bytes || !repeats(object, bytes))
            continue;
        for (uint64_t i = bytes; i < object->element; i++) {
            uint64_t at = i % bytes;
            object->references[at] += object->references[i];
            object->joined[at] |= at && object->joined[i];
            object->wide[at] =
                object->wide[i] > object->wide[at] ? object->wide[i] : object->wide[at];
        }
        object->element = bytes;
        return;
    }
}

void msim_watched_elements(struct msim_watched_all *all)
{
    for (size_t i = 0; i < all->objects; i++) {
        struct msim_watched *object = &all->object[i];
        bool many = object->blocks >= BLOCKS_MANY && object->least == object->most &&
                    object->most <= MSIM_WATCHED_ELEMENT;
        uint64_t bytes = object->type ? object->type->plain->bytes : 0;
        bool alone = object->is_variable && object->most == bytes;
        bool typed = bytes && object->least >= bytes && !alone;
        object->element = typed ? bytes : many ? object->most : element_of(object);
        object->is_array = typed ? object->most != bytes : !many && object->element;
        if (object->element > MSIM_WATCHED_ELEMENT || object->element < WORD)
            object->element = 0;
    }
}
