/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The rules of buckets.h, memory.h and prefetch.h, for the model. */
#include <stdlib.h>

#include "model.h"

enum { LINE = 64, ROW_LINES = 128, NEAR = 16, STRIDE_BYTES = 2048, PAGE = 4096 };

static uint64_t later(uint64_t a, uint64_t b)
{
    return a > b ? a : b;
}

void model_list_add(struct model_list *list, uint64_t value)
{
    if (list->used == list->room) {
        list->room = list->room ? 2 * list->room : 64;
        list->at = realloc(list->at, list->room * sizeof *list->at);
    }
    list->at[list->used++] = value;
}

bool model_list_has_lately(const struct model_list *list, uint64_t value, size_t most)
{
    size_t distinct = 0;
    for (size_t i = list->used; i-- && distinct < most;) {
        bool again = false;
        for (size_t j = i + 1; j < list->used; j++)
            again |= list->at[j] == list->at[i];
        distinct += !again;
        if (list->at[i] == value)
            return true;
    }
    return false;
}

/* --- Resources ------------------------------------------------------------------------------ */

/* A stretch whose place in the ring a later one took. */
static bool is_passed(const struct model_taken *taken, uint64_t stretch)
{
    for (uint64_t later = stretch + MSIM_BUCKETS; later < taken->units.used; later += MSIM_BUCKETS)
        if (taken->units.at[later])
            return true;
    return false;
}

static uint64_t units_of(const struct model_taken *taken, uint64_t stretch)
{
    return stretch < taken->units.used && !is_passed(taken, stretch) ? taken->units.at[stretch] : 0;
}

bool model_has_room(const struct model_taken *taken, uint64_t stretch)
{
    return units_of(taken, stretch) < taken->most;
}

uint64_t model_take(struct model_taken *taken, uint64_t time, uint32_t units)
{
    uint64_t stretch = time >> taken->shift;
    while (units_of(taken, stretch) == taken->most)
        stretch++;
    uint64_t begins = later(time, stretch << taken->shift);
    for (; units && !is_passed(taken, stretch); stretch++)
        for (; units && units_of(taken, stretch) < taken->most; units--) {
            while (taken->units.used <= stretch)
                model_list_add(&taken->units, 0);
            taken->units.at[stretch]++;
        }
    return begins;
}

static uint64_t level_latency(const struct model_memory *memory, enum msim_cause from)
{
    return from == MSIM_WAIT_L2       ? memory->latency[MSIM_LATENCY_L2]
           : from == MSIM_WAIT_L3     ? memory->latency[MSIM_LATENCY_L3]
           : from == MSIM_WAIT_MEMORY ? memory->latency[MSIM_LATENCY_MEMORY]
                                      : memory->latency[MSIM_LATENCY_TRANSFER];
}

static bool is_level(enum msim_cause from)
{
    return from == MSIM_WAIT_L2 || from == MSIM_WAIT_L3 || from == MSIM_WAIT_MEMORY;
}

/* When the way has room, and memory's an eighth, in the stretch of *time or one of the next seven;
 * false: in none. */
static bool await_way(const struct model_memory *memory, enum msim_cause from, uint64_t *time)
{
    const struct model_taken *way = &memory->way[from];
    uint64_t first = *time >> way->shift, stretch = first;
    if (!is_level(from))
        return true;
    uint64_t eighths = from == MSIM_WAIT_MEMORY ? 7 : 8;
    while (stretch < first + 8 && 8 * units_of(way, stretch) >= eighths * way->most)
        stretch++;
    *time = later(*time, stretch << way->shift);
    return stretch < first + 8;
}

static uint64_t send(struct model_memory *memory, enum msim_cause from, uint64_t time,
                     uint64_t line)
{
    if (!is_level(from))
        return time;
    uint64_t (*physical)(void *, uint64_t) = memory->probe.physical;
    uint64_t row = (physical ? physical(memory->probe.self, line) : line) / ROW_LINES;
    uint32_t units = from == MSIM_WAIT_L2   ? memory->core.l2_rate
                     : from == MSIM_WAIT_L3 ? memory->core.l3_rate
                     : model_list_has_lately(&memory->rows, row, MSIM_ROWS)
                         ? memory->core.memory_rate
                         : memory->core.memory_row;
    if (from == MSIM_WAIT_MEMORY)
        model_list_add(&memory->rows, row);
    uint64_t sent = model_take(&memory->way[from], time, units);
    if (memory->core.l2_bank)
        sent = later(sent, model_take(&memory->bank[line % 8], time, memory->core.l2_bank));
    return sent;
}

