/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of pipeline.h. */
#include "pipeline.h"

static inline uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

/* --- Making it ---------------------------------------------------------------------------- */

void msim_pipeline_init(struct msim_pipeline *pipeline, const struct msim_mem *mem,
                        const struct msim_core *core, struct msim_memory *memory,
                        struct msim_branches *branches, const struct msim_charges *charges)
{
    const uint32_t ports[MSIM_PORT_GROUPS] = {
        core->simple_ports,    core->multiply_ports,       core->branch_ports, core->vector_ports,
        core->float_add_ports, core->float_multiply_ports, core->load_ports,   core->store_ports};
    pipeline->core = core;
    pipeline->entering = MSIM_TICKS / core->width;
    pipeline->retiring = MSIM_TICKS / core->retire;
    pipeline->memory = memory;
    pipeline->branches = branches;
    pipeline->late = MSIM_FRONT;
    pipeline->account.to = *charges;
    for (unsigned i = 0; i < MSIM_PORT_GROUPS; i++)
        msim_buckets_init(&pipeline->ports[i], mem, 0, ports[i]);
    pipeline->queue[0].most = core->integer_queue;
    pipeline->queue[1].most = core->vector_queue;
    pipeline->window.most = core->window;
    pipeline->loads.most = core->loads;
    pipeline->stores.most = core->stores;
    msim_running_init(pipeline->running, core);
}

/* --- Entering ----------------------------------------------------------------------------- */

/* What an instruction is made of, for the rules. */
struct step {
    const struct msim_segment *segment;
    const uint64_t *record;
    const struct msim_operation *op, *end; /* its operations */
    uint32_t site;
    uint16_t how;
    bool slot;     /* it takes a place; else it is one with another, or repeats itself */
    bool repeated; /* it repeats itself */
    uint32_t loads, stores, waiting[2]; /* places that it needs in buffers and queues */
    uint64_t enters;                    /* ticks */
    uint64_t done;                      /* when all its operations are ready */
    struct msim_wait by;                /* what was ready last */
};

/* When the last of `used` more has the place of one before it; 0: at once. */
static uint64_t before(const struct msim_recent *last, uint32_t used)
{
    uint32_t at = last->next + (used < last->most ? used : last->most) - 1;
    return last->time[at < last->most ? at : at - last->most];
}

static void remember(struct msim_recent *last, uint64_t time)
{
    last->time[last->next] = time;
    last->next = last->next + 1 == last->most ? 0 : last->next + 1;
}

/* The front is held until `time`, in ticks. */
static void hold(struct msim_pipeline *pipeline, uint64_t time, enum msim_cause why, uint32_t site)
{
    if (time <= pipeline->front)
        return;
    pipeline->front = time;
    pipeline->late = why;
    pipeline->late_site = site;
}

static bool is_load(const struct msim_operation *op)
{
    return op->class == MSIM_OP_LOAD || op->class == MSIM_OP_VECTOR_LOAD;
}

static void await_buffers(struct msim_pipeline *pipeline, const struct step *step)
{
    if (step->loads)
        hold(pipeline, before(&pipeline->loads, step->loads), MSIM_DEPENDENCY, step->site);
    if (step->stores)
        hold(pipeline, before(&pipeline->stores, step->stores), MSIM_WAIT_STORE, step->site);
    if (step->slot)
        hold(pipeline, before(&pipeline->window, 1), MSIM_DEPENDENCY, step->site);
}

static void await_queues(struct msim_pipeline *pipeline, const struct step *step)
{
    for (unsigned i = 0; i < 2; i++) {
        uint64_t cycle = pipeline->front / MSIM_TICKS;
        if (!step->waiting[i])
            continue;
        uint64_t room = msim_queue_room(&pipeline->queue[i], cycle, step->waiting[i]);
        if (room > cycle)
            hold(pipeline, room * MSIM_TICKS, MSIM_DEPENDENCY, step->site);
    }
}

