/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The elements of rows.h. */
#include "rows.h"

#include <stdlib.h>

#include "cmd/base/grow.h"
#include "engine/base/numbers.h"

struct msim_objects_element msim_objects_element_of(const struct msim_type *type)
{
    if (type)
        type = type->plain;
    while (type && type->kind == MSIM_TYPE_ARRAY && type->element)
        type = type->element->plain;
    if (!type || !type->bytes)
        return (struct msim_objects_element){.bytes = 0};
    return (struct msim_objects_element){.type = type, .bytes = type->bytes};
}

static uint64_t references_of(const struct msim_object_set *objects,
                              const struct msim_objects_use *use)
{
    uint64_t sum = 0;
    for (size_t i = use->cell; i < use->cell + use->cells; i++)
        sum += msim_objects_cell(objects, i)[0];
    return sum;
}

/* PART: a stride that fewer than one in this many references have is a coincidence; MOST: different
 * ones that are tried. */
enum { PART = 4, MOST = 1000 };

struct strided {
    uint64_t stride, references;
};

/* Strides in ascending order, each once; returns their number. */
static size_t list_strides(const struct msim_object_set *objects, const struct msim_data_object *of,
                           struct strided *list)
{
    size_t used = 0, kept = 0;
    for (size_t i = 0; i < of->uses; i++) {
        const struct msim_objects_use *use = &objects->use[objects->use_of[of->use + i]];
        if (use->stride)
            list[used++] = (struct strided){use->stride, references_of(objects, use)};
    }
    qsort(list, used, sizeof *list, msim_by_key);
    for (size_t i = 0; i < used; i++)
        if (kept && list[kept - 1].stride == list[i].stride)
            list[kept - 1].references += list[i].references;
        else
            list[kept++] = list[i];
    return kept;
}

/* Code that goes through all bytes, as memset does, has short strides in any array.  So the stride
 * is the longest whose multiples have at least a quarter of the references. */
static uint64_t usual_stride(const struct msim_object_set *objects,
                             const struct msim_data_object *of)
{
    struct strided *list = msim_zeroed(of->uses, sizeof *list);
    size_t used = list_strides(objects, of, list), first = used > MOST ? used - MOST : 0;
    uint64_t sum = 0, best = 0;
    for (size_t i = 0; i < used; i++)
        sum += list[i].references;
    for (size_t i = used; i-- > first && !best;) {
        uint64_t its = 0;
        for (size_t k = i; k < used; k++)
            its += list[k].stride % list[i].stride ? 0 : list[k].references;
        best = its >= sum / PART + (sum % PART != 0) ? list[i].stride : 0;
    }
    free(list);
    return best;
}

struct msim_objects_element msim_objects_element_untyped(const struct msim_object_set *objects,
                                                         uint32_t number)
{
    const struct msim_data_object *object = &objects->object[number];
    struct msim_objects_element element = {.bytes = usual_stride(objects, object)};
    if (!element.bytes && object->kind == MSIM_OBJECT_HEAP && object->low == object->high)
        element.bytes = object->low;
    return element;
}

void msim_objects_sizes(const struct msim_data_object *of, uint64_t *low, uint64_t *high)
{
    uint64_t others, rest;
    *low = of->low;
    *high = of->high;
    if (!of->blocks)
        return;
    if (!__builtin_mul_overflow(of->blocks - 1, of->high, &others) &&
        !__builtin_sub_overflow(of->bytes, others, &rest) && rest > *low && rest <= of->high)
        *low = rest;
    if (!__builtin_mul_overflow(of->blocks - 1, of->low, &others) &&
        !__builtin_sub_overflow(of->bytes, others, &rest) && rest < *high && rest >= of->low)
        *high = rest;
}

/* Hash tables of Rust (hashbrown) have a power of two of slots, as many bytes about them, and a
 * group of these again. */
uint64_t msim_objects_slots(uint64_t element, uint64_t bytes)
{
    enum { GROUP = 16 };
    uint64_t slots = bytes > GROUP ? (bytes - GROUP) / (element + 1) : 0, power = 1;
    while (power <= slots / 2)
        power *= 2;
    uint64_t data = msim_round_up(power * element, GROUP);
    return slots && data + power + GROUP == bytes ? power : 0;
}

/* A type that has no size, or does not divide the block, is not what its elements are. */
bool msim_objects_element_allocated(const struct msim_data_object *object,
                                    const struct msim_type *type, bool is_table,
                                    struct msim_objects_element *element)
{
    uint64_t low, high;
    struct msim_objects_element of = msim_objects_element_of(type);
    msim_objects_sizes(object, &low, &high);
    of.is_table = is_table;
    if (!of.bytes || high < of.bytes)
        return false;
    if (low == high && (is_table ? !msim_objects_slots(of.bytes, low) : low % of.bytes))
        return false;
    *element = of;
    return true;
}
