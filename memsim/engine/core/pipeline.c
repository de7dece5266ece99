/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of pipeline.h. */
#include "pipeline.h"

#include "ends.h"
#include "engine/base/numbers.h"

/* --- Making it ---------------------------------------------------------------------------- */

void msim_pipeline_init(struct msim_pipeline *pipeline, const struct msim_mem *mem,
                        const struct msim_core *core, struct msim_memory *memory,
                        struct msim_branches *branches, const struct msim_charges *charges)
{
    pipeline->core = core;
    pipeline->in_order = core->in_order != 0;
    msim_arena_init(&pipeline->plans, mem);
    pipeline->entering = MSIM_TICKS / core->width;
    pipeline->retiring = MSIM_TICKS / core->retire;
    pipeline->memory = memory;
    pipeline->branches = branches;
    pipeline->late = MSIM_FRONT;
    pipeline->account.to = *charges;
    msim_ports_init(&pipeline->ports, mem, core);
    pipeline->queue[MSIM_QUEUE_INTEGER].most = core->integer_queue;
    pipeline->queue[MSIM_QUEUE_VECTOR].most = core->vector_queue;
    pipeline->queue[MSIM_QUEUE_ADDRESS].most = core->address_queue;
    pipeline->window.most = core->window;
    pipeline->loads.most = core->loads;
    pipeline->results.most = core->results;
    msim_stores_init(&pipeline->stores, core);
    msim_wrong_init(&pipeline->wrong, core, memory, &pipeline->stores);
    msim_running_init(pipeline->running, core);
}

/* --- Entering ----------------------------------------------------------------------------- */

/* The record of a segment, as it runs, and where it is. */
struct course {
    const struct msim_segment *segment;
    const uint64_t *record;
    struct msim_seen *seen; /* what missed, */
    uint32_t used;          /* so many */
    bool repeated;          /* it repeats itself */
    const struct msim_planned_step *step;
    const struct msim_act *act;    /* the first one of the step */
    const uint16_t *source;        /* those of what comes next, */
    uint64_t *ready;               /* and where its time goes */
    uint64_t entered;              /* the cycle after that */
    uint64_t done;                 /* when all its operations are ready */
    uint64_t there;                /* when the lines of its stores are */
    const struct msim_wait *by;    /* the load that was ready last */
    struct msim_wait wait[2], *at; /* of loads: that one, and the next */
};

/* A result that waited for nothing but its sources and its operation. */
static const struct msim_wait nothing = {.from = MSIM_DEPENDENCY};

/* The front is held until `time`, in ticks. */
static void hold(struct msim_pipeline *pipeline, uint64_t time, enum msim_cause why, uint32_t site)
{
    if (time <= pipeline->front)
        return;
    pipeline->front = time;
    pipeline->late = why;
    pipeline->late_site = site;
    pipeline->far = false;
}

static inline void await_buffers(struct msim_pipeline *pipeline,
                                 const struct msim_planned_step *step)
{
    if (step->loads)
        hold(pipeline, msim_recent_before(&pipeline->loads, step->loads), MSIM_DEPENDENCY,
             step->site);
    if (step->computes && pipeline->results.most)
        hold(pipeline, msim_recent_before(&pipeline->results, step->computes), MSIM_DEPENDENCY,
             step->site);
    if (step->stores)
        hold(pipeline, msim_recent_before(&pipeline->stores.buffer, step->stores), MSIM_WAIT_STORE,
             step->site);
    if (step->slot)
        hold(pipeline, pipeline->window.time[pipeline->window.next], MSIM_DEPENDENCY, step->site);
}

/* When a queue has room for the instruction, at `cycle` or later. */
static inline uint64_t await_queue(struct msim_pipeline *pipeline,
                                   const struct msim_planned_step *step, unsigned queue,
                                   uint64_t cycle)
{
    uint64_t room = msim_queue_room(&pipeline->queue[queue], cycle, step->waiting[queue]);
    if (__builtin_expect(room > cycle, 0))
        hold(pipeline, room * MSIM_TICKS, MSIM_DEPENDENCY, step->site);
    return room;
}

