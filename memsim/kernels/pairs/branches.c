/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Pairs about branches and calls. */
#include "pair.h"

static struct {
    uint32_t *value, *other, *to;
    uint64_t count;
    struct shape *shape;
} is;

static void prepare_values(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    is.count = msim_pair_power(sizes->l1 / sizeof *is.value) / 2;
    is.value = msim_pair_generators(is.count);
}

/* --- What is below a limit: a branch, or a selection ------------------------------------------ */

static uint64_t branch_for_each(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        msim_pair_draw(is.value, is.count);
        for (uint64_t i = 0; i < is.count; i++)
            if (is.value[i] < 1U << 31) {
                MSIM_PAIR_BRANCH();
                sum += is.value[i];
            }
    }
    return sum;
}

static uint64_t select_each(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        msim_pair_draw(is.value, is.count);
        for (uint64_t i = 0; i < is.count; i++)
            sum += is.value[i] & -(uint64_t)(is.value[i] < 1U << 31);
    }
    return sum;
}

/* --- Well meant: a selection in place of a branch that always goes the same way --------------- */

static uint64_t foreseen_branch(uint64_t rounds)
{
    uint64_t sum = 0, limit = 0xffffff00;
    MSIM_HIDE(limit);
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i++)
            if (is.value[i] < limit) {
                MSIM_PAIR_BRANCH();
                sum += is.value[i];
            }
    return sum;
}

static uint64_t needless_selection(uint64_t rounds)
{
    uint64_t sum = 0, limit = 0xffffff00;
    MSIM_HIDE(limit);
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i++)
            sum += is.value[i] & -(uint64_t)(is.value[i] < limit);
    return sum;
}

/* --- Items of eight kinds in random order, or sorted by kind ---------------------------------- */

enum { KINDS = 8, BATCH = 1024 };

static void prepare_kinds(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
    is.value = msim_pair_generators(BATCH);
    is.to = msim_pair_memory(KINDS * BATCH, sizeof *is.to);
}

static inline uint64_t work_on(uint32_t kind, uint64_t value)
{
    switch (kind) {
    case 0:
        return value * 3;
    case 1:
        return value >> 3;
    case 2:
        return value ^ value << 7;
    case 3:
        return ~value;
    case 4:
        return value * value;
    case 5:
        return value & 0x5555;
    case 6:
        return (value | 77) - 5;
    default:
        return value + 12345;
    }
}

static uint64_t mixed_kinds(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        msim_pair_draw(is.value, BATCH);
        for (uint64_t i = 0; i < BATCH; i++)
            sum += work_on(is.value[i] >> 29, is.value[i]);
    }
    return sum;
}

static uint64_t sorted_kinds(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        uint32_t used[KINDS] = {0};
        msim_pair_draw(is.value, BATCH);
        for (uint64_t i = 0; i < BATCH; i++) {
            uint32_t kind = is.value[i] >> 29;
            is.to[kind * BATCH + used[kind]++] = is.value[i];
        }
        for (uint32_t kind = 0; kind < KINDS; kind++)
            for (uint32_t i = 0; i < used[kind]; i++)
                sum += work_on(kind, is.to[kind * BATCH + i]);
    }
    return sum;
}

/* --- Two sorted arrays are merged ------------------------------------------------------------- */

enum { SORTED = 512 };

static void prepare_merge(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    (void)sizes;
    is.other = msim_pair_generators(2 * SORTED);
    is.value = msim_pair_memory(2 * SORTED + 2, sizeof *is.value);
    is.to = msim_pair_memory(2 * SORTED, sizeof *is.to);
}

/* Both arrays anew, with an end that is never taken; the second one begins after it. */
static void draw_sorted(void)
{
    msim_pair_draw(is.other, 2 * SORTED);
    for (uint64_t part = 0; part < 2; part++) {
        uint32_t *to = is.value + part * (SORTED + 1), at = 0;
        for (uint64_t i = 0; i < SORTED; i++)
            to[i] = at += is.other[part * SORTED + i] >> 16;
        to[SORTED] = UINT32_MAX;
    }
}

static uint64_t merge_with_branches(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++) {
        draw_sorted();
        const uint32_t *a = is.value, *b = is.value + SORTED + 1;
        for (uint64_t i = 0; i < 2 * SORTED; i++)
            if (*a <= *b) {
                MSIM_PAIR_BRANCH();
                is.to[i] = *a++;
            } else {
                MSIM_PAIR_BRANCH();
                is.to[i] = *b++;
            }
    }
    return is.to[SORTED];
}

