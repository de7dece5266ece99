/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of pipeline.h, queue.h and charge.h, for the model. */
#include "model.h"

#include <stdlib.h>

/* One instruction. */
struct step {
    const struct msim_segment *segment;
    const uint64_t *record;
    const struct msim_seen *seen;
    bool *told; /* which of these */
    uint32_t used;
    unsigned instr;
    uint32_t site;
    bool joined, repeated, atomic, fence;
    uint64_t address, enters, done, there;
    struct msim_wait by;
};

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

static uint64_t cycle_after(uint64_t ticks)
{
    return (ticks + MSIM_TICKS - 1) / MSIM_TICKS;
}

/* --- Making it ------------------------------------------------------------------------------ */

void model_start(struct model *model, const struct msim_machine *machine,
                 const struct msim_probe *probe, struct msim_branches *branches)
{
    const struct msim_core *core = &machine->core;
    const uint32_t ports[MSIM_PORT_GROUPS] = {[MSIM_PORTS_SIMPLE] = core->simple_ports,
                                              [MSIM_PORTS_MULTIPLY] = core->multiply_ports,
                                              [MSIM_PORTS_BRANCH] = core->branch_ports,
                                              [MSIM_PORTS_SHIFT] = core->shift_ports,
                                              [MSIM_PORTS_SELECT] = core->select_ports,
                                              [MSIM_PORTS_VECTOR] = core->vector_ports,
                                              [MSIM_PORTS_FLOAT_ADD] = core->float_add_ports,
                                              [MSIM_PORTS_FLOAT_MULTIPLY] =
                                                  core->float_multiply_ports,
                                              [MSIM_PORTS_FLOAT_DIVIDE] = core->float_divide_ports,
                                              [MSIM_PORTS_MOVE] = core->move_ports,
                                              [MSIM_PORTS_LOAD] = core->load_ports,
                                              [MSIM_PORTS_VECTOR_LOAD] = core->vector_load_ports,
                                              [MSIM_PORTS_STORE] = core->store_ports,
                                              [MSIM_PORTS_VECTOR_STORE] = core->vector_store_ports,
                                              [MSIM_PORTS_ACCESS] = core->access_ports,
                                              [MSIM_PORTS_DIVIDE] = core->divide_ports};
    *model = (struct model){.core = *core, .branches = branches, .late = MSIM_FRONT};
    for (int i = 0; i < MSIM_PORT_GROUPS; i++)
        model->ports[i] = (struct model_taken){.most = ports[i]};
    for (int i = 0; i < 8; i++)
        model->word[i] = (struct model_taken){.most = core->word_loads};
    model->memory = (struct model_memory){.core = *core, .probe = *probe, .sets = 1};
    if (machine->level[MSIM_D1].units)
        model->memory.sets = msim_geometry_sets(MSIM_D1, &machine->level[MSIM_D1]);
    for (int i = 0; i < MSIM_LATENCIES; i++)
        model->memory.latency[i] = machine->latency[i];
    for (int i = MSIM_WAIT_L2; i <= MSIM_WAIT_MEMORY; i++)
        model->memory.way[i] = (struct model_taken){.shift = 6, .most = 64};
    for (int i = 0; i < 8; i++)
        model->memory.bank[i] = (struct model_taken){.shift = 6, .most = 64};
    for (int i = 0; i < 16; i++)
        model->memory.back[i] = (struct model_taken){.shift = 7, .most = 64};
}

void model_end(struct model *model)
{
    for (int i = 0; i < MSIM_PORT_GROUPS; i++)
        free(model->ports[i].units.at);
    for (int i = 0; i < 8; i++)
        free(model->word[i].units.at);
    for (int i = 0; i < MSIM_CAUSES; i++)
        free(model->memory.way[i].units.at);
    for (int i = 0; i < 8; i++)
        free(model->memory.bank[i].units.at);
    for (int i = 0; i < 16; i++)
        free(model->memory.back[i].units.at);
    free(model->memory.flights.at);
    free(model->memory.arrivals.at);
    free(model->memory.rows.at);
    free(model->memory.came.at);
    free(model->same.at);
    free(model->took.at);
    free(model->memory.taken.at);
    free(model->memory.sets_taken.at);
    free(model->memory.strides);
    for (int i = 0; i < MSIM_QUEUES; i++)
        free(model->started[i].at);
    free(model->retired.at);
    free(model->loads.at);
    free(model->results.at);
    free(model->written.at);
    free(model->lines.at);
    free(model->stores);
    free(model->wrong.ran);
}

