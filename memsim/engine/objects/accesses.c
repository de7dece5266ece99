/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts all references to data (accesses.h). */
#include "accesses.h"

#include "last.h"
#include "stream/hash.h"

enum {
    WAYS_MAX = 1 << 30,
    SETTLED_AFTER = MSIM_LINE_TIMES /* references; sums have 32 bits */
};

struct way;

struct access {
    struct way *way;
    uint32_t number; /* of the way */
    int32_t offset;
    uint16_t size;
    uint8_t word;
    bool write : 1;
    bool maybe : 1;
};

/* A segment's accesses. */
struct accesses {
    struct access *first;
    uint32_t used;
};

/* The last reference of a way. */
struct way {
    uint64_t address;
    struct msim_last last;
    uint32_t function; /* on the stack, whose frame begins at `last.origin`; 0: not there */
    uint32_t context;  /* that ran, if there are contexts */
    uint32_t times;    /* it happened again, which its use does not know yet; */
    uint32_t within;   /* it happened in this context, which the object does not know yet */
};

_Static_assert(sizeof(struct way) == 64, "a way is one cache line");

struct way_key {
    uint32_t site, same_hash;
    uint16_t size;
    uint8_t kind;
};

static uint32_t hash(const void *element)
{
    const struct way_key *key = element;
    return (uint32_t)msim_mix((uint64_t)key->site << 20 | (unsigned)key->size << 4 | key->kind);
}

static bool same(const void *element, const void *wanted)
{
    const struct way_key *a = element, *b = wanted;
    return a->site == b->site && a->size == b->size && a->kind == b->kind;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct way_key, same_hash), 0};

void msim_accesses_init(struct msim_accesses *accesses, const struct msim_mem *mem,
                        const struct msim_sim *sim, struct msim_where_map *map,
                        struct msim_uses *uses, struct msim_within *within,
                        struct msim_line_uses *lines)
{
    accesses->sim = sim;
    accesses->map = map;
    accesses->uses = uses;
    accesses->within = within;
    accesses->lines = lines;
    msim_table_init(&accesses->segments, mem, sizeof(struct accesses), MSIM_SEGMENTS_MAX);
    msim_arena_init(&accesses->arena, mem);
    msim_table_init(&accesses->ways, mem, sizeof(struct way), WAYS_MAX);
    msim_table_init(&accesses->keys, mem, sizeof(struct way_key), WAYS_MAX);
    msim_lookup_init(&accesses->lookup, mem, &kind);
}

static struct access access_of(struct msim_accesses *accesses, const struct msim_segment *segment,
                               const struct msim_access *access)
{
    struct way_key key = {.site = segment->instrs[access->instr].site,
                          .size = (uint16_t)msim_hot_size(&accesses->sim->hot, access),
                          .kind = (uint8_t)msim_access_kind(access)};
    uint32_t number = msim_lookup_number(&accesses->lookup, &accesses->keys, &key);
    if (number == accesses->ways.used)
        msim_table_add(&accesses->ways);
    return (struct access){.way = MSIM_TABLE_AT(&accesses->ways, number, struct way),
                           .number = number,
                           .offset = access->offset,
                           .size = key.size,
                           .word = (uint8_t)access->word,
                           .write = access->write,
                           .maybe = access->maybe};
}

void msim_accesses_extend(struct msim_accesses *accesses)
{
    const struct msim_dict *dict = accesses->sim->dict;
    while (accesses->segments.used < dict->segments.used) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, accesses->segments.used);
        struct accesses *added = msim_table_add(&accesses->segments);
        added->used = segment->accesses_used;
        added->first = msim_arena_get(&accesses->arena, added->used * sizeof *added->first);
        for (unsigned i = 0; i < added->used; i++)
            added->first[i] = access_of(accesses, segment, &segment->accesses[i]);
    }
}

/* --- Settling ----------------------------------------------------------------------------- */

static void settle_within(struct msim_accesses *accesses, struct way *way, bool write)
{
    if (way->within && way->last.object && accesses->sim->contexts.on)
        msim_within_refer(accesses->within, way->last.object, way->context, write, way->within);
    way->within = 0;
}

static void settle_use(struct msim_accesses *accesses, struct way *way)
{
    if (way->times)
        msim_use_repeat(msim_use_at(accesses->uses, way->last.use), way->times);
    way->times = 0;
}

