/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of wrong/way.h and wrong/sides.h, for the model. */
#include "model.h"

#include <stdlib.h>
#include <string.h>

#define UNKNOWN UINT64_MAX

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t address_of(const struct msim_segment *segment, unsigned instr)
{
    uint64_t address = segment->address;
    for (unsigned i = 0; i < instr; i++)
        address += segment->instrs[i].length;
    return address;
}

static uint64_t last_of(const struct msim_segment *segment)
{
    return address_of(segment, segment->instrs_used - 1u);
}

static bool is_taken(const struct msim_segment *from, const struct msim_segment *to)
{
    return !to->continued && to->address != address_of(from, from->instrs_used);
}

/* --- What both ways compute ----------------------------------------------------------------- */

enum { NODES = 1 << 16, SOURCES = 2 * MSIM_OP_SOURCES_MAX };

/* What was computed: an operation of such values, by number; those of the registers come first. */
struct node {
    int class; /* -1: what is never the same */
    unsigned used;
    size_t source[SOURCES];
};

struct nodes {
    struct node *at;
    size_t used;
};

static size_t node_of(struct nodes *nodes, const struct node *node)
{
    for (size_t i = 0; i < nodes->used && node->class >= 0; i++)
        if (nodes->at[i].class == node->class && nodes->at[i].used == node->used &&
            !memcmp(nodes->at[i].source, node->source, node->used * sizeof *node->source))
            return i + MSIM_REGISTERS;
    if (nodes->used == NODES)
        abort();
    nodes->at[nodes->used] = *node;
    return nodes->used++ + MSIM_REGISTERS;
}

/* What the segment leaves in registers. */
static void pass(struct nodes *nodes, const struct msim_segment *segment, size_t *reg)
{
    const struct msim_ops *ops = segment->ops;
    size_t before[MSIM_REGISTERS], op[MSIM_OPS_MAX];
    const uint16_t *source = ops->source;
    memcpy(before, reg, sizeof before);
    for (unsigned i = 0; i < ops->ops; i++) {
        struct node node = {.class = ops->op[i].class,
                            .used = ops->op[i].sources + ops->op[i].data};
        for (unsigned k = 0; k < node.used; k++, source++)
            node.source[k] =
                *source < MSIM_REGISTERS ? before[*source] : op[*source - MSIM_REGISTERS];
        if (!node.used || model_is_load(&ops->op[i]))
            node.class = -1;
        op[i] = node_of(nodes, &node);
    }
    for (unsigned i = 0; i < ops->results; i++) {
        uint16_t from = ops->result[i].source;
        reg[ops->result[i].reg] = from == MSIM_OP_READY ? node_of(nodes, &(struct node){-1, 0, {0}})
                                  : from < MSIM_REGISTERS ? before[from]
                                                          : op[from - MSIM_REGISTERS];
    }
}

/* What is not the same after these segments of both ways is unknown. */
static void compare(struct model_wrong *wrong, size_t right_end, size_t wrong_end)
{
    struct nodes nodes = {malloc(NODES * sizeof *nodes.at), 0};
    size_t one[MSIM_REGISTERS], other[MSIM_REGISTERS];
    for (size_t i = 0; i < MSIM_REGISTERS; i++)
        one[i] = other[i] = i;
    for (size_t i = wrong->parts; i < right_end; i++)
        pass(&nodes, wrong->ran[i], one);
    for (size_t i = wrong->other; i < wrong_end; i++)
        pass(&nodes, wrong->ran[i], other);
    for (size_t i = 0; i < MSIM_REGISTERS; i++)
        if (one[i] != other[i] || (wrong->differs && one[i] != i))
            wrong->reg[i] = UNKNOWN;
    free(nodes.at);
}

/* --- Where the ways part and join ----------------------------------------------------------- */

static bool find_other(struct model_wrong *wrong, const struct msim_segment *last,
                       const struct msim_segment *next)
{
    wrong->parts = wrong->ends = wrong->used;
    for (size_t i = wrong->used - 1; i-- && wrong->used - i <= MSIM_WRONG_SEARCHED;) {
        const struct msim_segment *before = wrong->ran[i], *after = wrong->ran[i + 1];
        if (!before || last_of(before) != last_of(last))
            continue;
        wrong->other = i + 1;
        if (after && is_taken(before, after) != is_taken(last, next))
            return true;
        wrong->ends = i + 1;
    }
    return false;
}

