/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The answers of where.h. */
#include "where.h"

#include "stream/hash.h"

enum { THREADS_MAX = 1 << 24, LARGE = 4096, STACK_END = 1 << 14 };

void msim_where_init(struct msim_where_map *map, const struct msim_mem *mem,
                     const struct msim_dict *dict, const struct msim_context_observer *contexts)
{
    map->contexts = contexts;
    msim_area_map_init(&map->areas, mem, dict);
    msim_live_init(&map->live, mem);
    msim_spans_init(&map->inner, mem);
    msim_lives_init(&map->lives, mem, dict->calls.calls.most);
    msim_owners_init(&map->owners, mem);
    msim_table_init(&map->pointer, mem, sizeof(uint64_t), THREADS_MAX);
}

static uint32_t *endings_of(struct msim_where_map *map, uint64_t address)
{
    return &map->ended[msim_mix(address) % MSIM_ENDINGS];
}

/* --- Stacks ------------------------------------------------------------------------------- */

static struct msim_where in_stack(struct msim_where_map *map, const struct msim_stack_place *place,
                                  uint64_t address)
{
    bool known = place->has_offset && place->function;
    struct msim_where where = {
        .object = msim_owner_of(&map->owners, MSIM_OBJECT_STACK, known ? place->function : 0),
        .origin = known ? address - (uint64_t)place->offset : address};
    return where;
}

/* A stack in a mapping of its own is used from its end on, where the C library also keeps the
 * thread's structure. */
static bool is_at_end(uint64_t address, uint64_t last)
{
    return last - address < STACK_END;
}

/* Finds the frame of an address; false: it is in no known stack.  A runtime allocates stacks among
 * its other objects; there, only addresses near frames belong to a stack. */
static bool find_frame(const struct msim_where_map *map, struct msim_area *area, uint64_t address,
                       uint64_t first, uint64_t last, struct msim_stack_place *place)
{
    const struct msim_context_observer *contexts = map->contexts;
    bool has_stack = area->kind == MSIM_AREA_STACK || area->has_stack;
    *place = (struct msim_stack_place){.function = 0};
    if (contexts->frame &&
        contexts->frame(contexts->self, address, first, last, has_stack, place)) {
        area->is_stack |=
            !area->has_stack && (area->ends_there || is_at_end(place->outermost, last));
        area->has_stack = true;
    }
    return area->kind == MSIM_AREA_STACK || area->is_stack || place->is_near;
}

uint64_t msim_where_frame_ends(const struct msim_area *area, uint64_t begin, uint64_t first)
{
    bool whole = area->kind == MSIM_AREA_STACK || area->is_stack;
    return whole || begin - first < MSIM_STACK_BELOW ? first : begin - MSIM_STACK_BELOW;
}

/* --- Thread-local variables --------------------------------------------------------------- */

enum {
    TLS_BELOW = 1 << 16, /* bytes that may hold variables below a thread pointer, */
    TLS_ABOVE = 1 << 12  /* and of the C library's structure above */
};

static uint64_t *pointer_of(struct msim_where_map *map, uint32_t thread)
{
    while (map->pointer.used <= thread)
        if (!msim_table_add(&map->pointer))
            return NULL;
    return MSIM_TABLE_AT(&map->pointer, thread, uint64_t);
}

static bool is_near(uint64_t pointer, uint64_t address)
{
    return pointer && address - (pointer - TLS_BELOW) < TLS_BELOW + TLS_ABOVE;
}

/* The thread pointer next to an address of the area, of the running thread or another one; 0: none
 * is. */
static uint64_t pointer_near(struct msim_where_map *map, uint64_t address, uint64_t first,
                             uint64_t last)
{
    const uint64_t *running = pointer_of(map, map->thread);
    if (running && is_near(*running, address) && *running >= first && *running <= last)
        return *running;
    for (uint32_t thread = 0; thread < map->pointer.used; thread++) {
        uint64_t pointer = *MSIM_TABLE_AT(&map->pointer, thread, uint64_t);
        if (is_near(pointer, address) && pointer >= first && pointer <= last)
            return pointer;
    }
    return 0;
}

static void take_pointer(struct msim_where_map *map, const uint64_t *record)
{
    uint64_t *pointer = pointer_of(map, msim_event_upper(record[1]));
    uint64_t first, last;
    struct msim_area *area = msim_area_of(&map->areas, record[2], &first, &last);
    if (pointer)
        *pointer = record[2];
    if (area) {
        area->has_pointer = true;
        area->ends_there |= is_at_end(record[2], last);
    }
    map->changed++;
}

/* --- Areas -------------------------------------------------------------------------------- */

static struct msim_recent_file *recent_file(struct msim_where_map *map, uint64_t address)
{
    return &map->files[address >> 12 & (MSIM_RECENT_FILES - 1)];
}

