/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The times of hinted.h. */
#include "hinted.h"

#include <stddef.h>

#include "stream/hash.h"

/* The instruction of a hint. */
struct hint {
    uint64_t instr;
    uint64_t times; /* it ran */
    uint32_t same_hash;
};

static uint32_t hash(const void *element)
{
    return (uint32_t)msim_mix(((const struct hint *)element)->instr);
}

static bool same(const void *element, const void *wanted)
{
    return ((const struct hint *)element)->instr == ((const struct hint *)wanted)->instr;
}

static const struct msim_lookup_kind kind = {hash, same, offsetof(struct hint, same_hash), 1};

struct msim_hinted *msim_hinted_new(const struct msim_mem *mem, uint64_t slots)
{
    struct msim_hinted *hinted = msim_get(mem, sizeof *hinted, 8);
    hinted->asked = msim_get(mem, slots * sizeof *hinted->asked, 8);
    msim_table_init(&hinted->hints, mem, sizeof(struct hint), MSIM_SEGMENTS_MAX);
    msim_lookup_init(&hinted->lookup, mem, &kind);
    msim_table_add(&hinted->hints); /* that of all, if there are too many */
    return hinted;
}

static uint32_t number_of(struct msim_hinted *hinted, uint64_t instr)
{
    const struct hint wanted = {.instr = instr};
    uint32_t number = msim_lookup_number(&hinted->lookup, &hinted->hints, &wanted);
    return number == UINT32_MAX ? 0 : number;
}

static struct hint *hint_at(const struct msim_hinted *hinted, uint32_t number)
{
    return MSIM_TABLE_AT(&hinted->hints, number, struct hint);
}

/* --- The caches ----------------------------------------------------------------------------- */

void msim_hinted_comes(struct msim_hinted *hinted, uint64_t line, int64_t slot,
                       enum msim_cause from)
{
    if (slot >= 0)
        hinted->asked[slot] = (struct msim_asked){.line = line + 1};
    if (hinted->lines < MSIM_HINTED_LINES)
        hinted->line[hinted->lines++] = (struct msim_hinted_line){line, slot, from};
}

uint32_t msim_hinted_uses(struct msim_hinted *hinted, uint64_t slot)
{
    if (!hinted->used || hinted->uses == MSIM_HINTED_USES)
        return MSIM_HINTED_USES;
    hinted->use[hinted->uses].slot = slot;
    hinted->use[hinted->uses].line = hinted->asked[slot].line;
    return hinted->uses++;
}

void msim_hinted_done(struct msim_hinted *hinted)
{
    hinted->lines = hinted->uses = 0;
}

void msim_hinted_begin(struct msim_hinted *hinted)
{
    hinted->now++;
    msim_hinted_done(hinted);
}

/* --- The core ------------------------------------------------------------------------------- */

struct msim_hinted_line *msim_hinted_runs(struct msim_hinted *hinted, uint64_t instr, uint64_t line)
{
    hint_at(hinted, number_of(hinted, instr))->times++;
    for (uint32_t i = 0; i < hinted->lines; i++)
        if (hinted->line[i].line == line)
            return &hinted->line[i];
    return NULL;
}

void msim_hinted_asks(struct msim_hinted *hinted, const struct msim_hinted_line *line,
                      uint64_t instr, uint64_t time, uint64_t arrives)
{
    struct msim_asked *asked = line->slot < 0 ? NULL : &hinted->asked[line->slot];
    if (!asked || asked->line != line->line + 1)
        return;
    asked->hint = number_of(hinted, instr);
    asked->round = hint_at(hinted, asked->hint)->times;
    asked->asked = time;
    asked->arrives = arrives;
    asked->since = hinted->now;
}

/* All of a use is known, which is at `time`. */
static void tell(struct msim_hinted *hinted, uint32_t use, uint64_t time, uint64_t late)
{
    const struct msim_asked *asked = &hinted->asked[hinted->use[use].slot];
    const struct msim_hint_timing timing = {
        .late = late,
        .lead = time > asked->asked ? time - asked->asked : 0,
        .takes = asked->arrives - asked->asked,
        .rounds = hint_at(hinted, asked->hint)->times - asked->round,
    };
    hinted->used(hinted->self, use, &timing);
}

void msim_hinted_meets(struct msim_hinted *hinted, uint64_t line, uint64_t time, uint64_t usual,
                       struct msim_wait *wait)
{
    for (uint32_t i = 0; i < hinted->uses; i++) {
        if (hinted->use[i].line != line + 1)
            continue;
        const struct msim_asked *asked = &hinted->asked[hinted->use[i].slot];
        if (asked->line == line + 1 && asked->since && asked->since == hinted->now) {
            wait->hinted = i + 1;
            tell(hinted, i, time, wait->ready > usual ? wait->ready - usual : 0);
        }
        hinted->use[i].line = 0;
        return;
    }
}
