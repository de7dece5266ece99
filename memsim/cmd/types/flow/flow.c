/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The flow of values through a function's blocks, and what memory operands point to; see flow.h. */
#include "flow.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/sort.h"

/* After this many walks, values that still change are unknown. */
enum { PATIENCE = 12, MOST_ROUNDS = 40 };

struct msim_flow_operand {
    uint64_t address;
    bool has[2]; /* what it reads, what it writes */
    struct msim_operand_type type[2];
};

/* What is known of a function, in a list of those that were asked for. */
struct msim_flow {
    struct msim_flow *next;
    const void *entry;
    struct msim_flow_operand *operand; /* by address */
    size_t operands;
};

/* --- states
 * --------------------------------------------------------------------------------------- */

/* Adds what is known on another path; true: that changed something. */
static bool join_state(struct msim_state *to, const struct msim_state *from, bool is_hasty)
{
    static const struct msim_value unknown = {.kind = MSIM_VALUE_UNKNOWN};
    bool changed = false;
    if (!to->is_reached) {
        *to = *from;
        to->is_reached = true;
        return true;
    }
    for (unsigned i = 0; i < MSIM_REGISTERS; i++) {
        struct msim_value both = msim_value_join(&to->reg[i], &from->reg[i]);
        if (msim_value_same(&both, &to->reg[i]))
            continue;
        to->reg[i] = is_hasty ? unknown : both;
        changed = true;
    }
    for (unsigned i = 0; i < to->slots;) {
        struct msim_value both = unknown;
        for (unsigned j = 0; j < from->slots; j++)
            if (from->slot[j].at == to->slot[i].at)
                both = msim_value_join(&to->slot[i].value, &from->slot[j].value);
        if (msim_value_same(&both, &to->slot[i].value)) {
            i++;
            continue;
        }
        changed = true;
        if (both.kind == MSIM_VALUE_UNKNOWN || is_hasty)
            to->slot[i] = to->slot[--to->slots];
        else
            to->slot[i++].value = both;
    }
    return changed;
}

/* --- blocks
 * --------------------------------------------------------------------------------------- */

static void make_blocks(struct msim_flow_work *work)
{
    free(work->block);
    work->block = NULL;
    work->blocks = 0;
    for (size_t i = 0; i < work->steps; i++) {
        if (work->step[i].is_leader) {
            work->block = msim_room(work->block, work->blocks, sizeof *work->block);
            memset(&work->block[work->blocks], 0, sizeof *work->block);
            work->block[work->blocks++].first = i;
        }
        work->block[work->blocks - 1].end = i + 1;
    }
}

static struct msim_flow_block *block_at(struct msim_flow_work *work, size_t step)
{
    size_t from = msim_keys_below(work->block, work->blocks, sizeof *work->block,
                                  offsetof(struct msim_flow_block, first), step);
    return from < work->blocks && work->block[from].first == step ? &work->block[from] : NULL;
}

static bool pass_on(struct msim_flow_work *work, const struct msim_state *state, size_t step,
                    bool is_hasty)
{
    struct msim_flow_block *to = step < work->steps ? block_at(work, step) : NULL;
    return to && join_state(&to->in, state, is_hasty);
}

static bool pass_by_table(struct msim_flow_work *work, const struct msim_state *state, size_t step,
                          bool is_hasty)
{
    bool changed = false;
    for (size_t i = 0; i < work->jumps; i++)
        for (size_t j = 0; work->jump[i].step == step && j < work->jump[i].targets; j++)
            changed |= pass_on(work, state, work->jump[i].target[j], is_hasty);
    return changed;
}

/* Passes the state at a block's end to those that follow it. */
static bool leave_block(struct msim_flow_work *work, const struct msim_flow_block *block,
                        const struct msim_state *state, bool is_hasty)
{
    size_t last = block->end - 1;
    const struct msim_step *step = &work->step[last];
    bool changed = false, goes_on = step->code.op != MSIM_OP_JUMP && step->code.op != MSIM_OP_STOP;
    if (step->code.has_target && step->code.op != MSIM_OP_CALL)
        changed |= pass_on(work, state, msim_flow_step_at(work, step->code.target), is_hasty);
    else if (step->code.op == MSIM_OP_JUMP)
        changed |= pass_by_table(work, state, last, is_hasty);
    if (goes_on && block->end < work->steps &&
        work->step[block->end].address == step->address + step->code.length)
        changed |= pass_on(work, state, block->end, is_hasty);
    return changed;
}

/* --- the walk
 * ------------------------------------------------------------------------------------- */

static void enter(struct msim_state *state)
{
    *state = (struct msim_state){.is_reached = true};
}

/* A jump to what a register or memory says. */
static bool find_table(struct msim_flow_work *work, const struct msim_state *state, size_t number)
{
    const struct msim_step *step = &work->step[number];
    if (step->code.op != MSIM_OP_JUMP || step->code.has_target || !step->code.operands)
        return false;
    struct msim_value target = msim_flow_value(work, state, step, &step->code.operand[0]);
    return msim_flow_add_jump(work, number, &target);
}

/* One walk over all blocks that are reached; *found: a jump by a table is new. */
static bool walk(struct msim_flow_work *work, bool is_hasty, bool *found)
{
    struct msim_state state;
    bool changed = false;
    for (size_t i = 0; i < work->blocks; i++) {
        struct msim_flow_block *block = &work->block[i];
        if (!block->in.is_reached)
            continue;
        state = block->in;
        for (size_t j = block->first; j < block->end; j++) {
            msim_flow_assume(work, &state, &work->step[j]);
            *found |= find_table(work, &state, j);
            msim_flow_do(work, &state, &work->step[j]);
        }
        if (!work->is_broken)
            changed |= leave_block(work, block, &state, is_hasty);
    }
    return changed;
}