static struct msim_where in_file(struct msim_where_map *map, const struct msim_area *area,
                                 uint64_t address, uint64_t first, uint64_t last)
{
    enum msim_object_kind kind = area->has_code ? MSIM_OBJECT_STATIC : MSIM_OBJECT_MAPPED;
    struct msim_where where = {.object = msim_owner_of(&map->owners, kind, area->file),
                               .divided = area->has_code,
                               .origin = area->low,
                               .first = first,
                               .last = last,
                               .guard = &map->changed};
    if (!area->has_blocks)
        *recent_file(map, address) = (struct msim_recent_file){where, map->changed};
    return where;
}

/* True: the address is in the stack that was found last; then no block is there. */
static bool is_in_stack(const struct msim_recent_stack *stack, const struct msim_where_map *map,
                        uint64_t address)
{
    return stack->area && address - stack->first <= stack->last - stack->first &&
           stack->changed == map->changed && !stack->area->has_blocks;
}

/* The answer in an area without a file. */
static struct msim_where in_memory(struct msim_where_map *map, struct msim_area *area,
                                   uint64_t address, uint64_t first, uint64_t last)
{
    struct msim_stack_place place;
    bool is_stack =
        area->kind != MSIM_AREA_BREAK && find_frame(map, area, address, first, last, &place);
    if (area->has_pointer && !(is_stack && place.has_offset)) {
        uint64_t pointer = pointer_near(map, address, first, last);
        if (pointer)
            return (struct msim_where){
                .object = msim_owner_of(&map->owners, MSIM_OBJECT_TLS, map->areas.program),
                .origin = pointer};
    }
    if (is_stack) {
        map->stack = (struct msim_recent_stack){area, first, last, map->changed};
        return in_stack(map, &place, address);
    }
    bool is_heap = area->kind == MSIM_AREA_BREAK || area->has_blocks;
    return (struct msim_where){.object = is_heap
                                             ? msim_owner_of(&map->owners, MSIM_OBJECT_ALLOCATOR, 0)
                                             : msim_owner_of_memory(&map->owners, area->mapper),
                               .origin = area->low};
}

static struct msim_where in_area(struct msim_where_map *map, uint64_t address)
{
    uint64_t first, last;
    struct msim_area *area = msim_area_of(&map->areas, address, &first, &last);
    if (!area)
        return (struct msim_where){.object = msim_owner_of(&map->owners, MSIM_OBJECT_UNKNOWN, 0)};
    if (area->kind == MSIM_AREA_FILE)
        return in_file(map, area, address, first, last);
    return in_memory(map, area, address, first, last);
}

static struct msim_where in_block(const struct msim_recent_block *block)
{
    return (struct msim_where){.object = block->owner,
                               .origin = block->first,
                               .first = block->first,
                               .last = block->first + block->bytes - 1,
                               .guard = block->guard};
}

static bool is_in(const struct msim_recent_block *block, uint64_t address)
{
    return address - block->first < block->bytes && *block->guard == block->guarded;
}

static struct msim_where outside_inner(struct msim_where_map *map, uint64_t address)
{
    struct msim_recent_block *recent = &map->recent[address >> 5 & (MSIM_RECENT_BLOCKS - 1)];
    struct msim_recent_block *large = &map->large[address >> 16 & (MSIM_RECENT_LARGE - 1)];
    struct msim_live_block block;
    if (is_in_stack(&map->stack, map, address))
        return in_memory(map, map->stack.area, address, map->stack.first, map->stack.last);
    if (is_in(recent, address))
        return in_block(recent);
    if (is_in(large, address))
        return in_block(large);
    const struct msim_recent_file *file = recent_file(map, address);
    if (address - file->where.first < file->where.last - file->where.first &&
        file->changed == map->changed)
        return file->where;
    if (!msim_live_find(&map->live, address, &block))
        return in_area(map, address);
    const uint32_t *guard = endings_of(map, block.address);
    if (block.bytes > LARGE)
        recent = large;
    *recent = (struct msim_recent_block){block.address, block.bytes, guard, *guard, block.owner};
    return in_block(recent);
}

/* True: an inner block contains the address.  Of several, the one that begins last counts. */
static bool find_inner(const struct msim_where_map *map, uint64_t address, struct msim_span *found)
{
    enum { AROUND = 4 /* earlier blocks that are looked at, as one may contain the others */ };
    uint64_t before = address + 1;
    for (unsigned i = 0; i < AROUND; i++) {
        if (!msim_spans_before(&map->inner, map->inner_set, before, found))
            return false;
        if (address - found->address < found->bytes)
            return true;
        before = found->address;
    }
    return false;
}

/* With inner blocks, answers hold only now. */
struct msim_where msim_where_is(struct msim_where_map *map, uint64_t address)
{
    struct msim_span inner;
    if (!map->inner_set)
        return outside_inner(map, address);
    if (find_inner(map, address, &inner))
        return (struct msim_where){.object = inner.owner, .origin = inner.address};
    struct msim_where where = outside_inner(map, address);
    where.guard = NULL;
    return where;
}