/* --- Entering ------------------------------------------------------------------------------- */

static void hold(struct model *model, uint64_t time, enum msim_cause why, uint32_t site)
{
    if (time <= model->front)
        return;
    model->front = time;
    model->late = why;
    model->late_site = site;
}

/* Waits for the one `most` before the one after `more` others, if it is of an instruction
 * before. */
static void await_earlier(struct model *model, const struct model_list *list, uint32_t more,
                          uint32_t most, enum msim_cause why, uint32_t site)
{
    size_t this = list->used + more;
    if (this >= most && this - most < list->used)
        hold(model, list->at[this - most], why, site);
}

/* How many that entered before start after the cycle, and when the first of them does. */
static size_t waiting(const struct model_list *started, uint64_t cycle, uint64_t *first)
{
    size_t count = 0;
    *first = UINT64_MAX;
    for (size_t i = 0; i < started->used; i++)
        if (started->at[i] > cycle) {
            count++;
            *first = started->at[i] < *first ? started->at[i] : *first;
        }
    return count;
}

static void await_queue(struct model *model, const struct step *step, enum msim_queue_kind queue)
{
    const struct msim_ops *ops = step->segment->ops;
    const uint32_t most = queue == MSIM_QUEUE_VECTOR    ? model->core.vector_queue
                          : queue == MSIM_QUEUE_ADDRESS ? model->core.address_queue
                                                        : model->core.integer_queue;
    uint64_t cycle = model->front / MSIM_TICKS, first;
    uint32_t places = 0;
    for (unsigned i = 0; i < ops->ops; i++)
        places += ops->op[i].instr == step->instr && !model_is_free(&model->core, &ops->op[i]) &&
                  model_queue_of(&model->core, &ops->op[i]) == queue;
    for (;;) {
        size_t taken = waiting(&model->started[queue], cycle, &first);
        if (!places || !taken || taken + places <= most)
            break;
        cycle = first;
    }
    hold(model, cycle * MSIM_TICKS, MSIM_DEPENDENCY, step->site);
}

bool model_computes(const struct msim_core *core, const struct msim_operation *op)
{
    return model_queue_of(core, op) == MSIM_QUEUE_INTEGER && !model_is_free(core, op) &&
           op->class != MSIM_OP_BRANCH && !msim_op_loads(op->class) && !msim_op_stores(op->class) &&
           !msim_op_hints(op->class);
}

/* How long the front waits for code. */
static uint64_t fetched(const struct model *model, const struct msim_served *served)
{
    uint64_t wait = model_memory_fetch(&model->memory, served);
    bool from_l2 = served->line && served->from == MSIM_WAIT_L2 && !served->walk;
    return from_l2 && !model->mispredicted && wait > model->core.l2_code ? model->core.l2_code
                                                                         : wait;
}