static void enter(struct msim_pipeline *pipeline, struct step *step)
{
    if (!step->repeated) {
        await_buffers(pipeline, step);
        await_queues(pipeline, step);
    }
    step->enters = pipeline->front;
    if (step->slot)
        pipeline->front += pipeline->entering;
}

/* --- Running ------------------------------------------------------------------------------ */

static uint64_t source_ready(const struct msim_pipeline *pipeline, uint16_t source)
{
    return source < MSIM_REGISTERS ? pipeline->reg[source]
                                   : pipeline->ready[source - MSIM_REGISTERS];
}

static uint64_t sources_ready(const struct msim_pipeline *pipeline, const uint16_t *source,
                              unsigned used)
{
    uint64_t time = 0;
    for (unsigned i = 0; i < used; i++)
        time = later(time, source_ready(pipeline, source[i]));
    return time;
}

/* When an operation starts whose sources are ready at `time`. */
static uint64_t start(struct msim_pipeline *pipeline, const struct msim_running *running,
                      uint64_t entered, uint64_t time)
{
    if (pipeline->core->in_order)
        time = later(time, pipeline->started);
    if (running->ports == MSIM_PORTS_NONE)
        return time;
    struct msim_buckets *ports = &pipeline->ports[running->ports];
    time = msim_buckets_start(ports, later(time, entered));
    for (uint64_t i = 1, busy = time; i < running->busy; i++)
        busy = msim_buckets_start(ports, busy + 1);
    if (time > entered)
        msim_queue_add(&pipeline->queue[running->vector], time);
    pipeline->started = time;
    return time;
}

/* The access of an operation; false: it does not happen. */
static bool address_of(const struct step *step, const struct msim_operation *op, uint64_t *address,
                       uint32_t *size)
{
    if (op->access >= step->segment->accesses_used)
        return false;
    const struct msim_access *access = &step->segment->accesses[op->access];
    uint64_t base = step->record[access->word];
    if (access->maybe && base == MSIM_NO_ADDRESS)
        return false;
    *address = base + (uint64_t)(int64_t)access->offset;
    *size = access->size;
    return true;
}

/* What the access missed, of which the first one of its address is told. */
static const struct msim_served *served_of(struct msim_seen *seen, uint32_t used, uint64_t address)
{
    static const struct msim_served nothing_missed;
    for (uint32_t i = 0; i < used; i++)
        if (seen[i].kind != MSIM_FETCH && seen[i].first == address) {
            seen[i].kind = MSIM_FETCH;
            seen[i].first = 0;
            return &seen[i].served;
        }
    return &nothing_missed;
}

static struct msim_forward *forward_of(struct msim_pipeline *pipeline, uint64_t address)
{
    return &pipeline->forward[(address >> 3) % MSIM_FORWARDS];
}

/* A store before it has what is loaded, and has not written it. */
static void take_forwarded(struct msim_pipeline *pipeline, uint64_t address, uint64_t time,
                           struct msim_wait *wait)
{
    const struct msim_forward *forward = forward_of(pipeline, address);
    if (forward->granule != (address >> 3) + 1 || forward->written <= time)
        return;
    uint64_t ready = later(time, forward->data) + pipeline->core->forward;
    *wait = (struct msim_wait){.ready = ready, .from = MSIM_WAIT_STORE, .level = ready - time};
}

static struct msim_wait run_load(struct msim_pipeline *pipeline, const struct step *step,
                                 const struct msim_operation *op, uint64_t time,
                                 struct msim_seen *seen, uint32_t used)
{
    uint64_t address;
    uint32_t size;
    struct msim_wait wait = {.ready = time + 1, .from = MSIM_DEPENDENCY};
    if (address_of(step, op, &address, &size)) {
        msim_memory_access(pipeline->memory, time, address, size, served_of(seen, used, address),
                           &wait);
        take_forwarded(pipeline, address, time, &wait);
        msim_prefetchers_load(&pipeline->memory->prefetchers, time,
                              step->segment->address + op->instr, address);
        if (op->class == MSIM_OP_VECTOR_LOAD)
            wait.ready +=
                later(pipeline->core->vector_load, pipeline->core->load) - pipeline->core->load;
    }
    if (step->how & MSIM_INSTR_ATOMIC) {
        wait.ready += pipeline->core->atomic;
        pipeline->barrier = wait.ready;
    }
    return wait;
}

