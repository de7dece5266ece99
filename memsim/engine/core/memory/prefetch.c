/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The prefetchers of prefetch.h. */
#include "prefetch.h"

enum { STRIDE_MOST = 2048, LINE = 1 << MSIM_LINE_SHIFT, PAGE_LINES = 64 };

void msim_prefetchers_init(struct msim_prefetchers *prefetchers, const struct msim_mem *mem,
                           struct msim_ways *ways)
{
    prefetchers->core = ways->core;
    prefetchers->ways = ways;
    prefetchers->arrival = msim_get(mem, MSIM_ARRIVALS * sizeof *prefetchers->arrival, 64);
}

static struct msim_arrival *place_of(const struct msim_prefetchers *prefetchers, uint64_t line)
{
    return &prefetchers->arrival[(line ^ line >> 12) % MSIM_ARRIVALS];
}

struct msim_arrival *msim_prefetchers_find(const struct msim_prefetchers *prefetchers,
                                           uint64_t line)
{
    struct msim_arrival *place = place_of(prefetchers, line);
    return place->line == line + 1 ? place : NULL;
}

bool msim_prefetchers_want(const struct msim_prefetchers *prefetchers, uint64_t *time,
                           uint64_t line, bool first, enum msim_cause *from)
{
    const struct msim_arrival *arrival = msim_prefetchers_find(prefetchers, line);
    if (arrival && (!first || arrival->first))
        return false;
    const struct msim_probe *probe = &prefetchers->ways->probe;
    *from = arrival ? MSIM_WAIT_L2 : probe->where(probe->self, line);
    if (arrival)
        *time = msim_later(*time, arrival->time);
    return *from != MSIM_DEPENDENCY && (first || *from != MSIM_WAIT_L2);
}

void msim_prefetchers_expect(struct msim_prefetchers *prefetchers, uint64_t line, uint64_t arrives,
                             enum msim_cause from, bool first)
{
    *place_of(prefetchers, line) = (struct msim_arrival){line + 1, arrives, (uint8_t)from, first};
}

/* Asks for a line, unless it is where it is to go.  True: it is on its way. */
static bool ask(struct msim_prefetchers *prefetchers, uint64_t time, uint64_t line, bool first)
{
    uint64_t begins = time;
    enum msim_cause from;
    if (!msim_prefetchers_want(prefetchers, &begins, line, first, &from))
        return false;
    if (prefetchers->learns) {
        msim_prefetchers_expect(prefetchers, line, 1, from, first);
        return true;
    }
    enum msim_cause waits = begins > time ? place_of(prefetchers, line)->from : from;
    if (!msim_ways_await(prefetchers->ways, from, &begins))
        return false;
    uint64_t sent = msim_ways_send(prefetchers->ways, from, begins, line);
    msim_prefetchers_expect(prefetchers, line, sent + msim_ways_latency(prefetchers->ways, from),
                            waits, first);
    return true;
}

/* --- Strides -------------------------------------------------------------------------------- */

/* Asks for the lines from the one after the last that was asked for to the furthest ahead. */
static void run_ahead(struct msim_prefetchers *prefetchers, uint64_t time,
                      struct msim_stride *stride, uint64_t address)
{
    int64_t step = stride->step > -LINE && stride->step < LINE ? stride->step < 0 ? -LINE : LINE
                                                               : stride->step;
    uint64_t ahead = prefetchers->core->stride;
    for (uint64_t i = 1; i <= ahead; i++) {
        uint64_t line = (address + (uint64_t)step * i) >> MSIM_LINE_SHIFT;
        if (step > 0 ? line <= stride->done : line >= stride->done)
            continue;
        if (prefetchers->core->prefetch_page &&
            line / PAGE_LINES != (address >> MSIM_LINE_SHIFT) / PAGE_LINES)
            return;
        if (!msim_ways_await(prefetchers->ways, MSIM_WAIT_MEMORY, &(uint64_t){time}))
            return;
        stride->done = line;
        if (ask(prefetchers, time, line, true))
            msim_prefetchers_miss(prefetchers, time, line);
    }
}

void msim_prefetchers_step(struct msim_prefetchers *prefetchers, uint64_t time, uint64_t load,
                           uint64_t address, struct msim_stride *stride)
{
    int64_t step = (int64_t)(address - stride->last);
    if (!prefetchers->core->stride)
        return;
    if (stride->load != load) {
        *stride = (struct msim_stride){.load = load, .last = address};
        return;
    }
    stride->last = address;
    stride->same = step == stride->step ? stride->same + 1 : 0;
    stride->step = step;
    if (!stride->same)
        stride->done = address >> MSIM_LINE_SHIFT;
    if (stride->same && step >= -STRIDE_MOST && step <= STRIDE_MOST)
        run_ahead(prefetchers, time, stride, address);
}

/* --- Streams -------------------------------------------------------------------------------- */

/* The stream that the line continues; else the one that was followed longest ago, begun anew. */
static struct msim_stream *stream_of(struct msim_prefetchers *prefetchers, uint64_t line)
{
    struct msim_stream *oldest = &prefetchers->stream[0];
    for (uint32_t i = 0; i < prefetchers->core->streams; i++) {
        struct msim_stream *stream = &prefetchers->stream[i];
        uint64_t distance = line > stream->line ? line - stream->line : stream->line - line;
        if (stream->used && distance < PAGE_LINES / 4)
            return stream;
        if (stream->used < oldest->used)
            oldest = stream;
    }
    *oldest = (struct msim_stream){.line = line};
    return oldest;
}

/* Asks for the lines ahead of the last one: as far from each other as the last ones were, if these
 * were equally far; else all. */
static void follow(struct msim_prefetchers *prefetchers, uint64_t time, struct msim_stream *stream)
{
    bool up = stream->steps > 0;
    int64_t most = prefetchers->core->stream, steps = up ? stream->steps : -(int64_t)stream->steps;
    int64_t step = stream->even ? stream->step : up ? 1 : -1;
    if (prefetchers->core->prefetch_page)
        most /= up ? step : -step;
    for (int64_t i = 1; i <= steps && i <= most; i++) {
        uint64_t line = stream->line + (uint64_t)(step * i);
        if (stream->done && (up ? line <= stream->done : line >= stream->done))
            continue;
        if (!msim_ways_await(prefetchers->ways, MSIM_WAIT_MEMORY, &(uint64_t){time}))
            return;
        ask(prefetchers, time, line, false);
        stream->done = line;
    }
}

void msim_prefetchers_miss(struct msim_prefetchers *prefetchers, uint64_t time, uint64_t line)
{
    if (!prefetchers->core->stream)
        return;
    struct msim_stream *stream = stream_of(prefetchers, line);
    int64_t step = (int64_t)(line - stream->line);
    stream->used = ++prefetchers->now;
    if (!step)
        return;
    bool goes_on = step > 0 ? stream->steps > 0 : stream->steps < 0;
    if (!goes_on)
        stream->done = 0;
    stream->steps = goes_on ? stream->steps + (step > 0 ? 1 : -1) : step > 0 ? 1 : -1;
    stream->even = step == stream->step;
    stream->step = step;
    stream->line = line;
    if (stream->steps > 1 || stream->steps < -1)
        follow(prefetchers, time, stream);
}

void msim_prefetchers_learn(struct msim_prefetchers *prefetchers, uint64_t line)
{
    struct msim_arrival *arrival = msim_prefetchers_find(prefetchers, line);
    if (arrival)
        arrival->line = 0;
    prefetchers->learns = true;
    msim_prefetchers_miss(prefetchers, 0, line);
    prefetchers->learns = false;
}