static void enter(struct model *model, struct step *step)
{
    const struct msim_ops *ops = step->segment->ops;
    const struct msim_core *core = &model->core;
    uint32_t loads = 0, results = 0, stores = 0;
    for (uint32_t i = 0; i < step->used; i++)
        if (step->seen[i].kind == MSIM_FETCH && step->seen[i].first == step->address)
            hold(model, model->front + MSIM_TICKS * fetched(model, &step->seen[i].served),
                 MSIM_FRONT, step->site);
    model->mispredicted = false;
    for (unsigned i = 0; i < ops->ops && !step->repeated; i++)
        if (ops->op[i].instr == step->instr && model_is_load(&ops->op[i]))
            await_earlier(model, &model->loads, loads++, core->loads, MSIM_DEPENDENCY, step->site);
    for (unsigned i = 0; i < ops->ops && !step->repeated && core->results; i++)
        if (ops->op[i].instr == step->instr && model_computes(core, &ops->op[i]))
            await_earlier(model, &model->results, results++, core->results, MSIM_DEPENDENCY,
                          step->site);
    for (unsigned i = 0; i < ops->ops && !step->repeated; i++)
        if (ops->op[i].instr == step->instr && msim_op_stores(ops->op[i].class))
            await_earlier(model, &model->written, stores++, core->stores, MSIM_WAIT_STORE,
                          step->site);
    bool slot = !step->joined && !step->repeated;
    if (slot)
        await_earlier(model, &model->retired, 0, core->window, MSIM_DEPENDENCY, step->site);
    for (int queue = 0; queue < MSIM_QUEUES && !step->repeated; queue++)
        await_queue(model, step, (enum msim_queue_kind)queue);
    step->enters = model->front;
    model->front += slot ? MSIM_TICKS / core->width : 0;
    model->run_used += slot;
}

/* --- Running -------------------------------------------------------------------------------- */

static uint64_t sources_ready(const struct model *model, const struct msim_ops *ops, unsigned from,
                              unsigned to)
{
    uint64_t time = 0;
    for (unsigned i = from; i < to; i++) {
        uint16_t source = ops->source[i];
        time = later(time, source < MSIM_REGISTERS ? model->reg[source]
                                                   : model->ready[source - MSIM_REGISTERS]);
    }
    return time;
}

static uint64_t all_done(const struct model *model)
{
    return later(cycle_after(model->last_retired), model->last_written);
}

/* Takes a unit in a cycle, and more in others after it. */
static void take_port(struct model_taken *port, uint64_t cycle, uint32_t units)
{
    cycle = model_take(port, cycle, 1);
    for (uint32_t i = 1; i < units; i++)
        cycle = model_take(port, cycle + 1, 1);
}

static bool happens(const struct step *step, const struct msim_operation *op, uint64_t *address,
                    uint32_t *size)
{
    const struct msim_access *access = &step->segment->accesses[op->access];
    *address = step->record[access->word] + (uint64_t)(int64_t)access->offset;
    *size = access->size;
    return !(access->maybe && step->record[access->word] == MSIM_NO_ADDRESS);
}

/* What loads of the same word of any line take; NULL: any number may start in a cycle. */
static struct model_taken *word_of(struct model *model, const struct step *step,
                                   const struct msim_operation *op)
{
    uint64_t address;
    uint32_t size;
    bool limited =
        model->core.word_loads && model_is_load(op) && happens(step, op, &address, &size);
    return limited ? &model->word[address % 64 / 8] : NULL;
}

/* Those of an operation, from the first cycle on in which all have one. */
static uint64_t take_ports(struct model *model, const struct step *step,
                           const struct msim_operation *op, uint64_t time)
{
    uint32_t units;
    struct model_taken *word = word_of(model, step, op);
    struct model_taken *own = &model->ports[model_ports_of(&model->core, op)];
    enum msim_port_group group = model_whole_of(&model->core, op, &units);
    struct model_taken *whole = group == MSIM_PORTS_NONE ? NULL : &model->ports[group];
    while (!model_has_room(own, time) || (whole && !model_has_room(whole, time)) ||
           (word && !model_has_room(word, time)))
        time++;
    take_port(own, time, model_busy_of(&model->core, op));
    if (whole)
        take_port(whole, time, units);
    if (word)
        take_port(word, time, 1);
    return time;
}

static uint64_t start(struct model *model, const struct step *step, const struct msim_operation *op,
                      uint64_t time)
{
    uint64_t entered = step->enters / MSIM_TICKS + 1;
    enum msim_port_group ports = model_ports_of(&model->core, op);
    if (step->repeated)
        return later(time, entered);
    if (model->core.in_order)
        time = later(time, model->last_started);
    if (ports == MSIM_PORTS_NONE)
        return time;
    time = take_ports(model, step, op, later(time, entered));
    if (time > entered)
        model_list_add(&model->started[model_queue_of(&model->core, op)], time);
    model->last_started = time;
    return time;
}

