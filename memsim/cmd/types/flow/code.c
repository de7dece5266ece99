/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The instructions of a function, and where its jumps lead; see flow.h. */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/types/debug.h"
#include "engine/base/sort.h"
#include "flow.h"

enum { MOST_STEPS = 1 << 17, MOST_TABLE = 1 << 12 };

/* --- instructions
 * --------------------------------------------------------------------------------- */

static void add_step(struct msim_flow_work *work, uint64_t address,
                     const struct msim_decoded *decoded)
{
    struct msim_step step = {.address = address, .code = *decoded};
    step.has_cfa = msim_debug_frame(work->debug, address, &step.cfa_register, &step.cfa_offset) &&
                   step.cfa_register < MSIM_REGISTERS;
    MSIM_PUSH(work->step, work->steps, step);
}

static void decode_range(struct msim_flow_work *work, struct msim_decoder *decoder, uint64_t low,
                         uint64_t high)
{
    size_t left;
    const unsigned char *bytes = msim_elf_code(&work->debug->code->elf, low, &left);
    struct msim_decoded decoded;
    while (bytes && low < high && work->steps < MOST_STEPS) {
        if (!left || !msim_decode_instruction(decoder, bytes, left, low, &decoded) ||
            !decoded.length) {
            work->is_broken = true;
            return;
        }
        add_step(work, low, &decoded);
        bytes += decoded.length;
        left -= decoded.length;
        low += decoded.length;
    }
    work->is_broken = work->is_broken || low < high;
}

size_t msim_flow_step_at(const struct msim_flow_work *work, uint64_t address)
{
    size_t from = msim_keys_below(work->step, work->steps, sizeof *work->step,
                                  offsetof(struct msim_step, address), address);
    return from < work->steps && work->step[from].address == address ? from : SIZE_MAX;
}

/* Facts are sorted by their begin; each step gets a list of those that hold there. */
static void assign_facts(struct msim_flow_work *work)
{
    const struct msim_facts *facts = &work->facts;
    uint32_t *active = msim_zeroed(facts->facts, sizeof *active);
    size_t actives = 0, next = 0;
    for (size_t i = 0; i < work->steps; i++) {
        struct msim_step *step = &work->step[i];
        size_t kept = 0;
        for (; next < facts->facts && facts->fact[next].low <= step->address; next++)
            active[actives++] = (uint32_t)next;
        for (size_t j = 0; j < actives; j++)
            if (facts->fact[active[j]].high > step->address)
                active[kept++] = active[j];
        actives = kept;
        step->facts = (uint32_t)work->fact_count;
        step->fact_count = (uint32_t)actives;
        for (size_t j = 0; j < actives; j++)
            MSIM_PUSH(work->fact, work->fact_count, active[j]);
    }
    free(active);
}

static void mark_leaders(struct msim_flow_work *work)
{
    for (size_t i = 0; i < work->steps; i++) {
        const struct msim_step *step = &work->step[i];
        enum msim_op op = step->code.op;
        bool ends = op == MSIM_OP_JUMP || op == MSIM_OP_BRANCH || op == MSIM_OP_STOP;
        bool follows =
            i + 1 < work->steps && work->step[i + 1].address == step->address + step->code.length;
        if (i + 1 < work->steps && (ends || !follows))
            work->step[i + 1].is_leader = true;
        size_t target = step->code.has_target && op != MSIM_OP_CALL
                            ? msim_flow_step_at(work, step->code.target)
                            : SIZE_MAX;
        if (target != SIZE_MAX)
            work->step[target].is_leader = true;
    }
    work->step[0].is_leader = true;
}

bool msim_flow_decode(struct msim_flow_work *work, const void *entry)
{
    struct msim_decoder *decoder = msim_decoder_open();
    if (!decoder)
        return false;
    for (size_t i = 0; i < work->debug->functions; i++)
        if (work->debug->function[i].die.addr == entry)
            decode_range(work, decoder, work->debug->function[i].low,
                         work->debug->function[i].high);
    msim_decoder_close(decoder);
    if (!work->steps)
        return false;
    qsort(work->step, work->steps, sizeof *work->step, msim_by_key);
    assign_facts(work);
    mark_leaders(work);
    return true;
}

/* --- jumps by tables
 * ------------------------------------------------------------------------------ */

static void add_target(struct msim_flow_work *work, struct msim_jump *jump, uint64_t address)
{
    size_t step = msim_flow_step_at(work, address);
    if (step == SIZE_MAX)
        return;
    for (size_t i = 0; i < jump->targets; i++)
        if (jump->target[i] == step)
            return;
    MSIM_PUSH(jump->target, jump->targets, step);
    work->step[step].is_leader = true;
}

/* Entries follow each other until one leads elsewhere. */
static void read_distances(struct msim_flow_work *work, struct msim_jump *jump, uint64_t table)
{
    size_t left;
    int32_t distance;
    const unsigned char *bytes = msim_elf_loaded(&work->debug->code->elf, table, &left);
    for (unsigned i = 0; bytes && i < MOST_TABLE && left >= sizeof distance; i++) {
        memcpy(&distance, bytes, sizeof distance);
        uint64_t address = table + (uint64_t)(int64_t)distance;
        if (msim_flow_step_at(work, address) == SIZE_MAX)
            return;
        add_target(work, jump, address);
        bytes += sizeof distance;
        left -= sizeof distance;
    }
}

static void take_label(void *context, uint64_t address)
{
    struct msim_debug *debug = context;
    size_t left;
    if (!msim_elf_code(&debug->code->elf, address, &left))
        return;
    MSIM_PUSH(debug->label, debug->labels, address);
}

/* All addresses of code that are in the object's data, sorted. */
static const uint64_t *labels_of(struct msim_debug *debug, size_t *count)
{
    if (!debug->has_labels) {
        debug->has_labels = true;
        msim_elf_addresses(&debug->code->elf, take_label, debug);
        msim_sort(debug->label, debug->labels, sizeof *debug->label, msim_by_key);
    }
    *count = debug->labels;
    return debug->label;
}

/* Every label in the function whose address is in the data: one of a table of labels, whichever. */
static void read_labels(struct msim_flow_work *work, struct msim_jump *jump)
{
    size_t count;
    const uint64_t *label = labels_of(work->debug, &count);
    uint64_t low = work->step[0].address, high = work->step[work->steps - 1].address;
    size_t from = msim_keys_below(label, count, sizeof *label, 0, low);
    for (; from < count && label[from] <= high; from++)
        add_target(work, jump, label[from]);
}

/* What a jump was first thought to mean may prove to be wrong, as more paths lead to it. */
bool msim_flow_add_jump(struct msim_flow_work *work, size_t step, const struct msim_value *target)
{
    struct msim_jump *jump = NULL;
    for (size_t i = 0; i < work->jumps && !jump; i++)
        if (work->jump[i].step == step)
            jump = &work->jump[i];
    if (jump && (jump->is_wild || msim_value_same(&jump->by, target)))
        return false;
    if (!jump) {
        jump = MSIM_NEXT(work->jump, work->jumps);
        *jump = (struct msim_jump){.step = step, .by = *target};
        if (target->kind == MSIM_VALUE_LABEL) {
            read_distances(work, jump, (uint64_t)target->at);
            return true;
        }
    }
    jump->is_wild = true;
    read_labels(work, jump);
    return true;
}