/* --- Lines that were asked for -------------------------------------------------------------- */

static void add_line(struct model_lines *lines, const struct model_line *line)
{
    if (lines->used == lines->room) {
        lines->room = lines->room ? 2 * lines->room : 64;
        lines->at = realloc(lines->at, lines->room * sizeof *lines->at);
    }
    lines->at[lines->used++] = *line;
}

static struct model_line *find_flight(const struct model_memory *memory, uint64_t line)
{
    for (size_t i = memory->flights.used; i--;)
        if (memory->flights.at[i].line % MSIM_FLIGHTS == line % MSIM_FLIGHTS)
            return memory->flights.at[i].line == line ? &memory->flights.at[i] : NULL;
    return NULL;
}

static uint64_t arrival_place(uint64_t line)
{
    return (line ^ line >> 12) % MSIM_ARRIVALS;
}

static struct model_line *find_arrival(const struct model_memory *memory, uint64_t line)
{
    for (size_t i = memory->arrivals.used; i--;) {
        struct model_line *arrival = &memory->arrivals.at[i];
        if (arrival_place(arrival->line) == arrival_place(line))
            return arrival->line == line && !arrival->gone ? arrival : NULL;
    }
    return NULL;
}

/* --- Prefetchers ---------------------------------------------------------------------------- */

/* From where a line is to be asked for, and when; MSIM_DEPENDENCY: it is not. */
static enum msim_cause wanted(const struct model_memory *memory, uint64_t time,
                              struct model_line *next, uint64_t *asked)
{
    const struct model_line *known = find_arrival(memory, next->line);
    *asked = time;
    if (known && (known->first || !next->first))
        return MSIM_DEPENDENCY;
    enum msim_cause at = known ? MSIM_WAIT_L2 : memory->probe.where(memory->probe.self, next->line);
    next->from = at;
    if (known && known->arrives > time) {
        *asked = known->arrives;
        next->from = known->from;
    }
    return at == MSIM_WAIT_L2 && !next->first ? MSIM_DEPENDENCY : at;
}

static bool ask_ahead(struct model_memory *memory, uint64_t time, uint64_t line, bool first)
{
    struct model_line next = {.line = line, .first = first};
    uint64_t asked;
    enum msim_cause at = wanted(memory, time, &next, &asked);
    if (at == MSIM_DEPENDENCY || !await_way(memory, at, &asked))
        return false;
    next.arrives = send(memory, at, asked, line) + level_latency(memory, at);
    add_line(&memory->arrivals, &next);
    return true;
}

static struct model_stream *stream_of(struct model_memory *memory, uint64_t line)
{
    struct model_stream *oldest = memory->stream;
    for (uint32_t i = 0; i < memory->core.streams; i++) {
        struct model_stream *stream = &memory->stream[i];
        int64_t away = (int64_t)(line - stream->line);
        if (stream->used && away > -NEAR && away < NEAR)
            return stream;
        if (stream->used < oldest->used)
            oldest = stream;
    }
    *oldest = (struct model_stream){.line = line};
    return oldest;
}

static void missed_first(struct model_memory *memory, uint64_t time, uint64_t line)
{
    if (!memory->core.stream)
        return;
    struct model_stream *stream = stream_of(memory, line);
    stream->used = ++memory->streamed;
    if (stream->line == line)
        return;
    int64_t way = line > stream->line ? 1 : -1;
    if (stream->steps * way <= 0) {
        stream->steps = 0;
        stream->asked = false;
    }
    int64_t step = (int64_t)(line - stream->line), apart = step == stream->step ? step : way;
    stream->steps += way;
    stream->line = line;
    stream->step = step;
    if (stream->steps * way < 2)
        return;
    for (int64_t i = 1; i <= memory->core.stream && i <= stream->steps * way; i++) {
        if (memory->core.prefetch_page && apart * way * i > (int64_t)memory->core.stream)
            break;
        uint64_t ahead = line + (uint64_t)(apart * i);
        if (stream->asked && (way > 0 ? ahead <= stream->done : ahead >= stream->done))
            continue;
        if (!await_way(memory, MSIM_WAIT_MEMORY, &(uint64_t){time}))
            return;
        ask_ahead(memory, time, ahead, false);
        stream->asked = true;
        stream->done = ahead;
    }
}