static struct msim_served served_of(const struct step *step, uint64_t address)
{
    for (uint32_t i = 0; i < step->used; i++)
        if (step->seen[i].kind != MSIM_FETCH && step->seen[i].first == address && !step->told[i]) {
            step->told[i] = true;
            return step->seen[i].served;
        }
    return (struct msim_served){0};
}

/* The last store to these 8 bytes of a page, of whatever page. */
static const struct model_store *last_alike(const struct model *model, uint64_t address)
{
    for (size_t i = model->stores_used; i--;)
        if (model->stores[i].address % 4096 / 8 == address % 4096 / 8)
            return &model->stores[i];
    return NULL;
}

const struct model_store *model_last_store(const struct model *model, uint64_t address)
{
    const struct model_store *store = last_alike(model, address);
    return store && store->address / 8 == address / 8 ? store : NULL;
}

/* When a load that starts at `time` is ready at the earliest, as its address looks like that of a
 * store. */
static uint64_t mistaken(const struct model *model, uint64_t address, uint32_t size, uint64_t time)
{
    const struct model_store *store = last_alike(model, address);
    if (!model->core.forward_alias || !store || store->address / 8 == address / 8)
        return 0;
    for (uint64_t byte = address % 4096; byte < address % 4096 + size; byte++)
        if (byte >= store->address % 4096 && byte < store->address % 4096 + store->size &&
            store->started <= time && store->written > time && store->written != UINT64_MAX)
            return time + model->core.load + model->core.forward_alias;
    return 0;
}

/* A store of less than four bytes started since that one, or is that one. */
static bool short_since(const struct model *model, const struct model_store *store)
{
    for (; store < model->stores + model->stores_used; store++)
        if (store->size < 4)
            return true;
    return false;
}

static uint64_t all_started(const struct model *model)
{
    uint64_t last = 0;
    for (size_t i = 0; i < model->stores_used; i++)
        last = later(last, model->stores[i].started);
    return last;
}

/* The load takes from so many stores before it, as it did the last times; no other load that has
 * its place in the table took something since. */
static bool takes_again(struct model *model, uint64_t load, uint64_t stores)
{
    struct model_list *took = &model->took;
    uint64_t times = 0;
    for (size_t i = took->used; i; i -= 2) {
        if (msim_distances_place(took->at[i - 2]) != msim_distances_place(load))
            continue;
        if (took->at[i - 2] != load || took->at[i - 1] != stores)
            break;
        times++;
    }
    model_list_add(took, load);
    model_list_add(took, stores);
    return times >= model->core.forward_foreseen;
}

/* How a load takes what a store has. */
struct taking {
    bool at_once, foreseen; /* and foreseen: it may not wait for its own address; */
    bool again;             /* from where it did the last times */
};

/* The load took at once what was stored, as others did lately; true: it is remembered. */
static bool remembers(struct model *model, uint64_t load)
{
    if (!model->core.same_loads)
        return true;
    bool had = model_list_has_lately(&model->same, load, model->core.same_loads);
    model_list_add(&model->same, load);
    return had;
}

/* The load `op` of `bytes` at the address, all of which the store has. */
static struct taking take(struct model *model, const struct step *step,
                          const struct msim_operation *op, uint64_t address, uint32_t bytes,
                          uint64_t known, const struct model_base *base,
                          const struct model_store *store)
{
    const struct msim_core *core = &model->core;
    struct taking taking = {false, false, false};
    uint64_t id = step->segment->address + op->instr;
    bool fits = !msim_op_loads_vector(op->class) && !store->vector && bytes >= 4;
    bool operand = (core->forward_foreseen || core->same_registers) && core->same_registers < 2 &&
                   model_is_operand(&model->core, step->segment->ops, op, model->faults.selects);
    bool agree =
        store->known == known && (!base->reg || !store->base.reg || base->reg == store->base.reg);
    agree |= base->is_stack && store->base.is_stack;
    bool by_stack = base->is_stack && !short_since(model, store);
    bool by_registers = core->same_registers && address == store->address && store->size >= 4;
    taking.at_once = fits && !operand && agree && (core->same_registers ? by_registers : by_stack);
    if (taking.at_once)
        return taking;
    if (core->forward_foreseen) {
        taking.again =
            takes_again(model, id, (uint64_t)(model->stores + model->stores_used - 1 - store));
        if (fits && !operand && address == store->address)
            taking.at_once = taking.foreseen = remembers(model, id) && taking.again;
    } else if (fits && agree && !core->same_registers && !short_since(model, store)) {
        taking.at_once = remembers(model, id);
    }
    return taking;
}