void model_wrong_parts(struct model *model, const struct msim_segment *next)
{
    struct model_wrong *wrong = &model->wrong;
    bool held = model->resolved >= model->front / MSIM_TICKS + MSIM_WRONG_LEAST;
    if (wrong->parted)
        wrong->on = false;
    if (model->last->ops->end != MSIM_OP_ENDS_COND || !model->core.wrong_way ||
        (!wrong->on && !held) || !find_other(wrong, model->last, next)) {
        wrong->on = false;
        return;
    }
    if (!wrong->on) {
        wrong->slots = wrong->filled = wrong->branches = 0;
        memcpy(wrong->reg, model->reg, sizeof wrong->reg);
    }
    wrong->on = wrong->parted = true;
    if (wrong->branches == MSIM_WRONG_BRANCHES)
        return;
    wrong->branch[wrong->branches].front = model->front;
    wrong->branch[wrong->branches].slots = wrong->slots;
    wrong->branch[wrong->branches++].until = model->resolved;
}

static int instr_at(const struct msim_segment *segment, uint64_t address)
{
    for (int i = 0; i < segment->instrs_used; i++)
        if (address_of(segment, (unsigned)i) == address)
            return i;
    return -1;
}

static void forget_first(struct model_wrong *wrong, const struct msim_segment *segment, int instr)
{
    const struct msim_ops *ops = segment->ops;
    for (unsigned i = 0; i < ops->results; i++) {
        uint16_t source = ops->result[i].source;
        if (source >= MSIM_REGISTERS && source != MSIM_OP_READY &&
            ops->op[source - MSIM_REGISTERS].instr < instr)
            wrong->reg[ops->result[i].reg] = UNKNOWN;
    }
}

static void find_join(struct model *model, const struct msim_segment *segment)
{
    struct model_wrong *wrong = &model->wrong;
    uint32_t instrs = 0;
    for (size_t i = wrong->other; i < wrong->ends && wrong->parted; i++) {
        const struct msim_segment *other = wrong->ran[i];
        if (!other || instrs > model->core.wrong_way)
            return;
        int there = instr_at(other, segment->address), here = instr_at(segment, other->address);
        if (there >= 0 || here >= 0) {
            compare(wrong, wrong->used, i);
            wrong->parted = false;
            wrong->first = there >= 0 ? 0 : (unsigned)here;
            if (there >= 0)
                forget_first(wrong, other, there);
        }
        instrs += other->instrs_used;
    }
}

void model_wrong_begins(struct model *model, const struct msim_segment *segment)
{
    struct model_wrong *wrong = &model->wrong;
    uint32_t instrs = 0;
    if (!model->last || segment->ops->repeats)
        wrong->on = false;
    if (!wrong->on)
        return;
    wrong->first = wrong->parted ? segment->instrs_used : 0;
    for (size_t i = wrong->parts; wrong->parted && i < wrong->used; i++) {
        instrs += wrong->ran[i]->instrs_used;
        if (last_of(wrong->ran[i]) == last_of(wrong->ran[wrong->parts - 1]))
            wrong->on = false;
    }
    if (wrong->parted && instrs > model->core.wrong_way)
        wrong->on = false;
    if (wrong->on)
        find_join(model, segment);
}

/* --- Running -------------------------------------------------------------------------------- */

/* When the one `most` before the one after `more` others gave up its place. */
static uint64_t earlier(const struct model_list *list, uint32_t more, uint32_t most)
{
    size_t this = list->used + more;
    return this >= most && this - most < list->used ? list->at[this - most] : 0;
}

static bool has_slot(const struct msim_segment *segment, unsigned instr)
{
    return !(segment->continued && instr == 0) &&
           !(segment->ops->fused && instr + 1 == segment->instrs_used);
}

static uint64_t room_for(const struct model *model, const struct msim_segment *segment,
                         unsigned instr)
{
    const struct msim_core *core = &model->core;
    uint64_t room = has_slot(segment, instr) ? earlier(&model->retired, 0, core->window) : 0;
    uint32_t loads = 0, results = 0, stores = 0;
    for (unsigned i = 0; i < segment->ops->ops; i++) {
        const struct msim_operation *op = &segment->ops->op[i];
        if (op->instr != instr)
            continue;
        if (model_is_load(op))
            room = later(room, earlier(&model->loads, loads++, core->loads));
        if (core->results && model_computes(core, op))
            room = later(room, earlier(&model->results, results++, core->results));
        if (msim_op_stores(op->class))
            room = later(room, earlier(&model->written, stores++, core->stores));
    }
    return room;
}