/* When the store's line is there. */
static uint64_t run_store(struct msim_pipeline *pipeline, const struct step *step,
                          const struct msim_operation *op, uint64_t time, uint64_t data,
                          struct msim_seen *seen, uint32_t used)
{
    uint64_t address;
    uint32_t size;
    struct msim_wait wait;
    if (!address_of(step, op, &address, &size))
        return 0;
    msim_memory_access(pipeline->memory, time, address, size, served_of(seen, used, address),
                       &wait);
    *forward_of(pipeline, address) =
        (struct msim_forward){(address >> 3) + 1, later(time, data), UINT64_MAX};
    return wait.ready;
}

/* When all so far retired and were written. */
static uint64_t all_done(const struct msim_pipeline *pipeline)
{
    return later(msim_pipeline_cycles(pipeline), pipeline->written);
}

/* An operation is ready: the instruction is not done before. */
static void finish(struct step *step, const struct msim_wait *wait)
{
    if (wait->ready <= step->done)
        return;
    step->done = wait->ready;
    step->by = *wait;
}

/* Runs the instruction's operations; returns when the lines of its stores are there. */
static uint64_t run_ops(struct msim_pipeline *pipeline, struct step *step, const uint16_t *source,
                        struct msim_seen *seen, uint32_t used)
{
    uint64_t entered = step->enters / MSIM_TICKS + 1, there = 0;
    bool serial = step->how & (MSIM_INSTR_ATOMIC | MSIM_INSTR_FENCE);
    uint64_t earliest = serial ? all_done(pipeline) : 0;
    for (const struct msim_operation *op = step->op; op < step->end; op++) {
        uint64_t time = sources_ready(pipeline, source, op->sources);
        uint64_t data = sources_ready(pipeline, source + op->sources, op->data);
        struct msim_wait wait = {.from = MSIM_DEPENDENCY};
        source += op->sources + op->data;
        const struct msim_running *running = &pipeline->running[op->class];
        time = later(time, is_load(op) ? later(earliest, pipeline->barrier) : earliest);
        time = step->repeated ? later(time, entered) : start(pipeline, running, entered, time);
        if (is_load(op)) {
            wait = run_load(pipeline, step, op, time, seen, used);
        } else if (op->class == MSIM_OP_STORE) {
            there = later(there, run_store(pipeline, step, op, time, data, seen, used));
            wait.ready = later(time + 1, data);
        } else {
            wait.ready = time + (step->repeated ? 0 : running->latency);
        }
        if (op->class == MSIM_OP_BRANCH)
            pipeline->last.resolved = wait.ready;
        pipeline->ready[op - step->segment->ops->op] = wait.ready;
        finish(step, &wait);
    }
    return there;
}

/* All before it retired and was written, and loads wait for it. */
static void fence(struct msim_pipeline *pipeline, struct step *step)
{
    finish(step, &(struct msim_wait){.ready = all_done(pipeline), .from = MSIM_DEPENDENCY});
    pipeline->barrier = step->done;
}

/* --- Retiring ----------------------------------------------------------------------------- */

/* Stores are written in order, after they retired. */
static void write_stores(struct msim_pipeline *pipeline, const struct step *step, uint64_t there)
{
    uint64_t address;
    uint32_t size;
    for (const struct msim_operation *op = step->op; op < step->end; op++) {
        if (op->class != MSIM_OP_STORE)
            continue;
        bool happens = address_of(step, op, &address, &size);
        uint64_t after = pipeline->written + 1;
        if (step->repeated) {
            if (!happens)
                continue;
            pipeline->repeated += size;
            after = pipeline->written + pipeline->repeated / MSIM_REPEATED_BYTES;
            pipeline->repeated %= MSIM_REPEATED_BYTES;
        }
        pipeline->written = later(later(after, there), msim_pipeline_cycles(pipeline));
        if (!step->repeated)
            remember(&pipeline->stores, pipeline->written * MSIM_TICKS);
        if (happens)
            forward_of(pipeline, address)->written = pipeline->written;
    }
}