/* How long the load takes to take something from a store. */
static uint64_t takes_of(const struct msim_core *core, const struct msim_operation *op, bool part,
                         bool of_vector)
{
    int64_t takes = part ? core->forward_part : core->forward;
    int64_t half = core->vector_load > core->load ? (core->vector_load - core->load) / 2 : 0;
    if (of_vector)
        takes += half;
    if (msim_op_loads_vector(op->class))
        takes -= half;
    return takes > 0 ? (uint64_t)takes : 0;
}

static struct msim_wait run_load(struct model *model, struct step *step,
                                 const struct msim_operation *op, uint64_t time, uint64_t known,
                                 const struct model_base *base)
{
    const struct msim_core *core = &model->core;
    struct msim_wait wait = {.ready = time + 1, .from = MSIM_DEPENDENCY};
    uint64_t address;
    uint32_t size;
    bool foreseen = false;
    if (happens(step, op, &address, &size)) {
        struct msim_served served = served_of(step, address);
        const struct model_store *store = model_last_store(model, address);
        uint64_t later_ready = mistaken(model, address, size, time);
        model_memory_access(&model->memory, time, address, size, &served, &wait);
        if (later_ready > wait.ready)
            wait = (struct msim_wait){
                .ready = later_ready, .from = MSIM_WAIT_STORE, .level = later_ready - time};
        if (store && store->written > time && address < store->address + store->size &&
            store->address < address + size) {
            bool part = address < store->address || address + size > store->address + store->size;
            struct taking taking = {false, false, false};
            if (!part)
                taking = take(model, step, op, address, size, known, base, store);
            bool same = taking.at_once;
            foreseen = taking.foreseen;
            uint64_t begins = later(foreseen ? step->enters / MSIM_TICKS + 1 : time, store->data);
            if (!same && (!taking.again || model->faults.waits))
                begins = later(begins, all_started(model));
            wait = (struct msim_wait){.from = MSIM_WAIT_STORE};
            if (part)
                begins = later(begins, model->parted);
            wait.ready =
                begins + (same ? core->forward_same : takes_of(core, op, part, store->vector));
            if (part)
                model->parted = wait.ready;
            wait.level = wait.ready > time ? wait.ready - time : 0;
        }
        model_prefetch_load(&model->memory, time, step->segment->address + op->instr, address);
        if (foreseen)
            step->done = later(step->done, time + core->load);
        else
            wait.ready += model_more_of(core, op);
    }
    if (step->atomic)
        model->barrier = wait.ready += core->atomic;
    return wait;
}

static void run_store(struct model *model, struct step *step, const struct msim_operation *op,
                      uint64_t time, uint64_t data, uint64_t known, const struct model_base *base)
{
    struct msim_wait wait;
    uint64_t address;
    uint32_t size;
    if (!happens(step, op, &address, &size))
        return;
    struct msim_served served = served_of(step, address);
    if (op->class == MSIM_OP_STORE_PAST)
        model_memory_past(&model->memory, time, address, size, &served, &wait);
    else
        model_memory_access(&model->memory, time, address, size, &served, &wait);
    if (op->class != MSIM_OP_STORE_PAST && served.line)
        wait.ready = later(wait.ready, model_memory_take_back(&model->memory, time, address));
    step->there = later(step->there, wait.ready);
    if (model->stores_used == model->stores_room) {
        model->stores_room = 2 * model->stores_room + 64;
        model->stores = realloc(model->stores, model->stores_room * sizeof *model->stores);
    }
    model->stores[model->stores_used++] =
        (struct model_store){address,    later(time, data),
                             UINT64_MAX, known,
                             time,       size,
                             *base,      op->class == MSIM_OP_VECTOR_STORE};
}