static struct msim_use_key key_of(const struct msim_accesses *accesses, uint32_t way)
{
    const struct way_key *key = MSIM_TABLE_AT(&accesses->keys, way, struct way_key);
    return (struct msim_use_key){.site = key->site, .size = key->size, .kind = key->kind};
}

void msim_accesses_settle(struct msim_accesses *accesses)
{
    for (uint32_t i = 0; i < accesses->ways.used; i++) {
        struct way *way = MSIM_TABLE_AT(&accesses->ways, i, struct way);
        settle_use(accesses, way);
        settle_within(accesses, way, key_of(accesses, i).kind == MSIM_WRITE);
    }
    msim_within_settle(accesses->within);
}

void msim_accesses_forget(struct msim_accesses *accesses)
{
    for (uint32_t i = 0; i < accesses->ways.used; i++)
        *MSIM_TABLE_AT(&accesses->ways, i, struct way) = (struct way){0};
}

/* --- References --------------------------------------------------------------------------- */

/* The frame that is innermost, if it is in a stack that is known; its function is 0 if not. */
struct frame {
    uint64_t begin, end; /* end: not below */
    uint32_t function;
    bool known;
};

static struct frame innermost(struct msim_accesses *accesses)
{
    const struct msim_context_observer *contexts = accesses->map->contexts;
    struct msim_area *area;
    struct frame frame = {.known = true}, none = {.known = true};
    frame.begin = contexts->innermost ? contexts->innermost(contexts->self, &frame.function) : 0;
    if (!frame.begin)
        return none;
    if (accesses->stack_changed == accesses->map->changed + 1 &&
        frame.begin - accesses->stack_first <= accesses->stack_last - accesses->stack_first) {
        frame.end = msim_where_frame_ends(accesses->stack, frame.begin, accesses->stack_first);
        return frame;
    }
    area = msim_area_of(&accesses->map->areas, frame.begin, &accesses->stack_first,
                        &accesses->stack_last);
    accesses->stack_changed = 0;
    if (!area || !(area->kind == MSIM_AREA_STACK || area->has_stack) || area->has_blocks)
        return none;
    accesses->stack_changed = accesses->map->changed + 1;
    accesses->stack = area;
    frame.end = msim_where_frame_ends(area, frame.begin, accesses->stack_first);
    return frame;
}

static inline bool is_in_frame(const struct frame *frame, uint64_t address)
{
    return frame->function && address < frame->begin && address >= frame->end;
}

static inline void find_frame(struct msim_accesses *accesses, struct frame *frame)
{
    if (!frame->known)
        *frame = innermost(accesses);
}

/* True: the way refers to the same object as last time, in the same context. */
static inline bool repeats(struct msim_accesses *accesses, const struct way *way,
                           struct frame *frame, uint32_t context, uint64_t address)
{
    if (way->address != address || way->context != context)
        return false;
    if (!way->function)
        return msim_last_holds(&way->last, address);
    find_frame(accesses, frame);
    return way->function == frame->function && way->last.origin == frame->begin &&
           address >= frame->end;
}

/* Finds the use of a reference to the frame. */
static void find_in_frame(struct msim_accesses *accesses, struct way *way, uint32_t number,
                          const struct frame *frame)
{
    if (way->function == frame->function) {
        way->last.origin = frame->begin;
        return;
    }
    struct msim_use_key key = key_of(accesses, number);
    key.object = msim_owner_of(&accesses->map->owners, MSIM_OBJECT_STACK, frame->function);
    way->last = (struct msim_last){.origin = frame->begin,
                                   .use = msim_uses_number(accesses->uses, &key, false, 0),
                                   .object = key.object};
    way->function = frame->function;
}

/* Finds the use of a reference that is not where the last one was. */
static void find(struct msim_accesses *accesses, struct way *way, const struct access *access,
                 const struct frame *frame, uint64_t address)
{
    uint32_t object = way->last.object;
    struct way was = *way;
    if (is_in_frame(frame, address)) {
        find_in_frame(accesses, way, access->number, frame);
    } else {
        struct msim_use_key key = key_of(accesses, access->number);
        msim_last_look_up(&way->last, accesses->map, accesses->uses, &key, address);
        way->function = 0;
    }
    if (way->last.use == MSIM_NO_USE)
        *way = (struct way){.last = {.use = MSIM_NO_USE}};
    if (way->last.object == object)
        return;
    settle_within(accesses, &was, access->write);
    way->within = 0;
}