static void retire(struct msim_pipeline *pipeline, const struct step *step)
{
    uint64_t least = step->slot ? pipeline->retiring : 0;
    uint64_t time = later(pipeline->retired + least, step->done * MSIM_TICKS);
    const struct msim_spent spent = {
        .site = step->site,
        .late = pipeline->late,
        .late_site = pipeline->retired ? pipeline->late_site : step->site,
        .busy = step->slot ? later(least, pipeline->entering) : 0,
        .could_end = (step->enters / MSIM_TICKS + 2) * MSIM_TICKS,
        .by = &step->by,
    };
    msim_charge(&pipeline->account, pipeline->retired, time, &spent);
    pipeline->late = MSIM_FRONT;
    pipeline->late_site = step->site;
    pipeline->retired = time;
    if (step->slot)
        remember(&pipeline->window, time);
    for (uint32_t i = 0; i < step->loads && !step->repeated; i++)
        remember(&pipeline->loads, time);
}

/* --- Segments ----------------------------------------------------------------------------- */

/* Where the last segment's end led: not to what follows it, nor to its own rest. */
static bool is_taken(const struct msim_pipeline *pipeline, const struct msim_segment *segment)
{
    return segment->address != pipeline->last.next && !segment->continued;
}

/* Says of the last segment's end that it led here; true: that was predicted. */
static bool predict(struct msim_pipeline *pipeline, const struct msim_segment *segment,
                    bool *several)
{
    const struct msim_segment *last = pipeline->last.segment;
    uint64_t next = segment->address, address = pipeline->last.address;
    bool right = true;
    *several = false;
    if (!last || last->ops->repeats)
        return true;
    switch (last->ops->end) {
    case MSIM_OP_ENDS_COND:
        right = msim_branches_conditional(pipeline->branches, address, is_taken(pipeline, segment));
        break;
    case MSIM_OP_ENDS_CALL:
        msim_branches_call(pipeline->branches, pipeline->last.next);
        break;
    case MSIM_OP_ENDS_RETURN:
        right = msim_branches_return(pipeline->branches, next);
        break;
    default:
        break;
    }
    if (last->ops->indirect && last->ops->end != MSIM_OP_ENDS_RETURN)
        right = msim_branches_indirect(pipeline->branches, address, next, several);
    return right;
}

/* True: the segment is one more round of what repeats itself. */
static bool repeats(const struct msim_pipeline *pipeline, const struct msim_segment *segment)
{
    const struct msim_segment *last = pipeline->last.segment;
    return last && last->ops->repeats && segment->ops->repeats &&
           segment->address == pipeline->last.address;
}

/* The operations of instruction `i` and the places that they need; returns where the sources of the
 * next one's are. */
static const uint16_t *find_ops(const struct msim_pipeline *pipeline, struct step *step,
                                const struct msim_operation *end, unsigned i,
                                const uint16_t *source)
{
    const struct msim_operation *op = step->op;
    for (; op < end && op->instr <= i; op++) {
        const struct msim_running *running = &pipeline->running[op->class];
        source += op->sources + op->data;
        step->loads += is_load(op);
        step->stores += op->class == MSIM_OP_STORE;
        step->waiting[running->vector] += running->ports != MSIM_PORTS_NONE;
    }
    step->end = op;
    return source;
}