static void finish(struct step *step, const struct msim_wait *wait, bool is_load)
{
    if (is_load && wait->ready > step->by.ready)
        step->by = *wait;
    step->done = later(step->done, wait->ready);
}

static void run_op(struct model *model, struct step *step, unsigned i, unsigned source)
{
    const struct msim_ops *ops = step->segment->ops;
    const struct msim_operation *op = &ops->op[i];
    uint64_t known = sources_ready(model, ops, source, source + op->sources), time = known;
    uint64_t data =
        sources_ready(model, ops, source + op->sources, source + op->sources + op->data);
    struct msim_wait wait = {.from = MSIM_DEPENDENCY};
    const struct model_base base = model_base_of(ops, i, model->faults.stack);
    if (step->atomic || step->fence)
        time = later(time, all_done(model));
    if (model_is_load(op))
        time = later(time, model->barrier);
    time = start(model, step, op, time);
    if (model_is_load(op)) {
        wait = run_load(model, step, op, time, known, &base);
    } else if (msim_op_stores(op->class)) {
        run_store(model, step, op, time, data, known, &base);
        wait.ready = later(time + 1, data);
    } else {
        wait.ready = time + (step->repeated ? 0 : model_latency_of(&model->core, op));
    }
    if (msim_op_hints(op->class))
        model_memory_hint(&model->memory, time, step->record[op->access],
                          op->class == MSIM_OP_HINT);
    if (op->class == MSIM_OP_BRANCH)
        model->resolved = wait.ready;
    model->ready[i] = wait.ready;
    finish(step, &wait, model_is_load(op));
}

static void run(struct model *model, struct step *step)
{
    const struct msim_ops *ops = step->segment->ops;
    step->done = step->repeated ? 0 : step->enters / MSIM_TICKS + 1;
    model->resolved = step->done;
    unsigned source = 0;
    for (unsigned i = 0; i < ops->ops; i++) {
        if (ops->op[i].instr == step->instr)
            run_op(model, step, i, source);
        source += ops->op[i].sources + ops->op[i].data;
    }
    if (!step->fence)
        return;
    finish(step, &(struct msim_wait){.ready = all_done(model), .from = MSIM_DEPENDENCY}, false);
    model->barrier = step->done;
}

/* --- Retiring ------------------------------------------------------------------------------- */

static void charge_all(struct model *model, const struct step *step, uint64_t least, uint64_t time)
{
    uint64_t at = model->last_retired;
    uint64_t busy = at + (least ? later(least, MSIM_TICKS / model->core.width) : 0);
    uint64_t could_end = later(busy, (step->enters / MSIM_TICKS + 2) * MSIM_TICKS);
    if (busy > time)
        busy = time;
    if (could_end > time)
        could_end = time;
    uint64_t loaded = later(could_end, step->by.ready * MSIM_TICKS);
    if (loaded > time)
        loaded = time;
    uint64_t level = model_without(could_end, loaded, step->by.level);
    uint64_t way = model_without(could_end, level, step->by.bandwidth);
    uint64_t walk = model_without(could_end, way, step->by.walk);
    model_charge(model, at, busy, step->site, MSIM_BUSY);
    model_charge(model, busy, could_end, at ? model->late_site : step->site, model->late);
    model_charge(model, could_end, walk, step->site, MSIM_DEPENDENCY);
    model_charge(model, walk, way, step->site, MSIM_WAIT_WALK);
    model_charge(model, way, level, step->site, MSIM_WAIT_BANDWIDTH);
    model_charge(model, level, loaded, step->site, step->by.from);
    model_charge(model, loaded, time, step->site, MSIM_DEPENDENCY);
}

