/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lives of lives.h. */
#include "lives.h"

#include "engine/blocks/peaked.h"

struct stack {
    uint32_t number;
    struct msim_lives_sum all, most;
    struct msim_peaked blocks, bytes; /* live */
    uint64_t lifetime;                /* sum of the ends less sum of the beginnings, so far */
};

void msim_lives_init(struct msim_lives *lives, const struct msim_mem *mem, uint32_t most)
{
    *lives = (struct msim_lives){0};
    msim_table_init(&lives->stacks, mem, sizeof(struct stack), most);
    msim_table_init(&lives->of_stack, mem, sizeof(uint32_t), most);
}

static struct stack *stack_at(const struct msim_lives *lives, uint32_t number)
{
    return MSIM_TABLE_AT(&lives->stacks, number, struct stack);
}

static struct stack *stack_of(struct msim_lives *lives, uint32_t stack)
{
    if (stack >= lives->of_stack.most)
        stack = 0;
    while (lives->of_stack.used <= stack)
        msim_table_add(&lives->of_stack);
    uint32_t *number = MSIM_TABLE_AT(&lives->of_stack, stack, uint32_t);
    if (!*number) {
        struct stack *added = msim_table_add(&lives->stacks);
        added->number = stack;
        *number = lives->stacks.used;
    }
    return stack_at(lives, *number - 1);
}

static void change(struct msim_lives *lives, struct stack *stack, uint64_t blocks, uint64_t bytes)
{
    msim_peaked_set(&stack->blocks, lives->peak_number, stack->blocks.now + blocks);
    msim_peaked_set(&stack->bytes, lives->peak_number, stack->bytes.now + bytes);
    lives->live.blocks += blocks;
    lives->live.bytes += bytes;
}

void msim_lives_begin(struct msim_lives *lives, uint32_t number, uint64_t bytes, uint64_t now)
{
    struct stack *stack = stack_of(lives, number);
    stack->all.blocks++;
    stack->all.bytes += bytes;
    stack->lifetime -= now;
    change(lives, stack, 1, bytes);
    if (stack->bytes.now >= stack->most.bytes)
        stack->most = (struct msim_lives_sum){stack->blocks.now, stack->bytes.now};
    if (lives->live.bytes < lives->peak.bytes)
        return;
    lives->peak = lives->live;
    lives->peak_time = now;
    lives->peak_number++;
}

void msim_lives_end(struct msim_lives *lives, uint32_t number, uint64_t bytes, uint64_t now)
{
    struct stack *stack = stack_of(lives, number);
    stack->lifetime += now;
    change(lives, stack, UINT64_MAX, -bytes);
}

void msim_lives_clear(struct msim_lives *lives, uint64_t now)
{
    for (uint32_t i = 0; i < lives->stacks.used; i++) {
        struct stack *stack = stack_at(lives, i);
        stack->all = (struct msim_lives_sum){stack->blocks.now, stack->bytes.now};
        stack->most = stack->all;
        stack->lifetime = -(stack->blocks.now * now);
    }
    lives->peak = lives->live;
    lives->peak_time = now;
    lives->peak_number++;
}

struct msim_life msim_lives_at(const struct msim_lives *lives, uint32_t number, uint64_t now)
{
    const struct stack *stack = stack_at(lives, number);
    uint64_t peak = lives->peak_number;
    return (struct msim_life){
        .stack = stack->number,
        .all = stack->all,
        .most = stack->most,
        .at_peak = {msim_peaked_at(&stack->blocks, peak), msim_peaked_at(&stack->bytes, peak)},
        .at_end = {stack->blocks.now, stack->bytes.now},
        .lifetime = stack->lifetime + stack->blocks.now * now,
    };
}