/* Returns the cycle in which it enters. Room for nothing is found sooner than told from some. */
static inline uint64_t await_queues(struct msim_pipeline *pipeline,
                                    const struct msim_planned_step *step)
{
    uint64_t cycle = await_queue(pipeline, step, MSIM_QUEUE_INTEGER, pipeline->front / MSIM_TICKS);
    if (step->waiting[MSIM_QUEUE_VECTOR])
        cycle = await_queue(pipeline, step, MSIM_QUEUE_VECTOR, cycle);
    if (step->waiting[MSIM_QUEUE_ADDRESS])
        cycle = await_queue(pipeline, step, MSIM_QUEUE_ADDRESS, cycle);
    return cycle;
}

static inline void enter(struct msim_pipeline *pipeline, struct course *course)
{
    const struct msim_planned_step *step = course->step;
    if (!course->repeated)
        await_buffers(pipeline, step);
    course->entered =
        1 + (course->repeated ? pipeline->front / MSIM_TICKS : await_queues(pipeline, step));
    course->done = course->repeated ? 0 : course->entered;
    course->by = &nothing;
    course->there = 0;
    if (step->slot && !course->repeated) {
        pipeline->front += pipeline->entering;
        msim_fetching_adds(&pipeline->fetching, pipeline->core);
    }
}

/* --- Running ------------------------------------------------------------------------------ */

/* When all sources of an operation are, or of a store those of its address. */
static inline uint64_t address_ready(const struct msim_pipeline *pipeline,
                                     const struct course *course, const struct msim_act *act)
{
    const uint64_t *time = pipeline->time;
    if (__builtin_expect(act->sources > MSIM_ACT_SOURCES, 0))
        return msim_latest(time, course->source, act->sources);
    return msim_later(time[act->source[0]], msim_later(time[act->source[1]], time[act->source[2]]));
}

/* When an operation starts whose sources are ready at `time`. */
static inline uint64_t start(struct msim_pipeline *pipeline, const struct msim_act *act,
                             const struct course *course, uint64_t time)
{
    if (pipeline->in_order)
        time = msim_later(time, pipeline->started);
    if (act->ports == MSIM_PORTS_NONE)
        return time;
    time = msim_later(time, course->entered);
    time = msim_ports_start(&pipeline->ports, act, course->record, time);
    msim_queue_add(&pipeline->queue[act->queue], course->entered, time);
    pipeline->started = time;
    return time;
}

/* What the access missed, of which the first one of its address is told. */
static const struct msim_served *served_of(const struct course *course, uint64_t address)
{
    static const struct msim_served nothing_missed;
    struct msim_seen *seen = course->seen;
    for (uint32_t i = 0; i < course->used; i++)
        if (seen[i].kind != MSIM_FETCH && seen[i].first == address) {
            seen[i].kind = MSIM_FETCH;
            seen[i].first = 0;
            return &seen[i].served;
        }
    return &nothing_missed;
}

/* The access of a load or store. */
static inline void access_memory(struct msim_pipeline *pipeline, const struct course *course,
                                 const struct msim_act *act, uint64_t time, uint64_t address,
                                 struct msim_wait *wait)
{
    struct msim_memory *memory = pipeline->memory;
    if (__builtin_expect(act->past, 0)) {
        msim_memory_past(memory, time, address, act->size, served_of(course, address), wait);
    } else if (course->used || !msim_memory_hits(memory, time, address, act->size)) {
        const struct msim_served *served = served_of(course, address);
        msim_memory_access(memory, time, address, act->size, served, wait);
        if (act->kind == MSIM_ACT_STORE && served->line)
            wait->ready = msim_later(
                wait->ready, msim_ways_take_back(&memory->ways, time, address >> MSIM_LINE_SHIFT));
    } else {
        *wait = (struct msim_wait){.ready = time + memory->core->load, .from = MSIM_DEPENDENCY};
    }
}

