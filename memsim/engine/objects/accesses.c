/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts all references to data (accesses.h). */
#include "accesses.h"

enum { ACCESSES_MAX = 1 << 30 };

/* What an access referred to last. */
struct known {
    struct msim_last last;
    uint32_t function; /* on the stack: whose frame, */
    uint32_t stack_use;
    struct msim_object_in *within; /* of `context` and that object */
    uint32_t context, object;
};

void msim_accesses_init(struct msim_accesses *accesses, const struct msim_mem *mem,
                        const struct msim_sim *sim, struct msim_where_map *map,
                        struct msim_uses *uses, struct msim_within *within,
                        struct msim_lines *lines)
{
    accesses->sim = sim;
    accesses->map = map;
    accesses->uses = uses;
    accesses->within = within;
    accesses->lines = lines;
    msim_table_init(&accesses->known, mem, sizeof(struct known), ACCESSES_MAX);
    msim_table_init(&accesses->first, mem, sizeof(uint32_t), MSIM_SEGMENTS_MAX);
}

void msim_accesses_extend(struct msim_accesses *accesses)
{
    const struct msim_dict *dict = accesses->sim->dict;
    while (accesses->first.used < dict->segments.used) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, accesses->first.used);
        uint32_t *first = msim_table_add(&accesses->first);
        *first = accesses->known.used;
        for (unsigned i = 0; i < segment->accesses_used; i++)
            msim_table_add(&accesses->known);
    }
}

/* Counts a reference to the object in the context that runs. */
static void count_within(struct msim_accesses *accesses, struct known *known, uint32_t object,
                         enum msim_kind kind)
{
    uint32_t context = accesses->sim->contexts.number;
    if (!accesses->sim->contexts.on)
        return;
    if (!known->within || known->context != context || known->object != object) {
        known->within = msim_within(accesses->within, object, context);
        known->context = context;
        known->object = object;
    }
    if (known->within)
        known->within->counts[kind].count[MSIM_USE_REFS]++;
}

/* The frame that is innermost, if it is in a stack that is known; its function is 0 if not. */
static uint64_t innermost(struct msim_accesses *accesses, uint32_t *function)
{
    const struct msim_context_observer *contexts = accesses->map->contexts;
    struct msim_area *area;
    *function = 0;
    uint64_t begin = contexts->innermost ? contexts->innermost(contexts->self, function) : 0;
    if (!begin)
        return 0;
    if (accesses->stack_changed == accesses->map->changed + 1 &&
        begin - accesses->stack_first <= accesses->stack_last - accesses->stack_first)
        return begin;
    area =
        msim_area_of(&accesses->map->areas, begin, &accesses->stack_first, &accesses->stack_last);
    accesses->stack_changed = 0;
    if (!area || !(area->kind == MSIM_AREA_STACK || area->has_stack) || area->has_blocks)
        return 0;
    accesses->stack_changed = accesses->map->changed + 1;
    return begin;
}

struct reference {
    struct msim_use_key key;
    uint64_t address;
};

struct frame {
    uint64_t begin;
    uint32_t function; /* 0: it is not known */
};

static struct msim_found find(struct msim_accesses *accesses, struct known *known,
                         const struct reference *reference, const struct frame *frame)
{
    uint64_t address = reference->address;
    if (msim_last_holds(&known->last, address))
        return (struct msim_found){known->last.use, known->last.origin};
    struct msim_use_key key = reference->key;
    if (!frame->function || address >= frame->begin || address < accesses->stack_first)
        return msim_last_look_up(&known->last, accesses->map, accesses->uses, &key, address);
    if (known->function != frame->function) {
        key.object = msim_owner_of(&accesses->map->owners, MSIM_OBJECT_STACK, frame->function);
        known->function = frame->function;
        known->stack_use = msim_uses_number(accesses->uses, &key, false, 0);
    }
    return (struct msim_found){known->stack_use, frame->begin};
}

static void take(struct msim_accesses *accesses, struct known *known,
                 const struct reference *reference, const struct frame *frame)
{
    struct msim_found found = find(accesses, known, reference, frame);
    struct msim_line_ref ref = {.address = reference->address, .size = reference->key.size};
    if (found.use == MSIM_NO_USE) {
        accesses->uses->surplus.count[MSIM_USE_REFS]++;
        msim_lines_touch(accesses->lines, &ref);
        return;
    }
    struct msim_use *use = msim_use_at(accesses->uses, found.use);
    int64_t offset = (int64_t)(reference->address - found.origin);
    msim_use_add(accesses->uses, use, offset, reference->address)->count[MSIM_USE_REFS]++;
    count_within(accesses, known, use->key.object, reference->key.kind);
    ref.origin = found.origin;
    ref.object = use->key.object;
    ref.use = found.use;
    msim_lines_touch(accesses->lines, &ref);
}

void msim_accesses_take(struct msim_accesses *accesses, const uint64_t *record)
{
    uint32_t number = msim_header_segment(*record);
    const struct msim_segment *segment = msim_dict_segment_at(accesses->sim->dict, number);
    if (!segment->accesses_used)
        return;
    uint32_t first = *(const uint32_t *)msim_table_at(&accesses->first, number);
    struct frame frame;
    frame.begin = innermost(accesses, &frame.function);
    frame.function = frame.begin ? frame.function : 0;
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint64_t base = record[access->word];
        struct reference reference = {{.site = segment->instrs[access->instr].site,
                                       .size = (uint16_t)msim_hot_size(&accesses->sim->hot, access),
                                       .kind = (uint8_t)msim_access_kind(access)},
                                      base + (uint64_t)(int64_t)access->offset};
        if (!access->maybe || base != MSIM_NO_ADDRESS)
            take(accesses, MSIM_TABLE_AT(&accesses->known, first + i, struct known), &reference,
                 &frame);
    }
}

void msim_accesses_pass(struct msim_accesses *accesses, const uint64_t *record)
{
    const struct msim_segment *segment =
        msim_dict_segment_at(accesses->sim->dict, msim_header_segment(*record));
    for (unsigned i = 0; i < segment->accesses_used; i++) {
        const struct msim_access *access = &segment->accesses[i];
        uint64_t base = record[access->word];
        struct msim_line_ref ref = {.address = base + (uint64_t)(int64_t)access->offset,
                                    .size = msim_hot_size(&accesses->sim->hot, access)};
        if (!access->maybe || base != MSIM_NO_ADDRESS)
            msim_lines_touch(accesses->lines, &ref);
    }
}