/* Gaps between pieces of code are filled with instructions that do nothing and are not reached. */
static bool is_gap(const struct msim_flow_work *work, const struct msim_flow_block *block)
{
    for (size_t i = block->first; i < block->end; i++)
        if (work->step[i].code.op != MSIM_OP_NOTHING)
            return false;
    return true;
}

/* The first block that no path leads to begins with nothing. */
static bool reach_more(struct msim_flow_work *work)
{
    bool more = false;
    for (size_t i = 0; i < work->blocks && (!more || work->is_broken); i++)
        if (!work->block[i].in.is_reached && !is_gap(work, &work->block[i])) {
            enter(&work->block[i].in);
            more = true;
        }
    return more;
}

static void settle(struct msim_flow_work *work, uint64_t begin)
{
    bool found = true;
    for (unsigned round = 0; found && round < MOST_ROUNDS; round++) {
        unsigned walks = 0;
        found = false;
        make_blocks(work);
        struct msim_flow_block *first = block_at(work, msim_flow_step_at(work, begin));
        if (first) {
            enter(&first->in);
            first->in.reg[MSIM_RSP] = (struct msim_value){.kind = MSIM_VALUE_FRAME, .at = -8};
        }
        do
            while (walk(work, ++walks > PATIENCE, &found))
                continue;
        while (!found && reach_more(work));
    }
}

/* --- operands
 * ------------------------------------------------------------------------------------- */

/* The memory operand that an instruction reads or writes explicitly; NULL: none, or it is not clear
 * which one. */
static const struct msim_code_operand *memory_of(const struct msim_decoded *code, bool writes)
{
    const struct msim_code_operand *found = NULL;
    unsigned count = 0;
    if (code->op == MSIM_OP_ADDRESS || code->op == MSIM_OP_NOTHING ||
        (writes && (code->op == MSIM_OP_PUSH || code->op == MSIM_OP_CALL)) ||
        (!writes && code->op == MSIM_OP_POP))
        return NULL;
    for (unsigned i = 0; i < code->operands; i++)
        if (code->operand[i].kind == MSIM_OPERAND_MEMORY) {
            count++;
            if (!found || !writes)
                found = &code->operand[i];
        }
    /* The two of a copied string; those of a comparison are both read. */
    bool copies = count == 2 && code->writes >> MSIM_RSI & 1 && code->writes >> MSIM_RDI & 1;
    return count == 1 || (copies && code->operand[0].base == MSIM_RDI) ? found : NULL;
}

static void record(struct msim_flow_work *work, struct msim_flow *flow,
                   const struct msim_state *state, const struct msim_step *step)
{
    struct msim_flow_operand made = {.address = step->address};
    for (unsigned writes = 0; writes < 2; writes++) {
        const struct msim_code_operand *operand = memory_of(&step->code, writes);
        if (!operand)
            continue;
        struct msim_value address = msim_flow_address(state, step, operand);
        made.has[writes] = msim_flow_place(work, step, &address, &made.type[writes]);
    }
    if (!made.has[0] && !made.has[1])
        return;
    MSIM_PUSH(flow->operand, flow->operands, made);
}

static void record_all(struct msim_flow_work *work, struct msim_flow *flow)
{
    struct msim_state state;
    for (size_t i = 0; i < work->blocks; i++) {
        state = work->block[i].in;
        for (size_t j = work->block[i].first; j < work->block[i].end; j++) {
            msim_flow_assume(work, &state, &work->step[j]);
            record(work, flow, &state, &work->step[j]);
            msim_flow_do(work, &state, &work->step[j]);
        }
    }
}

static void free_work(struct msim_flow_work *work)
{
    for (size_t i = 0; i < work->jumps; i++)
        free(work->jump[i].target);
    MSIM_FREE(work->jump, work->block, work->fact, work->step);
    msim_facts_free(&work->facts);
}

static struct msim_flow *flow_of(struct msim_debug *debug, struct msim_debug_function *function)
{
    struct msim_flow **at = &debug->flow;
    while (*at && (*at)->entry != function->die.addr)
        at = &(*at)->next;
    struct msim_flow *flow = *at;
    if (flow) {
        *at = flow->next;
    } else {
        struct msim_flow_work work = {.debug = debug};
        Dwarf_Die die = function->die;
        Dwarf_Addr begin;
        flow = msim_zeroed(1, sizeof *flow);
        flow->entry = die.addr;
        msim_facts_find(&work.facts, debug, &die);
        if (msim_flow_decode(&work, die.addr)) {
            if (dwarf_entrypc(&die, &begin) != 0)
                begin = function->low;
            settle(&work, begin);
            record_all(&work, flow);
        }
        free_work(&work);
    }
    flow->next = debug->flow;
    debug->flow = flow;
    return flow;
}

void msim_flow_free(struct msim_flow *flow)
{
    for (struct msim_flow *next; flow; flow = next) {
        next = flow->next;
        MSIM_FREE(flow->operand, flow);
    }
}

bool msim_debug_operand(struct msim_debug *debug, uint64_t address, bool writes,
                        struct msim_operand_type *operand)
{
    struct msim_debug_function *function = msim_debug_function(debug, address);
    if (!function)
        return false;
    const struct msim_flow *flow = flow_of(debug, function);
    size_t from = msim_keys_below(flow->operand, flow->operands, sizeof *flow->operand,
                                  offsetof(struct msim_flow_operand, address), address);
    if (from == flow->operands || flow->operand[from].address != address ||
        !flow->operand[from].has[writes])
        return false;
    *operand = flow->operand[from].type[writes];
    return true;
}