/* Holds the front until it knows where the last segment's end led. */
static void follow(struct msim_pipeline *pipeline, const struct msim_segment *segment)
{
    const struct msim_segment *last = pipeline->last.segment;
    bool several, right = predict(pipeline, segment, &several);
    if (!last)
        return;
    uint32_t site = last->instrs[last->instrs_used - 1].site;
    if (last->ops->repeats) {
        if (!repeats(pipeline, segment))
            hold(pipeline, pipeline->written * MSIM_TICKS, MSIM_WAIT_STORE, site);
        return;
    }
    uint64_t group = (pipeline->front + MSIM_TICKS - 1) / MSIM_TICKS * MSIM_TICKS;
    if (!right)
        hold(pipeline, (pipeline->last.resolved + pipeline->core->refill) * MSIM_TICKS,
             MSIM_MISPREDICT, site);
    else if (several)
        hold(pipeline, group + pipeline->core->indirect * MSIM_TICKS, MSIM_FRONT, site);
    else if (is_taken(pipeline, segment))
        hold(pipeline, group, MSIM_FRONT, site);
}

/* The front waits for code that missed. */
static void fetch(struct msim_pipeline *pipeline, const struct step *step, uint64_t address,
                  struct msim_seen *seen, uint32_t used)
{
    for (uint32_t i = 0; i < used; i++)
        if (seen[i].kind == MSIM_FETCH && seen[i].first == address)
            hold(pipeline,
                 pipeline->front +
                     msim_memory_fetch(pipeline->memory, &seen[i].served) * MSIM_TICKS,
                 MSIM_FRONT, step->site);
}

static void set_results(struct msim_pipeline *pipeline, const struct msim_ops *ops)
{
    uint64_t value[MSIM_REGISTERS];
    for (unsigned i = 0; i < ops->results; i++)
        value[i] = ops->result[i].source == MSIM_OP_READY
                       ? 0
                       : source_ready(pipeline, ops->result[i].source);
    for (unsigned i = 0; i < ops->results; i++)
        pipeline->reg[ops->result[i].reg] = value[i];
}

/* What the last one's end is found by. */
static void remember_end(struct msim_pipeline *pipeline, const struct msim_segment *segment)
{
    uint64_t address = segment->address;
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        pipeline->last.address = address;
        address += segment->instrs[i].length;
    }
    pipeline->last.segment = segment;
    pipeline->last.next = address;
}

void msim_pipeline_train(struct msim_pipeline *pipeline, const struct msim_segment *segment)
{
    bool several;
    predict(pipeline, segment, &several);
    remember_end(pipeline, segment);
}

void msim_pipeline_run(struct msim_pipeline *pipeline, const struct msim_segment *segment,
                       const uint64_t *record, struct msim_seen *seen, uint32_t used)
{
    const struct msim_ops *ops = segment->ops;
    const struct msim_operation *op = ops->op, *end = op + ops->ops;
    const uint16_t *source = ops->source;
    uint64_t address = segment->address;
    bool repeated = repeats(pipeline, segment);
    follow(pipeline, segment);
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        const struct msim_instr *instr = &segment->instrs[i];
        struct step step = {.segment = segment, .record = record, .op = op, .site = instr->site};
        bool joined =
            (segment->continued && i == 0) || (ops->fused && i + 1 == segment->instrs_used);
        const uint16_t *of = source;
        step.how = instr->how;
        step.repeated = repeated;
        step.slot = !joined && !repeated;
        source = find_ops(pipeline, &step, end, i, source);
        op = step.end;
        if (used)
            fetch(pipeline, &step, address, seen, used);
        enter(pipeline, &step);
        step.done = repeated ? 0 : step.enters / MSIM_TICKS + 1;
        pipeline->last.resolved = step.done;
        uint64_t there = run_ops(pipeline, &step, of, seen, used);
        if (step.how & MSIM_INSTR_FENCE)
            fence(pipeline, &step);
        retire(pipeline, &step);
        if (step.stores)
            write_stores(pipeline, &step, there);
        pipeline->last.address = address;
        address += instr->length;
    }
    set_results(pipeline, ops);
    pipeline->last.segment = segment;
    pipeline->last.next = address;
}

void msim_pipeline_break(struct msim_pipeline *pipeline)
{
    pipeline->last.segment = NULL;
}
