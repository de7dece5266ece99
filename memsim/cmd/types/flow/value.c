/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Values of registers; see value.h. */
#include "value.h"
#include "engine/base/numbers.h"

static const struct msim_value unknown = {.kind = MSIM_VALUE_UNKNOWN};

static int64_t plus(int64_t a, int64_t b)
{
    return (int64_t)((uint64_t)a + (uint64_t)b);
}

struct msim_value msim_value_exactly(int64_t number)
{
    return (struct msim_value){.kind = MSIM_VALUE_NUMBER, .at = number};
}

struct msim_value msim_value_number(void)
{
    return (struct msim_value){.kind = MSIM_VALUE_NUMBER, .step = 1};
}

bool msim_value_same(const struct msim_value *a, const struct msim_value *b)
{
    return a->kind == b->kind && a->at == b->at && a->step == b->step && a->type == b->type;
}

static bool is_exact_number(const struct msim_value *value)
{
    return value->kind == MSIM_VALUE_NUMBER && !value->step;
}

struct msim_value msim_value_add(const struct msim_value *a, const struct msim_value *b)
{
    const struct msim_value *other = b;
    if (a->kind == MSIM_VALUE_ENTRY || b->kind == MSIM_VALUE_ENTRY) {
        const struct msim_value *entry = a->kind == MSIM_VALUE_ENTRY ? a : b;
        const struct msim_value *table = a->kind == MSIM_VALUE_ENTRY ? b : a;
        bool fits = is_exact_number(table) && table->at == entry->at;
        return fits ? (struct msim_value){.kind = MSIM_VALUE_LABEL, .at = entry->at} : unknown;
    }
    if (a->kind == MSIM_VALUE_NUMBER) {
        other = a;
        a = b;
    }
    if (other->kind != MSIM_VALUE_NUMBER ||
        (a->kind != MSIM_VALUE_NUMBER && a->kind != MSIM_VALUE_POINTER &&
         a->kind != MSIM_VALUE_FRAME))
        return unknown;
    struct msim_value sum = *a;
    sum.at = plus(a->at, other->at);
    sum.step = msim_gcd(a->step, other->step);
    return sum;
}

struct msim_value msim_value_subtract(const struct msim_value *a, const struct msim_value *b)
{
    if (b->kind == MSIM_VALUE_NUMBER) {
        struct msim_value negative = *b;
        negative.at = (int64_t)(0 - (uint64_t)b->at);
        return msim_value_add(a, &negative);
    }
    /* A difference of pointers may lead from one object to another, so it is no number. */
    return unknown;
}

struct msim_value msim_value_times(const struct msim_value *a, int64_t factor)
{
    struct msim_value product = {.kind = MSIM_VALUE_NUMBER};
    uint64_t size = factor < 0 ? 0 - (uint64_t)factor : (uint64_t)factor;
    if (factor == 1)
        return *a;
    if (a->kind != MSIM_VALUE_NUMBER) {
        product.step = size;
    } else if (__builtin_mul_overflow(a->at, factor, &product.at) ||
               __builtin_mul_overflow(a->step, size, &product.step)) {
        product = msim_value_number();
    }
    /* Factors that are no sizes are meant to overflow: of them only powers of two stay. */
    if (product.step > INT32_MAX)
        product.step &= 0 - product.step;
    if (product.step > INT32_MAX)
        product.step = 1;
    return product;
}

struct msim_value msim_value_narrow(const struct msim_value *a)
{
    if (a->kind == MSIM_VALUE_ENTRY)
        return *a;
    if (a->kind != MSIM_VALUE_NUMBER)
        return msim_value_number();
    if (!a->step && a->at >= 0 && a->at <= INT32_MAX)
        return *a;
    struct msim_value cut = *a;
    if (!a->step)
        return msim_value_number();
    cut.step = a->step & (0 - a->step);
    cut.at = (int64_t)((uint64_t)a->at % cut.step);
    return cut;
}

struct msim_value msim_value_join(const struct msim_value *a, const struct msim_value *b)
{
    if (msim_value_same(a, b))
        return *a;
    /* A null pointer is never followed. */
    if (a->kind == MSIM_VALUE_POINTER && is_exact_number(b) && !b->at)
        return *a;
    if (b->kind == MSIM_VALUE_POINTER && is_exact_number(a) && !a->at)
        return *b;
    if (a->kind == b->kind && a->type == b->type &&
        (a->kind == MSIM_VALUE_NUMBER || a->kind == MSIM_VALUE_POINTER ||
         a->kind == MSIM_VALUE_FRAME)) {
        struct msim_value both = *a;
        both.step = msim_gcd(msim_gcd(a->step, b->step), msim_distance(a->at, b->at));
        return both;
    }
    if (a->kind != MSIM_VALUE_POINTER || b->kind != MSIM_VALUE_POINTER)
        return unknown;
    /* One may be a part of the other. */
    if (!a->step && !b->step && !b->at && a->at >= 0 &&
        msim_part_is(a->type, (uint64_t)a->at, b->type))
        return *b;
    if (!a->step && !b->step && !a->at && b->at >= 0 &&
        msim_part_is(b->type, (uint64_t)b->at, a->type))
        return *a;
    return unknown;
}

struct msim_value msim_value_of(const struct msim_type *type)
{
    const struct msim_type *plain = type ? type->plain : NULL, *target;
    enum { WORD = 8 };
    if (plain && plain->bytes == WORD && plain->members)
        plain = msim_part_scalar(plain, 0, WORD);
    if (!plain)
        return unknown;
    plain = plain->plain;
    if (plain->kind == MSIM_TYPE_BASE || plain->kind == MSIM_TYPE_ENUM)
        return msim_value_number();
    if (plain->kind != MSIM_TYPE_POINTER)
        return unknown;
    target = msim_type_target(plain);
    if (!target || target->plain->kind == MSIM_TYPE_OTHER)
        return unknown;
    return (struct msim_value){.kind = MSIM_VALUE_POINTER, .type = target->plain};
}