/* Counts a reference that does not repeat the last one for its use. */
static void count(struct msim_accesses *accesses, struct way *way, uint64_t address)
{
    if (way->last.use == MSIM_NO_USE) {
        accesses->uses->surplus.count[MSIM_REFS]++;
        return;
    }
    struct msim_use *use = msim_use_at(accesses->uses, way->last.use);
    msim_use_add(accesses->uses, use, (int64_t)(address - way->last.origin), address)
        ->count[MSIM_REFS]++;
}

/* Takes a reference that does not repeat the last one, or in another context. */
static __attribute__((noinline)) void refer(struct msim_accesses *accesses,
                                            const struct access *access, struct frame *frame,
                                            uint32_t context, uint64_t address)
{
    struct way *way = access->way;
    if (way->context != context) {
        settle_within(accesses, way, access->write);
        way->context = context;
    }
    if (repeats(accesses, way, frame, context, address)) {
        way->times++;
    } else {
        settle_use(accesses, way);
        way->address = address;
        if (way->function || !msim_last_holds(&way->last, address)) {
            find_frame(accesses, frame);
            find(accesses, way, access, frame, address);
        }
        count(accesses, way, address);
    }
    if (!way->within++ && way->last.object && accesses->sim->contexts.on)
        msim_within_begin(accesses->within, way->last.object, context);
}

static __attribute__((noinline)) void touch_slowly(struct msim_line_uses *lines,
                                                   const struct access *access, uint64_t address)
{
    struct msim_line_ref ref = {.address = address,
                                .origin = access->way->last.origin,
                                .size = access->size,
                                .object = access->way->last.object,
                                .use = access->way->last.use};
    if (lines->on)
        msim_lines_touch_slowly(lines, &ref);
}

static inline void take(struct msim_accesses *accesses, const struct access *access,
                        struct frame *frame, uint32_t context, uint64_t address)
{
    struct way *way = access->way;
    if (repeats(accesses, way, frame, context, address)) {
        way->times++;
        way->within++;
    } else {
        refer(accesses, access, frame, context, address);
    }
    struct msim_line_uses *lines = accesses->lines;
    if (!msim_lines_touch_again(lines, address, access->size, way->last.origin, way->last.object))
        touch_slowly(lines, access, address);
}

/* Sums and times must not run out. */
static __attribute__((noinline)) void settle_in_time(struct msim_accesses *accesses)
{
    msim_accesses_settle(accesses);
    msim_lines_renumber(accesses->lines);
    accesses->unsettled = 0;
}

static inline const struct accesses *accesses_of(const struct msim_accesses *accesses,
                                                 const uint64_t *record)
{
    return MSIM_TABLE_AT(&accesses->segments, msim_header_segment(*record), struct accesses);
}

void msim_accesses_take(struct msim_accesses *accesses, const uint64_t *record)
{
    const struct accesses *segment = accesses_of(accesses, record);
    const struct access *end = segment->first + segment->used;
    uint32_t context = accesses->sim->contexts.number;
    struct frame frame = {.known = false};
    if ((accesses->unsettled += segment->used) > SETTLED_AFTER)
        settle_in_time(accesses);
    for (const struct access *access = segment->first; access < end; access++) {
        uint64_t base = record[access->word];
        if (!access->maybe || base != MSIM_NO_ADDRESS)
            take(accesses, access, &frame, context, base + (uint64_t)(int64_t)access->offset);
    }
}

void msim_accesses_pass(struct msim_accesses *accesses, const uint64_t *record)
{
    const struct accesses *segment = accesses_of(accesses, record);
    const struct access *end = segment->first + segment->used;
    if ((accesses->unsettled += segment->used) > SETTLED_AFTER)
        settle_in_time(accesses);
    for (const struct access *access = segment->first; access < end; access++) {
        uint64_t base = record[access->word];
        struct msim_line_ref ref = {.address = base + (uint64_t)(int64_t)access->offset,
                                    .size = access->size};
        if (!access->maybe || base != MSIM_NO_ADDRESS)
            msim_lines_touch(accesses->lines, &ref);
    }
}