static uint64_t stride_place(uint64_t load)
{
    return (load ^ load >> 8) % MSIM_STRIDES;
}

/* What is known of the load, as nothing else came to its place; NULL: nothing. */
static struct model_stride *find_stride(struct model_memory *memory, uint64_t load)
{
    for (size_t i = memory->strides_used; i--;)
        if (stride_place(memory->strides[i].load) == stride_place(load))
            return memory->strides[i].load == load ? &memory->strides[i] : NULL;
    return NULL;
}

void model_prefetch_load(struct model_memory *memory, uint64_t time, uint64_t load,
                         uint64_t address)
{
    struct model_stride *stride = find_stride(memory, load);
    if (!memory->core.stride)
        return;
    if (!stride) {
        size_t bytes = (memory->strides_used + 1) * sizeof *memory->strides;
        memory->strides = realloc(memory->strides, bytes);
        memory->strides[memory->strides_used++] =
            (struct model_stride){.load = load, .last = address};
        return;
    }
    int64_t step = (int64_t)(address - stride->last);
    stride->last = address;
    if (!step)
        return;
    stride->same++;
    if (step != stride->step) {
        stride->same = 0;
        stride->done = address / LINE;
    }
    stride->step = step;
    if (!stride->same || step < -STRIDE_BYTES || step > STRIDE_BYTES)
        return;
    if (step > -LINE && step < LINE)
        step = step < 0 ? -LINE : LINE;
    for (int64_t i = 1; i <= memory->core.stride; i++) {
        uint64_t line = (address + (uint64_t)(step * i)) / LINE;
        if (step > 0 ? line <= stride->done : line >= stride->done)
            continue;
        if (memory->core.prefetch_page && line * LINE / PAGE != address / PAGE)
            return;
        if (!await_way(memory, MSIM_WAIT_MEMORY, &(uint64_t){time}))
            return;
        stride->done = line;
        if (ask_ahead(memory, time, line, true))
            missed_first(memory, time, line);
    }
}

/* --- References ----------------------------------------------------------------------------- */

static uint64_t *take_free(uint64_t *free, uint32_t used, uint64_t time)
{
    uint64_t *best = NULL, *first = free;
    for (uint32_t i = 0; i < used; i++) {
        if (free[i] <= time && (!best || free[i] > *best))
            best = &free[i];
        if (free[i] < *first)
            first = &free[i];
    }
    return best ? best : first;
}

static uint64_t key_place(uint64_t key)
{
    return (key ^ key >> 12) % MSIM_SETS;
}

static bool set_is_taken(const struct model_memory *memory, uint64_t key)
{
    for (size_t i = memory->sets_taken.used; i--;)
        if (key_place(memory->sets_taken.at[i]) == key_place(key))
            return memory->sets_taken.at[i] == key;
    return false;
}

static uint64_t await_set(struct model_memory *memory, uint64_t time, uint64_t line)
{
    uint64_t between = memory->core.same_set;
    if (!between)
        return time;
    uint64_t stretch = time / between, set = line % memory->sets;
    while (set_is_taken(memory, stretch * memory->sets + set + 1))
        stretch++;
    model_list_add(&memory->sets_taken, stretch * memory->sets + set + 1);
    return later(time, stretch * between);
}