/* --- Blocks of the heap ------------------------------------------------------------------- */

struct call {
    uint32_t stack;
    uint64_t bytes, result, given;
};

static void end_block(struct msim_where_map *map, uint64_t address, uint64_t instructions)
{
    struct msim_live_block block;
    if (!msim_live_remove(&map->live, address, &block))
        return;
    ++*endings_of(map, address);
    msim_lives_end(&map->lives, msim_object_at(&map->owners, block.owner)->of, block.bytes,
                   instructions);
}

static void begin_block(struct msim_where_map *map, const struct call *call, uint64_t instructions)
{
    uint64_t first, last;
    struct msim_live_block block = {.address = call->result,
                                    .bytes = call->bytes,
                                    .born = instructions & (MSIM_LIVE_TIMES - 1)};
    struct msim_area *area = msim_area_of(&map->areas, call->result, &first, &last);
    block.owner = msim_owner_of_blocks(&map->owners, call->stack, call->bytes);
    end_block(map, call->result, instructions); /* a block whose end was not seen */
    if (msim_live_add(&map->live, &block))
        msim_lives_begin(&map->lives, call->stack, call->bytes, instructions);
    if (!area || area->has_blocks)
        return;
    area->has_blocks = true;
    map->changed++;
}

static void end_inner(struct msim_where_map *map, uint64_t address, uint64_t instructions)
{
    struct msim_span block;
    if (msim_spans_remove(&map->inner, &map->inner_set, address, &block))
        msim_lives_end(&map->lives, msim_object_at(&map->owners, block.owner)->of, block.bytes,
                       instructions);
    else
        end_block(map, address, instructions);
}

/* When the first such block begins, no earlier answer holds any longer. */
static void begin_inner(struct msim_where_map *map, const struct call *call, uint64_t instructions)
{
    struct msim_span found, block = {call->result, call->bytes, 0};
    for (unsigned i = 0; !map->inner_set && i < MSIM_ENDINGS; i++)
        map->ended[i]++;
    map->changed++;
    if (msim_spans_remove(&map->inner, &map->inner_set, call->result,
                          &found)) /* a block whose end was not seen */
        msim_lives_end(&map->lives, msim_object_at(&map->owners, found.owner)->of, found.bytes,
                       instructions);
    block.owner = msim_owner_of_blocks(&map->owners, call->stack, call->bytes);
    msim_spans_add(&map->inner, &map->inner_set, &block);
    msim_lives_begin(&map->lives, call->stack, call->bytes, instructions);
}

static void take_call(struct msim_where_map *map, const uint64_t *record, uint64_t instructions)
{
    struct call call = {msim_heap_stack_of(record), record[2], record[3], record[4]};
    switch (msim_heap_call_of(record)) {
    case MSIM_HEAP_MALLOC:
    case MSIM_HEAP_CALLOC:
    case MSIM_HEAP_REALLOC:
    case MSIM_HEAP_ALIGNED:
    case MSIM_HEAP_NEW:
        if (call.given && (call.result || !call.bytes))
            end_block(map, call.given, instructions);
        if (call.result)
            begin_block(map, &call, instructions);
        break;
    case MSIM_HEAP_FREE:
    case MSIM_HEAP_DELETE:
        end_block(map, call.given, instructions);
        break;
    case MSIM_HEAP_OTHER:
    case MSIM_HEAP_REQUEST:
        if (call.given && (call.result || !call.bytes))
            end_inner(map, call.given, instructions);
        if (call.result)
            begin_inner(map, &call, instructions);
        break;
    case MSIM_HEAP_OTHER_FREE:
    case MSIM_HEAP_REQUEST_FREE:
        end_inner(map, call.given, instructions);
        break;
    default:
        break;
    }
}

/* Areas are named when they are new and keep their names, because lines in caches refer to them. */
static void take_mapping(struct msim_where_map *map, const uint64_t *record, uint64_t instructions)
{
    uint32_t used = map->areas.table.used;
    if (!msim_area_map_event(&map->areas, record, instructions))
        return;
    map->changed++;
    if (map->areas.table.used == used || !map->contexts->asks)
        return;
    struct msim_area *area = MSIM_TABLE_AT(&map->areas.table, used, struct msim_area);
    if (area->kind == MSIM_AREA_ANON)
        area->mapper = map->contexts->asks(map->contexts->self);
}

void msim_where_event(struct msim_where_map *map, const uint64_t *record, uint64_t instructions)
{
    if (msim_event_of(*record) == MSIM_EVENT_HEAP)
        take_call(map, record, instructions);
    else if (msim_event_of(*record) == MSIM_EVENT_THREAD)
        map->thread = (uint32_t)record[1];
    else if (msim_event_of(*record) == MSIM_EVENT_TASK &&
             msim_task_call_of(record) == MSIM_TASK_POINTER)
        take_pointer(map, record);
    else
        take_mapping(map, record, instructions);
}
