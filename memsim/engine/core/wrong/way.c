/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of way.h. */
#include "way.h"

#include <stddef.h>

#define UNKNOWN UINT64_MAX

void msim_wrong_init(struct msim_wrong_way *way, const struct msim_core *core,
                     struct msim_memory *memory, const struct msim_stores *stores)
{
    way->core = core;
    way->memory = memory;
    way->stores = stores;
}

/* --- Where the ways part -------------------------------------------------------------------- */

static const struct msim_planned *past_at(const struct msim_wrong_way *way, uint64_t number)
{
    return way->past[number % MSIM_WRONG_PAST];
}

/* Finds where the branch last led elsewhere; false: that is too long ago. */
static bool find_other(struct msim_wrong_way *way, const struct msim_wrong_branch *branch)
{
    bool taken = msim_end_is_taken(branch->last, branch->next);
    uint64_t most = msim_earlier(way->passed, MSIM_WRONG_SEARCHED);
    way->parts = way->passed;
    way->branches_at = branch->last->last;
    for (uint64_t i = 2; i <= most; i++) {
        const struct msim_planned *before = past_at(way, way->passed - i);
        const struct msim_planned *next = past_at(way, way->passed - i + 1);
        way->other = way->passed - i + 1;
        if (!before || before->last != way->branches_at)
            continue;
        if (next && msim_end_is_taken(before, next) != taken)
            return true;
        way->parts = way->other;
    }
    return false;
}

bool msim_wrong_parts(struct msim_wrong_way *way, const struct msim_wrong_branch *branch)
{
    bool held = branch->resolved >= branch->front / MSIM_TICKS + MSIM_WRONG_LEAST;
    way->on &= !way->parted;
    if ((!way->on && !held) || !find_other(way, branch)) {
        way->on = false;
        return false;
    }
    bool begins = !way->on;
    way->on = way->parted = true;
    if (begins) {
        way->slots = way->room = 0;
        way->at = way->branches = 0;
    }
    way->again = false;
    way->instrs = 0;
    msim_wrong_sides_begin(&way->sides);
    if (way->branches == MSIM_WRONG_BRANCHES)
        return false;
    way->branch[way->branches].front = branch->front - way->slots * (MSIM_TICKS / way->core->width);
    way->branch[way->branches++].until = branch->resolved;
    return begins;
}

/* --- Where they join ------------------------------------------------------------------------ */

/* Which instruction of a segment is at the address; as many as it has: none. */
static uint32_t instr_at(const struct msim_planned *plan, uint64_t address)
{
    uint32_t i = 0, instrs = plan->segment->instrs_used;
    if (address < plan->address || address >= plan->next)
        return instrs;
    while (i < instrs && plan->address + plan->step[i].offset != address)
        i++;
    return i;
}

/* What operations of the first instructions of a segment leave in registers is unknown. */
static void forget_first(struct msim_wrong_way *way, const struct msim_planned *plan,
                         uint32_t instrs)
{
    uint32_t acts = 0;
    for (uint32_t i = 0; i < instrs; i++)
        acts += plan->step[i].acts;
    for (unsigned i = 0; i < plan->segment->ops->results; i++) {
        const struct msim_op_result *result = &plan->result[i];
        if (result->source >= MSIM_REGISTERS && result->source < MSIM_REGISTERS + acts)
            way->time[result->reg] = UNKNOWN;
    }
}

/* The ways join in front of this instruction of the wrong way's segment of that number. */
static void join(struct msim_wrong_way *way, uint64_t number, uint32_t instr)
{
    way->parted = false;
    for (uint64_t i = way->other; i < number; i++)
        msim_wrong_sides_pass(&way->sides, &way->sides.wrong, past_at(way, i));
    for (unsigned i = 0; i < MSIM_REGISTERS; i++)
        if (!msim_wrong_sides_agree(&way->sides, i))
            way->time[i] = UNKNOWN;
    forget_first(way, past_at(way, number), instr);
}