/* It enters before one of these branches, of which this is the first, was resolved. */
static bool enters(struct model *model, const struct msim_segment *segment, unsigned instr,
                   uint64_t *entered, uint64_t *until)
{
    struct model_wrong *wrong = &model->wrong;
    wrong->filled = later(wrong->filled, room_for(model, segment, instr));
    for (unsigned i = 0; i < wrong->branches; i++) {
        uint64_t before = wrong->slots - wrong->branch[i].slots;
        uint64_t front = wrong->branch[i].front + before * (MSIM_TICKS / model->core.width);
        *entered = later(front, wrong->filled) / MSIM_TICKS + 1;
        *until = wrong->branch[i].until;
        if (*entered < *until) {
            wrong->slots += has_slot(segment, instr);
            return true;
        }
    }
    return false;
}

static uint64_t run_load(struct model *model, const struct model_record *of,
                         const struct msim_operation *op, uint64_t time)
{
    const struct msim_access *access = &of->segment->accesses[op->access];
    uint64_t address = of->record[access->word] + (uint64_t)(int64_t)access->offset;
    const struct model_store *store = model_last_store(model, address);
    struct msim_served served = {0};
    struct msim_wait wait;
    if (access->maybe && of->record[access->word] == MSIM_NO_ADDRESS)
        return time + 1;
    if (store && store->written > time)
        return UNKNOWN;
    for (uint32_t i = 0; i < of->used && !served.line; i++)
        if (of->seen[i].kind == MSIM_READ && of->seen[i].first == address && !of->told[i] &&
            of->seen[i].served.line) {
            of->told[i] = true;
            served = of->seen[i].served;
        }
    model_memory_access(&model->memory, time + model->wrong.late, address, access->size, &served,
                        &wait);
    return wait.ready + model_more_of(&model->core, op);
}

static uint64_t source_ready(const struct model_wrong *wrong, uint16_t source)
{
    return source < MSIM_REGISTERS ? wrong->reg[source] : wrong->ready[source - MSIM_REGISTERS];
}

void model_wrong_runs(struct model *model, const struct model_record *of, unsigned instr)
{
    struct model_wrong *wrong = &model->wrong;
    const struct msim_ops *ops = of->segment->ops;
    uint64_t entered, until;
    const uint16_t *source = ops->source;
    if (of->segment->instrs[instr].how & (MSIM_INSTR_ATOMIC | MSIM_INSTR_FENCE))
        wrong->on = false;
    if (!wrong->on || !enters(model, of->segment, instr, &entered, &until)) {
        wrong->on = false;
        return;
    }
    for (unsigned i = 0; i < ops->ops; i++) {
        const struct msim_operation *op = &ops->op[i];
        uint64_t time = entered, *ready = &wrong->ready[i];
        for (unsigned k = 0; k < op->sources; k++)
            time = later(time, source_ready(wrong, source[k]));
        source += op->sources + op->data;
        if (op->instr != instr)
            continue;
        bool joined = instr >= wrong->first;
        if (time == UNKNOWN || (!joined && !wrong->parted))
            *ready = UNKNOWN;
        else if (model_is_load(op))
            *ready = joined && time < until ? run_load(model, of, op, time) : UNKNOWN;
        else if (msim_op_stores(op->class))
            *ready = time + 1;
        else
            *ready = time + (op->class == MSIM_OP_JOIN ? 0 : model_latency_of(&model->core, op));
    }
}

void model_wrong_ends(struct model *model, const struct msim_segment *segment)
{
    struct model_wrong *wrong = &model->wrong;
    uint64_t before[MSIM_REGISTERS];
    memcpy(before, wrong->reg, sizeof before);
    for (unsigned i = 0; i < segment->ops->results && wrong->on; i++) {
        uint16_t source = segment->ops->result[i].source;
        wrong->reg[segment->ops->result[i].reg] = source == MSIM_OP_READY ? 0
                                                  : source < MSIM_REGISTERS
                                                      ? before[source]
                                                      : wrong->ready[source - MSIM_REGISTERS];
    }
    if (wrong->room < wrong->used + 2) {
        wrong->room = 2 * wrong->room + 64;
        wrong->ran = realloc(wrong->ran, wrong->room * sizeof(void *));
    }
    if (!model->last)
        wrong->ran[wrong->used++] = NULL;
    wrong->ran[wrong->used++] = segment;
}