static void retire(struct model *model, const struct step *step)
{
    const struct msim_ops *ops = step->segment->ops;
    bool slot = !step->joined && !step->repeated;
    uint64_t least = slot ? MSIM_TICKS / model->core.retire : 0;
    uint64_t time = later(model->last_retired + least, step->done * MSIM_TICKS);
    charge_all(model, step, least, time);
    model->late = MSIM_FRONT;
    model->late_site = step->site;
    model->last_retired = time;
    if (slot)
        model_list_add(&model->retired, time);
    for (unsigned i = 0; i < ops->ops && !step->repeated; i++)
        if (ops->op[i].instr == step->instr && model_is_load(&ops->op[i]))
            model_list_add(&model->loads, time);
    for (unsigned i = 0; i < ops->ops && !step->repeated; i++)
        if (ops->op[i].instr == step->instr && model_computes(&model->core, &ops->op[i]))
            model_list_add(&model->results, time);
}

/* A store is written in the cycle of the one before it. */
static bool joins(const struct model *model, uint64_t address)
{
    const struct model_list *lines = &model->lines;
    bool had = lines->used < MSIM_STORE_LINES && address / 64 == 0;
    for (size_t i = 1; i <= MSIM_STORE_LINES && i <= lines->used; i++)
        had |= lines->at[lines->used - i] == address / 64;
    if (model->core.store_block)
        had = (address ^ model->last_stored) < model->core.store_block;
    return had && model->in_cycle < model->core.line_stores;
}

static void write_stores(struct model *model, const struct step *step)
{
    const struct msim_ops *ops = step->segment->ops;
    for (unsigned i = 0; i < ops->ops; i++) {
        uint64_t address, after = 1;
        uint32_t size;
        if (ops->op[i].instr != step->instr || !msim_op_stores(ops->op[i].class))
            continue;
        bool written = happens(step, &ops->op[i], &address, &size);
        if (step->repeated) {
            model->repeated += written ? size : 0;
            after = model->repeated / MSIM_REPEATED_BYTES;
            model->repeated %= MSIM_REPEATED_BYTES;
        }
        if (step->repeated && !written)
            continue;
        else if (!step->repeated && written && joins(model, address))
            after = 0;
        uint64_t time = later(later(model->last_written + after, step->there),
                              cycle_after(model->last_retired));
        if (step->repeated)
            model->in_cycle = UINT32_MAX;
        else
            model->in_cycle = time == model->last_written ? model->in_cycle + 1 : 1;
        if (after && written && !step->repeated)
            model_list_add(&model->lines, address / 64);
        model->last_written = time;
        if (!step->repeated)
            model_list_add(&model->written, model->last_written * MSIM_TICKS);
        if (written) {
            model->stores[model->stores_written++].written = model->last_written;
            model->last_stored = address;
        }
    }
}

/* --- Segments ------------------------------------------------------------------------------- */

/* True: the segment is one more round of what repeats itself. */
static bool repeats(const struct model *model, const struct msim_segment *segment)
{
    return model->last && model->last->ops->repeats && segment->ops->repeats &&
           segment->address == model->last_address;
}

/* Nothing was fetched ahead. */
static void fetch_anew(struct model *model, const struct msim_segment *next)
{
    model->run_address = next->address;
    model->run_fetched = model->foretold = model->front;
    model->run_used = 0;
}

/* The time, or so many cycles before the front. */
static uint64_t behind(const struct model *model, uint64_t time, uint64_t cycles)
{
    return time + cycles * MSIM_TICKS < model->front ? model->front - cycles * MSIM_TICKS : time;
}

/* When what follows a taken branch that was right is fetched, in ticks. */
static uint64_t fetch(struct model *model, const struct msim_segment *next, bool computed)
{
    const struct msim_core *core = &model->core;
    unsigned end = model->last->ops->end;
    uint64_t takes = end == MSIM_OP_ENDS_CALL || end == MSIM_OP_ENDS_RETURN ? core->calls : 1;
    if (computed && core->indirect > takes)
        takes = core->indirect;
    uint64_t lines = model->last_address / 64 - model->run_address / 64;
    uint64_t groups = model->run_used ? (model->run_used + core->fetch - 1) / core->fetch : 1;
    uint64_t fetched = behind(model, model->run_fetched + groups * MSIM_TICKS, core->fetch_ahead);
    model->foretold = behind(model, model->foretold + lines * MSIM_TICKS, core->foretold_ahead) +
                      takes * MSIM_TICKS;
    model->run_address = next->address;
    model->run_fetched = later(fetched, model->foretold);
    model->run_used = 0;
    return model->run_fetched;
}

