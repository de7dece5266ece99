/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Uses of objects, and blocks that lie in others, against models too simple to be wrong: all
 * offsets of a use in a list; all blocks in an array.  A model with a fault must differ.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/objects/uses.h"
#include "engine/where/where.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

static struct msim_dict dict;

UNIT_BEFORE()
{
    msim_dict_init(&dict, &memory.mem);
}

/* --- Uses --------------------------------------------------------------------------------- */

enum { REFERENCES = 400, KEYS = 6 };

struct model {
    int64_t offset[REFERENCES];
    unsigned used;
};

static uint64_t divisor(uint64_t a, uint64_t b)
{
    return b ? divisor(b, a % b) : a;
}

static unsigned distinct(const struct model *model)
{
    unsigned different = 0;
    for (unsigned i = 0; i < model->used; i++) {
        unsigned k = 0;
        while (model->offset[k] != model->offset[i])
            k++;
        different += k == i;
    }
    return different;
}

static uint64_t times(const struct model *model, int64_t offset)
{
    uint64_t count = 0;
    for (unsigned i = 0; i < model->used; i++)
        count += model->offset[i] == offset;
    return count;
}

/* Returns how much of the use is not as the model has it. */
static unsigned differs(const struct msim_use *use, const struct model *model)
{
    unsigned differ = 0;
    uint64_t stride = 0;
    int64_t first = model->offset[0], last = first;
    for (unsigned i = 0; i < model->used; i++) {
        stride = divisor(stride, (uint64_t)llabs(model->offset[i] - model->offset[0]));
        first = model->offset[i] < first ? model->offset[i] : first;
        last = model->offset[i] > last ? model->offset[i] : last;
    }
    differ += use->stride != stride || use->first != first || use->last != last;
    differ += use->folded != (distinct(model) > MSIM_CELLS);
    differ += use->steps[0] + use->steps[1] + use->steps[2] != model->used - 1;
    if (use->folded) {
        differ += use->cells != 1 || use->counts[0].count[MSIM_REFS] != model->used;
        differ += stride && (uint64_t)llabs(use->offset[0] - first) % stride;
        return differ;
    }
    differ += use->cells != distinct(model);
    for (unsigned i = 0; i < use->cells; i++)
        differ += use->counts[i].count[MSIM_REFS] != times(model, use->offset[i]);
    return differ;
}

static unsigned run_uses(uint64_t seed, bool faulty)
{
    struct unit_random random = {seed};
    static struct model model[KEYS];
    struct msim_uses *uses = calloc(1, sizeof *uses);
    unsigned differ = 0;
    memset(model, 0, sizeof model);
    msim_uses_init(uses, &memory.mem);
    for (unsigned i = 0; i < REFERENCES; i++) {
        uint32_t which = (uint32_t)unit_below(&random, KEYS);
        struct msim_use_key key = {.object = 1 + which / 2, .site = which % 2, .size = 8};
        /* Few or many offsets, from somewhere below 0 on, in steps of 24, 8 or 1. */
        int64_t step = which < 2 ? 24 : which < 4 ? 8 : 1;
        int64_t offset = step * (int64_t)unit_below(&random, which % 2 ? 20 : 200) - 16;
        uint32_t use = msim_uses_number(uses, &key, false, offset);
        uint32_t cell = msim_uses_add(uses, use, offset, 0x10000 + (uint64_t)offset);
        msim_uses_counts(uses, cell)->count[MSIM_REFS]++;
        differ += msim_uses_cell(uses, use, offset) != cell;
        model[which].offset[model[which].used++] = offset;
    }
    if (faulty)
        model[0].offset[0]++;
    for (uint32_t i = 0; i < uses->table.used; i++) {
        const struct msim_use *use = msim_use_at(uses, i);
        differ += differs(use, &model[(use->key.object - 1) * 2 + use->key.site]);
    }
    msim_uses_renew(uses);
    for (uint32_t i = 0; i < uses->table.used; i++)
        differ += msim_use_at(uses, i)->cells || msim_use_at(uses, i)->room;
    free(uses);
    return differ;
}

UNIT_EACH(all_uses, 30)
{
    ck_assert_uint_eq(run_uses((uint64_t)_i, false), 0);
}

UNIT_TEST(faulty_uses)
{
    ck_assert_uint_gt(run_uses(1, true), 0);
}

/* --- Blocks in others --------------------------------------------------------------------- */

enum { OUTER = 8, INNER = 16, ROOM = 4096 };

static const struct msim_context_observer no_contexts;

static void call(struct msim_where_map *map, enum msim_heap_call function, uint32_t stack,
                 uint64_t bytes, uint64_t result, uint64_t given)
{
    uint64_t record[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS),
                         (uint64_t)stack << 32 | function, bytes, result, given};
    msim_where_event(map, record, 0);
}

static uint64_t outer_at(unsigned number)
{
    return 0x100000 + (uint64_t)number * 2 * ROOM;
}

static uint64_t inner_at(unsigned number)
{
    return outer_at(number / 2) + 64 + number % 2 * 1024;
}

/* The call stack whose block has the address: 100 and on for inner ones; 0: no block has it. */
static uint32_t expected(const bool *outer, const bool *inner, uint64_t address)
{
    for (unsigned i = 0; i < INNER; i++)
        if (inner[i] && address - inner_at(i) < 512)
            return 100 + i;
    for (unsigned i = 0; i < OUTER; i++)
        if (outer[i] && address - outer_at(i) < ROOM)
            return 1 + i;
    return 0;
}

UNIT_EACH(inner_blocks, 20)
{
    struct unit_random random = {(uint64_t)_i};
    struct msim_where_map *map = calloc(1, sizeof *map);
    bool outer[OUTER] = {0}, inner[INNER] = {0};
    msim_where_init(map, &memory.mem, &dict, &no_contexts);
    for (unsigned step = 0; step < 3000; step++) {
        unsigned i = (unsigned)unit_below(&random, OUTER), k = (unsigned)unit_below(&random, INNER);
        if (unit_one_in(&random, 4)) {
            outer[i] = !outer[i];
            if (outer[i])
                call(map, MSIM_HEAP_MALLOC, 1 + i, ROOM, outer_at(i), 0);
            else
                call(map, MSIM_HEAP_FREE, 0, 0, 0, outer_at(i));
        } else if (unit_one_in(&random, _i % 2 ? 3 : 100)) {
            inner[k] = !inner[k];
            if (inner[k])
                call(map, MSIM_HEAP_OTHER, 100 + k, 512, inner_at(k), 0);
            else
                call(map, MSIM_HEAP_OTHER_FREE, 0, 0, 0, inner_at(k));
        }
        uint64_t address = outer_at(i) + unit_below(&random, ROOM + 100);
        struct msim_where where = msim_where_is(map, address);
        const struct msim_object *object = msim_object_at(&map->owners, where.object);
        uint32_t stack = object->kind == MSIM_OBJECT_HEAP ? object->of : 0;
        ck_assert_uint_eq(stack, expected(outer, inner, address));
        if (where.guard)
            ck_assert(address >= where.first && address <= where.last);
    }
    free(map);
}