static uint64_t merge_with_selections(uint64_t rounds)
{
    for (uint64_t r = 0; r < rounds; r++) {
        draw_sorted();
        const uint32_t *a = is.value, *b = is.value + SORTED + 1;
        for (uint64_t i = 0; i < 2 * SORTED; i++) {
            uint32_t x = *a, y = *b;
            uint64_t first = x <= y;
            is.to[i] = y ^ ((x ^ y) & -(uint32_t)first);
            a += first;
            b += 1 - first;
        }
    }
    return is.to[SORTED];
}

/* --- Three conditions: one after the other, or all at once ------------------------------------ */

static uint64_t short_circuit(uint64_t rounds)
{
    uint64_t count = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        msim_pair_draw(is.value, is.count);
        for (uint64_t i = 0; i < is.count; i++) {
            uint32_t value = is.value[i];
            if (value >> 31) {
                MSIM_PAIR_BRANCH();
                if (value >> 30 & 1) {
                    MSIM_PAIR_BRANCH();
                    count += value >> 29 & 1;
                }
            }
        }
    }
    return count;
}

static uint64_t all_conditions(uint64_t rounds)
{
    uint64_t count = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        msim_pair_draw(is.value, is.count);
        for (uint64_t i = 0; i < is.count; i++) {
            uint32_t value = is.value[i];
            uint32_t a = value >> 31, b = value >> 30, c = value >> 29;
            MSIM_HIDE(a);
            count += a & b & c & 1;
        }
    }
    return count;
}

/* --- A small function behind a pointer, or in the loop ---------------------------------------- */

struct shape {
    uint64_t (*area)(const struct shape *shape);
    uint32_t kind, side;
};

static uint64_t area_of_square(const struct shape *shape)
{
    return (uint64_t)shape->side * shape->side;
}

static uint64_t area_of_line(const struct shape *shape)
{
    return shape->kind;
}

static void prepare_shapes(enum msim_pair_form form, const struct msim_pair_sizes *sizes)
{
    (void)form;
    is.count = msim_pair_power(sizes->l1 / sizeof *is.shape);
    is.shape = msim_pair_memory(is.count, sizeof *is.shape);
    for (uint64_t i = 0; i < is.count; i++)
        is.shape[i] = (struct shape){
            .area = i ? area_of_square : area_of_line, .kind = i ? 1 : 0, .side = (uint32_t)i};
}

static uint64_t call_for_each(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i++)
            sum += is.shape[i].area(&is.shape[i]);
    return sum;
}

static uint64_t switch_for_each(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        for (uint64_t i = 0; i < is.count; i++)
            if (is.shape[i].kind == 1) {
                MSIM_PAIR_BRANCH();
                sum += area_of_square(&is.shape[i]);
            } else {
                MSIM_PAIR_BRANCH();
                sum += area_of_line(&is.shape[i]);
            }
    return sum;
}

/* --- A recursive sum of halves, or a loop ----------------------------------------------------- */

__attribute__((noinline)) static uint64_t sum_of_halves(const uint32_t *value, uint64_t count)
{
    if (count == 1)
        return *value;
    uint64_t half = count / 2, sum = sum_of_halves(value, half);
    MSIM_HIDE(sum);
    return sum + sum_of_halves(value + half, count - half);
}

static uint64_t recursion(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++)
        sum += sum_of_halves(is.value, is.count) ^ r;
    return sum;
}

static uint64_t loop(uint64_t rounds)
{
    uint64_t sum = 0;
    for (uint64_t r = 0; r < rounds; r++) {
        uint64_t its = 0;
        for (uint64_t i = 0; i < is.count; i++)
            its += is.value[i];
        sum += its ^ r;
    }
    return sum;
}

const struct msim_kernel_pair msim_pair_branches[] = {
    {"selection", prepare_values, branch_for_each, select_each, 1, NULL},
    {"foreseen", prepare_values, foreseen_branch, needless_selection, 1, NULL},
    {"kinds", prepare_kinds, mixed_kinds, sorted_kinds, 1, NULL},
    {"merge", prepare_merge, merge_with_branches, merge_with_selections, 1, NULL},
    {"conditions", prepare_values, short_circuit, all_conditions, 1, NULL},
    {"virtual", prepare_shapes, call_for_each, switch_for_each, 1, NULL},
    {"recursion", prepare_values, recursion, loop, 1, NULL},
    {0}};