static void end_branch(struct model *model, const struct msim_segment *next)
{
    const struct msim_segment *last = model->last;
    struct msim_goes goes = {.several = false};
    bool right = true;
    if (last && last->ops->repeats && !repeats(model, next))
        hold(model, model->last_written * MSIM_TICKS, MSIM_WAIT_STORE,
             last->instrs[last->instrs_used - 1].site);
    if (!last || last->ops->repeats) {
        fetch_anew(model, next);
        return;
    }
    bool taken = !next->continued && next->address != model->last_next;
    if (last->ops->end == MSIM_OP_ENDS_COND)
        right = msim_branches_conditional(model->branches, model->last_address, taken);
    if (last->ops->end == MSIM_OP_ENDS_CALL)
        msim_branches_call(model->branches, model->last_next);
    if (last->ops->end == MSIM_OP_ENDS_RETURN)
        right = msim_branches_return(model->branches, next->address);
    else if (last->ops->indirect)
        right = msim_branches_indirect(model->branches, model->last_address, next->address, &goes);
    model->mispredicted = !right;
    if (!right)
        model_wrong_parts(model, next);
    uint32_t site = last->instrs[last->instrs_used - 1].site;
    uint64_t group = cycle_after(model->front);
    bool computed = model->core.indirect_kept ? goes.aside : goes.elsewhere;
    if (!right) {
        hold(model, (model->resolved + model->core.refill) * MSIM_TICKS, MSIM_MISPREDICT, site);
        fetch_anew(model, next);
    } else if ((computed || taken) && model->core.fetch)
        hold(model, fetch(model, next, computed), MSIM_FRONT, site);
    else if (computed)
        hold(model, (group + model->core.indirect) * MSIM_TICKS, MSIM_FRONT, site);
    else if (taken)
        hold(model, group * MSIM_TICKS, MSIM_FRONT, site);
}

static void set_results(struct model *model, const struct msim_ops *ops)
{
    uint64_t before[MSIM_REGISTERS];
    for (int i = 0; i < MSIM_REGISTERS; i++)
        before[i] = model->reg[i];
    for (unsigned i = 0; i < ops->results; i++) {
        uint16_t source = ops->result[i].source;
        model->reg[ops->result[i].reg] = source == MSIM_OP_READY ? 0
                                         : source < MSIM_REGISTERS
                                             ? before[source]
                                             : model->ready[source - MSIM_REGISTERS];
    }
}

void model_run(struct model *model, const struct msim_segment *segment, const uint64_t *record,
               const struct msim_seen *seen, uint32_t used)
{
    const struct msim_ops *ops = segment->ops;
    bool told[MSIM_SEEN_MAX] = {false};
    bool repeated = repeats(model, segment);
    uint64_t address = segment->address;
    end_branch(model, segment);
    model_wrong_begins(model, segment);
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        struct step step = {.segment = segment,
                            .record = record,
                            .seen = seen,
                            .told = told,
                            .used = used,
                            .instr = i,
                            .site = segment->instrs[i].site,
                            .repeated = repeated,
                            .atomic = segment->instrs[i].how & MSIM_INSTR_ATOMIC,
                            .fence = segment->instrs[i].how & MSIM_INSTR_FENCE,
                            .address = address};
        step.joined =
            (segment->continued && i == 0) || (ops->fused && i + 1 == segment->instrs_used);
        model_wrong_runs(model, &(struct model_record){segment, record, seen, told, used}, i);
        enter(model, &step);
        run(model, &step);
        retire(model, &step);
        write_stores(model, &step);
        model->last_address = address;
        address += segment->instrs[i].length;
    }
    model_wrong_ends(model, segment);
    set_results(model, ops);
    model->last = segment;
    model->last_next = address;
}