/* When it is ready; the instruction is not done before. */
static inline uint64_t run_load(struct msim_pipeline *pipeline, struct course *course,
                                const struct msim_act *act, uint64_t time, uint64_t sources)
{
    uint64_t address;
    struct msim_wait *wait = course->at;
    if (msim_act_address(act, course->record, &address)) {
        access_memory(pipeline, course, act, time, address, wait);
        const struct msim_forwarded load = {.address = address,
                                            .entered = course->entered,
                                            .known = msim_origin_time(sources),
                                            .load = act->load,
                                            .size = act->size,
                                            .vector = act->vector,
                                            .base = act->base,
                                            .by_stack = act->by_stack,
                                            .operand = act->operand};
        bool foreseen = msim_stores_forward(&pipeline->stores, time, &load, wait);
        msim_prefetchers_load(&pipeline->memory->prefetchers, time, act->load, address);
        if (foreseen) /* which is looked at when it is there */
            course->done = msim_later(course->done, time + pipeline->core->load);
        else
            wait->ready += act->more;
        wait->address = address;
        wait->size = act->size;
        wait->load = act->load;
        wait->sources = sources;
        wait->entered = course->entered;
    } else {
        *wait = (struct msim_wait){.ready = time + 1, .from = MSIM_DEPENDENCY};
    }
    if (course->step->how & MSIM_INSTR_ATOMIC) {
        wait->ready += pipeline->core->atomic;
        pipeline->barrier = wait->ready;
    }
    if (wait->ready > course->by->ready) {
        course->by = wait;
        course->at = wait == course->wait ? wait + 1 : course->wait;
    }
    course->done = msim_later(course->done, wait->ready);
    return wait->ready;
}

static inline uint64_t run_store(struct msim_pipeline *pipeline, struct course *course,
                                 const struct msim_act *act, uint64_t time, uint64_t data,
                                 uint64_t known)
{
    uint64_t address;
    struct msim_wait wait;
    if (msim_act_address(act, course->record, &address)) {
        access_memory(pipeline, course, act, time, address, &wait);
        course->there = msim_later(course->there, wait.ready);
        const struct msim_stored stored = {.address = address,
                                           .data = msim_later(time, data),
                                           .known = known,
                                           .size = act->size,
                                           .base = act->base,
                                           .vector = act->vector,
                                           .by_stack = act->by_stack};
        msim_stores_add(&pipeline->stores, time, &stored);
    }
    return msim_later(time + 1, data);
}

/* When all so far retired and were written. */
static uint64_t all_done(const struct msim_pipeline *pipeline)
{
    return msim_later(msim_pipeline_cycles(pipeline), pipeline->stores.written);
}

/* Runs an operation that starts at `earliest` or later. */
static inline __attribute__((always_inline)) void run_act(struct msim_pipeline *pipeline,
                                                          struct course *course,
                                                          const struct msim_act *act,
                                                          uint64_t earliest)
{
    uint64_t sources = address_ready(pipeline, course, act);
    uint64_t time = msim_later(earliest, msim_origin_time(sources)), ready, data;
    if (act->kind == MSIM_ACT_LOAD)
        time = msim_later(time, pipeline->barrier);
    time =
        course->repeated ? msim_later(time, course->entered) : start(pipeline, act, course, time);
    switch ((enum msim_act_kind)act->kind) {
    case MSIM_ACT_LOAD:
        ready = run_load(pipeline, course, act, time, sources);
        *course->ready++ =
            msim_origin_new(&pipeline->origins, ready, act->load, course->step->site);
        break;
    case MSIM_ACT_STORE:
        data = act->data <= 1
                   ? pipeline->time[act->datum]
                   : msim_latest(pipeline->time, course->source + act->sources, act->data);
        ready = run_store(pipeline, course, act, time, msim_origin_time(data),
                          msim_origin_time(sources));
        course->done = msim_later(course->done, ready);
        *course->ready++ = msim_origin_same(ready, 0);
        break;
    case MSIM_ACT_HINT:
        msim_memory_hint(pipeline->memory, time, course->record[act->word], act->first,
                         course->segment->address + course->step->offset);
        /* fall through */
    default:
        ready = time + (course->repeated ? 0 : act->latency);
        course->done = msim_later(course->done, ready);
        if (act->kind == MSIM_ACT_BRANCH)
            pipeline->last.resolved = ready;
        *course->ready++ = msim_origin_same(ready, sources);
    }
    course->source += act->sources + act->data;
}

static inline void run_acts(struct msim_pipeline *pipeline, struct course *course)
{
    unsigned serial = course->step->how & (MSIM_INSTR_ATOMIC | MSIM_INSTR_FENCE);
    uint64_t earliest = serial ? all_done(pipeline) : 0;
    const struct msim_act *act = course->act, *end = act + course->step->acts;
    for (course->at = course->wait; act < end; act++)
        run_act(pipeline, course, act, earliest);
}