void msim_wrong_begins(struct msim_wrong_way *way, const struct msim_planned *plan)
{
    uint32_t all = plan->segment->instrs_used, instrs = 0;
    way->first = way->parted ? all : 0;
    if (way->parted && (way->again || way->instrs > way->core->wrong_way))
        way->on = false;
    way->instrs += all;
    way->again = plan->last == way->branches_at;
    for (uint64_t i = way->other; way->on && way->parted && i < way->parts; i++) {
        const struct msim_planned *other = past_at(way, i);
        if (!other || instrs > way->core->wrong_way)
            return;
        uint32_t in_other = instr_at(other, plan->address), here = instr_at(plan, other->address);
        if (in_other < other->segment->instrs_used) {
            way->first = 0;
            join(way, i, in_other);
        } else if (here < all) {
            way->first = here;
            join(way, i, 0);
        }
        instrs += other->segment->instrs_used;
    }
}

/* --- Running -------------------------------------------------------------------------------- */

/* When the instruction can start, and until when; false: not on any wrong way. */
static bool enters(struct msim_wrong_way *way, const struct msim_wrong_instr *instr,
                   uint64_t *entered, uint64_t *until)
{
    uint64_t entering = MSIM_TICKS / way->core->width;
    way->room = msim_later(way->room, instr->room);
    for (; way->at < way->branches; way->at++) {
        uint64_t front = way->branch[way->at].front + way->slots * entering;
        *entered = msim_later(front, way->room) / MSIM_TICKS + 1;
        *until = way->branch[way->at].until;
        if (*entered < *until)
            break;
    }
    way->slots += instr->step->slot;
    return way->at < way->branches;
}

/* What missed the line of the address, which is not told again; NULL: nothing did. */
static const struct msim_served *served_of(const struct msim_wrong_instr *instr, uint64_t address)
{
    for (uint32_t i = 0; i < instr->used; i++) {
        struct msim_seen *seen = &instr->seen[i];
        if (seen->kind != MSIM_READ || seen->first != address || !seen->served.line)
            continue;
        seen->kind = MSIM_FETCH;
        seen->first = 0;
        return &seen->served;
    }
    return NULL;
}

static uint64_t run_load(struct msim_wrong_way *way, const struct msim_wrong_instr *instr,
                         const struct msim_act *act, uint64_t time)
{
    uint64_t address;
    if (!msim_act_address(act, instr->record, &address))
        return time + 1;
    if (msim_stores_hold(way->stores, address, time))
        return UNKNOWN;
    const struct msim_served *served = served_of(instr, address);
    if (!served)
        return msim_memory_there(way->memory, time, address, act->size) + act->more;
    struct msim_wait wait;
    msim_memory_access(way->memory, time, address, act->size, served, &wait);
    return wait.ready + act->more;
}

void msim_wrong_runs(struct msim_wrong_way *way, const struct msim_wrong_instr *instr)
{
    uint64_t entered, until;
    const uint16_t *source = instr->source;
    uint32_t number = (uint32_t)(instr->step - instr->plan->step);
    uint64_t *ready = &way->time[MSIM_REGISTERS + (instr->act - instr->plan->act)];
    bool joined = number >= way->first;
    bool passes = !joined && way->parted; /* the segment is before the join as a whole */
    way->on = !(instr->step->how & (MSIM_INSTR_ATOMIC | MSIM_INSTR_FENCE)) &&
              enters(way, instr, &entered, &until);
    if (!way->on)
        return;
    for (unsigned i = 0; i < instr->step->acts; i++) {
        const struct msim_act *act = &instr->act[i];
        uint64_t time = msim_later(entered, msim_latest(way->time, source, act->sources));
        if (time == UNKNOWN || !(joined || passes))
            *ready++ = UNKNOWN;
        else if (act->kind != MSIM_ACT_LOAD)
            *ready++ = time + act->latency;
        else
            *ready++ = joined && time < until ? run_load(way, instr, act, time) : UNKNOWN;
        source += act->sources + act->data;
    }
}

void msim_wrong_ends(struct msim_wrong_way *way, const struct msim_planned *plan)
{
    msim_plan_results(plan, way->time);
    if (way->parted)
        msim_wrong_sides_pass(&way->sides, &way->sides.right, plan);
}