/* A line that misses the first level comes from another one, unless it was asked for ahead. */
static void access_line(struct model_memory *memory, uint64_t time, uint64_t line, bool misses,
                        enum msim_cause from, bool of_table, struct msim_wait *wait)
{
    const struct model_line *flight = find_flight(memory, line);
    uint64_t hit = time + memory->core.load;
    *wait = (struct msim_wait){.ready = hit, .from = MSIM_DEPENDENCY};
    bool lost = misses && from == MSIM_WAIT_CORE && !of_table;
    if (flight && flight->arrives > hit && !lost) {
        *wait = (struct msim_wait){
            .ready = flight->arrives, .from = flight->from, .level = flight->arrives - time};
        return;
    }
    if (!misses)
        return;
    struct model_line *ahead = of_table ? NULL : find_arrival(memory, line);
    bool asked_first = ahead && ahead->first;
    bool is_elsewhere = lost || (memory->in_caches && from != MSIM_WAIT_L2);
    if (ahead && is_elsewhere)
        ahead->gone = true;
    if (ahead && !is_elsewhere) {
        uint64_t there = later(time, ahead->arrives);
        ahead->gone = true;
        wait->ready = ahead->first ? later(hit, there) : there + memory->latency[MSIM_LATENCY_L2];
        wait->from = there > time ? ahead->from : ahead->first ? MSIM_DEPENDENCY : MSIM_WAIT_L2;
        wait->level = wait->ready - time;
    } else {
        uint64_t *free = take_free(memory->miss_free, memory->core.misses, time);
        uint64_t sent = send(memory, from, await_set(memory, later(time, *free), line), line);
        wait->from = from;
        wait->level = level_latency(memory, from);
        wait->bandwidth = sent - time;
        wait->ready = *free = sent + wait->level;
    }
    add_line(&memory->flights,
             &(struct model_line){.line = line, .arrives = wait->ready, .from = wait->from});
    if (!of_table && !asked_first)
        missed_first(memory, time, line);
}

/* Where others only have copies of a line that is there, and not under way, a transfer passes. */
static void access_data(struct model_memory *memory, uint64_t time, uint64_t line,
                        const struct msim_served *served, struct msim_wait *wait)
{
    access_line(memory, time, line, served->line, served->from, false, wait);
    if (served->copies && !wait->level)
        *wait = (struct msim_wait){.ready = time + memory->latency[MSIM_LATENCY_TRANSFER],
                                   .from = MSIM_WAIT_CORE,
                                   .level = memory->latency[MSIM_LATENCY_TRANSFER]};
}

static uint64_t translate(struct model_memory *memory, uint64_t time,
                          const struct msim_served *served)
{
    struct msim_wait wait;
    if (!served->translation)
        return time;
    if (!served->walk)
        return time + memory->latency[MSIM_LATENCY_L2TLB];
    uint64_t *free = take_free(memory->walk_free, memory->core.walkers, time);
    uint64_t walked = later(time, *free) + memory->latency[MSIM_LATENCY_WALK];
    if (!memory->core.walk_entry)
        return *free = walked;
    access_line(memory, walked, served->entry.line, served->entry.from != MSIM_DEPENDENCY,
                served->entry.from, true, &wait);
    return *free = wait.ready;
}

/* From where the caches bring what a hint asks for; MSIM_DEPENDENCY: they do not. */
static enum msim_cause brought(struct model_memory *memory, uint64_t line, bool first)
{
    enum msim_cause at = memory->probe.where(memory->probe.self, line);
    for (size_t i = 0; i < memory->came.used; i++)
        if (memory->came.at[i] == line)
            return MSIM_DEPENDENCY;
    if (at == MSIM_DEPENDENCY || (at == MSIM_WAIT_L2 && !first))
        return MSIM_DEPENDENCY;
    model_list_add(&memory->came, line);
    return at;
}

static void hint_in_caches(struct model_memory *memory, uint64_t time, uint64_t line, bool first)
{
    struct model_line *known = find_arrival(memory, line);
    struct model_line next = {.line = line, .first = first};
    enum msim_cause at = brought(memory, line, first);
    if (at == MSIM_DEPENDENCY)
        return;
    uint64_t asked = known ? later(time, known->arrives) : time;
    next.from = known && asked > time ? known->from : known ? MSIM_WAIT_L2 : at;
    if (known && (known->first || !first)) {
        next.arrives = asked;
        next.from = known->from;
    } else {
        at = known ? MSIM_WAIT_L2 : at;
        uint64_t *free = take_free(memory->miss_free, memory->core.misses, asked);
        uint64_t begins = await_set(memory, later(asked, *free), line);
        next.arrives = *free = send(memory, at, begins, line) + level_latency(memory, at);
    }
    if (known && first)
        known->gone = true;
    add_line(first ? &memory->flights : &memory->arrivals, &next);
    missed_first(memory, time, line);
}