/* All before it retired and was written, and loads wait for it. */
static void fence(struct msim_pipeline *pipeline, struct course *course)
{
    course->done = msim_later(course->done, all_done(pipeline));
    pipeline->barrier = course->done;
}

/* --- Retiring ----------------------------------------------------------------------------- */

/* Stores are written in order, after they retired. */
static void write_stores(struct msim_pipeline *pipeline, const struct course *course)
{
    uint64_t address, earliest = msim_later(course->there, msim_pipeline_cycles(pipeline));
    for (const struct msim_act *act = course->act; act < course->act + course->step->acts; act++) {
        if (act->kind != MSIM_ACT_STORE)
            continue;
        bool happens = msim_act_address(act, course->record, &address);
        if (!course->repeated)
            msim_stores_write(&pipeline->stores, happens ? &address : NULL, earliest);
        else if (happens)
            msim_stores_repeat(&pipeline->stores, address, act->size, earliest);
    }
}

static inline void retire(struct msim_pipeline *pipeline, const struct course *course)
{
    const struct msim_planned_step *step = course->step;
    bool slot = step->slot && !course->repeated;
    uint64_t least = slot ? pipeline->retiring : 0;
    uint64_t time = msim_later(pipeline->retired + least, course->done * MSIM_TICKS);
    if (pipeline->account.mark < time) {
        const struct msim_spent spent = {
            .site = step->site,
            .late = pipeline->late,
            .far = pipeline->far,
            .late_site = pipeline->retired ? pipeline->late_site : step->site,
            .busy = slot ? msim_later(least, pipeline->entering) : 0,
            .could_end = (course->entered + 1) * MSIM_TICKS,
            .by = course->by,
        };
        msim_charge(&pipeline->account, pipeline->retired, time, &spent);
    }
    pipeline->late = MSIM_FRONT;
    pipeline->late_site = step->site;
    pipeline->far = false;
    pipeline->retired = time;
    if (slot)
        msim_recent_add(&pipeline->window, time);
    for (uint32_t i = 0; i < step->loads && !course->repeated; i++)
        msim_recent_add(&pipeline->loads, time);
    if (pipeline->results.most && !course->repeated)
        for (uint32_t i = 0; i < step->computes; i++)
            msim_recent_add(&pipeline->results, time);
}

/* --- Segments ----------------------------------------------------------------------------- */

/* Holds the front until the last branch is resolved. */
static void mispredict(struct msim_pipeline *pipeline, const struct msim_planned *plan)
{
    const struct msim_planned *last = &pipeline->last.plan;
    struct msim_wrong_way *wrong = &pipeline->wrong;
    const struct msim_wrong_branch branch = {last, plan, pipeline->front, pipeline->last.resolved};
    if (last->end != MSIM_OP_ENDS_COND || !pipeline->core->wrong_way)
        wrong->on = false;
    else if (msim_wrong_parts(wrong, &branch))
        for (unsigned i = 0; i < MSIM_REGISTERS; i++)
            wrong->time[i] = msim_origin_time(pipeline->time[i]);
    hold(pipeline, (branch.resolved + pipeline->core->refill) * MSIM_TICKS, MSIM_MISPREDICT,
         last->site);
    msim_fetching_begins(&pipeline->fetching, pipeline->front, plan->address);
}

/* When the front can go on after a branch that was foreseen, and was taken if it is not computed. */
static uint64_t goes_on(struct msim_pipeline *pipeline, const struct msim_planned *plan,
                        bool computed)
{
    const struct msim_planned *last = &pipeline->last.plan;
    const struct msim_core *core = pipeline->core;
    bool calls = last->end == MSIM_OP_ENDS_CALL || last->end == MSIM_OP_ENDS_RETURN;
    uint64_t cycles = calls ? core->calls : 1;
    if (core->fetch)
        return msim_fetching_goes(&pipeline->fetching, core, pipeline->front,
                                  computed ? msim_later(core->indirect, cycles) : cycles,
                                  last->last, plan->address);
    return msim_round_up(pipeline->front, MSIM_TICKS) +
           (computed ? core->indirect * MSIM_TICKS : 0);
}

