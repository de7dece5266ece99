/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of owners.h. */
#include "owners.h"

#include "stream/hash.h"

enum { OBJECTS_MAX = 1 << 26, UNKNOWN = 1 };

static uint32_t hash(const void *element)
{
    const struct msim_object *object = element;
    return (uint32_t)msim_mix(msim_mix((uint64_t)object->of << 32 | object->kind) + object->low);
}

static bool same(const void *element, const void *wanted)
{
    const struct msim_object *a = element, *b = wanted;
    return a->kind == b->kind && a->of == b->of && a->low == b->low;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct msim_object, same_hash),
                                             UNKNOWN};

static uint32_t number_of(struct msim_owners *owners, const struct msim_object *object)
{
    uint32_t *recent = &owners->recent[hash(object) & (MSIM_RECENT_OWNERS - 1)];
    if (*recent && same(msim_object_at(owners, *recent), object))
        return *recent;
    uint32_t number = msim_lookup_number(&owners->lookup, &owners->table, object);
    return *recent = number == UINT32_MAX ? UNKNOWN : number;
}

void msim_owners_init(struct msim_owners *owners, const struct msim_mem *mem)
{
    msim_table_init(&owners->table, mem, sizeof(struct msim_object), OBJECTS_MAX);
    msim_lookup_init(&owners->lookup, mem, &kind);
    msim_table_add(&owners->table);
    msim_owner_of(owners, MSIM_OBJECT_UNKNOWN, 0);
}

uint32_t msim_owner_of(struct msim_owners *owners, enum msim_object_kind kind, uint32_t of)
{
    return number_of(owners, &(struct msim_object){.kind = kind, .of = of});
}

uint32_t msim_owner_of_memory(struct msim_owners *owners, uint32_t function)
{
    return number_of(owners, &(struct msim_object){.kind = MSIM_OBJECT_MAPPED, .low = function});
}

uint32_t msim_owner_of_blocks(struct msim_owners *owners, uint32_t call, uint64_t bytes)
{
    struct msim_object object = {.kind = MSIM_OBJECT_HEAP, .of = call};
    if (bytes <= MSIM_EXACT_SIZES) {
        object.low = object.high = bytes;
    } else {
        unsigned power = 64 - (unsigned)__builtin_clzll(bytes - 1);
        object.low = ((uint64_t)1 << (power - 1)) + 1;
        object.high = power < 64 ? (uint64_t)1 << power : UINT64_MAX;
    }
    uint32_t number = number_of(owners, &object);
    if (msim_object_at(owners, number)->kind == MSIM_OBJECT_HEAP) {
        msim_object_at(owners, number)->blocks++;
        msim_object_at(owners, number)->bytes += bytes;
    }
    return number;
}