void model_memory_hint(struct model_memory *memory, uint64_t time, uint64_t address, bool first)
{
    if (memory->hinted) {
        hint_in_caches(memory, time, address / LINE, first);
        return;
    }
    struct model_line next = {.line = address / LINE, .first = first};
    const struct model_line *flight = find_flight(memory, next.line);
    uint64_t asked;
    enum msim_cause at = wanted(memory, time, &next, &asked);
    if (at == MSIM_DEPENDENCY || (flight && flight->arrives > time))
        return;
    uint64_t *free = take_free(memory->miss_free, memory->core.misses, asked);
    uint64_t begins = await_set(memory, later(asked, *free), next.line);
    next.arrives = *free = send(memory, at, begins, next.line) + level_latency(memory, at);
    add_line(&memory->arrivals, &next);
    missed_first(memory, time, next.line);
}

void model_memory_comes(struct model_memory *memory, uint64_t time, uint64_t line, bool first,
                        enum msim_cause from)
{
    struct model_line *known = find_arrival(memory, line);
    bool waits = known && known->arrives > time;
    struct model_line next = {.line = line, .first = first, .from = waits ? known->from : from};
    next.arrives =
        send(memory, from, waits ? known->arrives : time, line) + level_latency(memory, from);
    if (known && first)
        known->gone = true;
    add_line(first ? &memory->flights : &memory->arrivals, &next);
}

/* A store takes a buffer for the line, or writes another line than the last one did. */
static bool sends_past(struct model_memory *memory, uint64_t line)
{
    bool other = !memory->wrote_past || memory->past != line;
    memory->wrote_past = true;
    memory->past = line;
    for (size_t i = 0; i < memory->taken.used; i++)
        if (memory->taken.at[i] == line) {
            memory->taken.at[i] = UINT64_MAX;
            return true;
        }
    return other && !memory->hinted;
}

void model_memory_past(struct model_memory *memory, uint64_t time, uint64_t address, uint32_t size,
                       const struct msim_served *served, struct msim_wait *wait)
{
    uint64_t translated = translate(memory, time, served);
    *wait = (struct msim_wait){.ready = translated};
    for (uint64_t line = address / LINE; line <= (address + size - 1) / LINE; line++)
        if (sends_past(memory, line))
            wait->ready = later(wait->ready, send(memory, MSIM_WAIT_MEMORY, translated, line));
}

void model_memory_access(struct model_memory *memory, uint64_t time, uint64_t address,
                         uint32_t size, const struct msim_served *served, struct msim_wait *wait)
{
    uint64_t translated = translate(memory, time, served);
    access_data(memory, translated, address / LINE, served, wait);
    if ((address + size - 1) / LINE != address / LINE) {
        struct msim_wait second;
        access_data(memory, translated, (address + size - 1) / LINE, served, &second);
        if (second.ready > wait->ready)
            *wait = second;
    }
    wait->walk = translated - time;
}

uint64_t model_memory_take_back(struct model_memory *memory, uint64_t time, uint64_t address)
{
    if (!memory->core.l2_bank || memory->keeps)
        return time;
    return model_take(&memory->back[address / LINE % 16], time, memory->core.l2_bank) +
           memory->latency[MSIM_LATENCY_L2];
}

uint64_t model_memory_fetch(const struct model_memory *memory, const struct msim_served *served)
{
    uint64_t entry_latency = !memory->core.walk_entry ? 0
                             : served->entry.from == MSIM_DEPENDENCY
                                 ? memory->core.load
                                 : level_latency(memory, served->entry.from);
    uint64_t walk = !served->translation ? 0
                    : served->walk       ? memory->latency[MSIM_LATENCY_WALK] + entry_latency
                                         : memory->latency[MSIM_LATENCY_L2TLB];
    return walk + (served->line ? level_latency(memory, served->from) : 0);
}