/* Holds the front until it knows where the last segment's end led. */
static void follow(struct msim_pipeline *pipeline, const struct msim_planned *plan)
{
    const struct msim_planned *last = &pipeline->last.plan;
    struct msim_foreseen foreseen = msim_end_foreseen(pipeline->branches, last, plan);
    pipeline->ahead = foreseen.right;
    if (last->segment && last->repeats && !msim_end_repeats(last, plan))
        hold(pipeline, pipeline->stores.written * MSIM_TICKS, MSIM_WAIT_STORE, last->site);
    if (!last->segment || last->repeats) {
        msim_fetching_begins(&pipeline->fetching, pipeline->front, plan->address);
        return;
    }
    bool computed = pipeline->core->indirect_kept ? foreseen.goes.aside : foreseen.goes.elsewhere;
    if (!foreseen.right)
        mispredict(pipeline, plan);
    else if (computed || msim_end_is_taken(last, plan))
        hold(pipeline, goes_on(pipeline, plan, computed), MSIM_FRONT, last->site);
}

/* The front waits for code that missed. */
static void fetch(struct msim_pipeline *pipeline, const struct course *course)
{
    const struct msim_seen *seen = course->seen;
    uint64_t address = course->segment->address + course->step->offset;
    for (uint32_t i = 0; i < course->used; i++) {
        if (seen[i].kind != MSIM_FETCH || seen[i].first != address)
            continue;
        uint64_t wait = msim_memory_fetch(pipeline->memory, &seen[i].served);
        bool far = msim_served_far(&seen[i].served);
        if (pipeline->ahead && seen[i].served.line && !far)
            wait = msim_earlier(wait, pipeline->core->l2_code);
        hold(pipeline, pipeline->front + wait * MSIM_TICKS, MSIM_FRONT, course->step->site);
        pipeline->far = far;
    }
}

/* When window and buffers have places for the instruction, in ticks. */
static uint64_t room_for(const struct msim_pipeline *pipeline, const struct msim_planned_step *step)
{
    uint64_t room = step->slot ? pipeline->window.time[pipeline->window.next] : 0;
    if (step->loads)
        room = msim_later(room, msim_recent_before(&pipeline->loads, step->loads));
    if (step->computes && pipeline->results.most)
        room = msim_later(room, msim_recent_before(&pipeline->results, step->computes));
    if (step->stores)
        room = msim_later(room, msim_recent_before(&pipeline->stores.buffer, step->stores));
    return room;
}

/* The instruction on the wrong way, before it runs on the right one. */
static void go_wrong(struct msim_pipeline *pipeline, const struct msim_planned *plan,
                     const struct course *course)
{
    const struct msim_wrong_instr instr = {.plan = plan,
                                           .step = course->step,
                                           .act = course->act,
                                           .source = course->source,
                                           .record = course->record,
                                           .seen = course->seen,
                                           .used = course->used,
                                           .room = room_for(pipeline, course->step)};
    msim_wrong_runs(&pipeline->wrong, &instr);
}

void msim_pipeline_run(struct msim_pipeline *pipeline, const struct msim_planned *plan,
                       const uint64_t *record, struct msim_seen *seen, uint32_t used)
{
    const struct msim_segment *segment = plan->segment;
    struct course course;
    course.segment = segment;
    course.record = record;
    course.seen = seen;
    course.used = used;
    course.repeated = msim_end_repeats(&pipeline->last.plan, plan);
    course.act = plan->act;
    course.source = segment->ops->source;
    course.ready = &pipeline->time[MSIM_REGISTERS];
    follow(pipeline, plan);
    pipeline->wrong.on &= !plan->repeats;
    if (pipeline->wrong.on)
        msim_wrong_begins(&pipeline->wrong, plan);
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        course.step = &plan->step[i];
        if (pipeline->wrong.on)
            go_wrong(pipeline, plan, &course);
        if (used)
            fetch(pipeline, &course);
        pipeline->ahead = true;
        enter(pipeline, &course);
        pipeline->last.resolved = course.done;
        run_acts(pipeline, &course);
        if (course.step->how & MSIM_INSTR_FENCE)
            fence(pipeline, &course);
        retire(pipeline, &course);
        if (course.step->stores)
            write_stores(pipeline, &course);
        course.act += course.step->acts;
    }
    if (pipeline->wrong.on)
        msim_wrong_ends(&pipeline->wrong, plan);
    msim_wrong_pass(&pipeline->wrong, plan);
    msim_plan_results(plan, pipeline->time);
    pipeline->last.plan = *plan;
}
