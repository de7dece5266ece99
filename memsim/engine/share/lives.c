/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The table of lives.h. */
#include "lives.h"

void msim_share_lives_init(struct msim_share_lives *lives, const struct msim_mem *mem)
{
    msim_table_init(&lives->table, mem, sizeof(struct msim_share_life), MSIM_SHARE_LIVES);
}

/* NULL: there are too many. */
static struct msim_share_life *life_of(struct msim_share_lives *lives, uint32_t thread)
{
    while (thread < MSIM_SHARE_LIVES && lives->table.used <= thread)
        ((struct msim_share_life *)msim_table_add(&lives->table))->ended = UINT64_MAX;
    return thread < MSIM_SHARE_LIVES ? msim_table_at(&lives->table, thread) : NULL;
}

void msim_share_lives_event(struct msim_share_lives *lives, const uint64_t *record,
                            uint64_t instructions)
{
    enum msim_task_call call = msim_task_call_of(record);
    if (call != MSIM_TASK_CREATED && call != MSIM_TASK_ENDED)
        return;
    struct msim_share_life *life = life_of(lives, msim_task_of(record));
    if (life)
        *(call == MSIM_TASK_CREATED ? &life->began : &life->ended) = instructions;
}

struct msim_share_life msim_share_life_of(const struct msim_share_lives *lives, uint32_t thread)
{
    if (thread < lives->table.used)
        return *(const struct msim_share_life *)msim_table_at(&lives->table, thread);
    return (struct msim_share_life){0, UINT64_MAX};
}
