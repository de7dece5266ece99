/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Streams of lines: a line that is asked for continues the first stream whose last line is less than
 * 16 lines away; else it begins one, in place of the one that was followed longest ago.  After two
 * steps in one direction the lines after it come, as many as there were steps so far, up to a limit,
 * each once; none before line 0.
 *
 * `streamer` stays within 4 KB, so each page begins a stream; `crossing` goes on into the next page.
 */
#include "engine/arrays/scan.h"
#include "prefetcher.h"

enum { STREAMS = 32, NEAR_BITS = 4, NEAR = 1 << NEAR_BITS };

struct one {
    uint64_t line;
    uint64_t done; /* the last one that was asked for; 0: none */
    int32_t steps; /* in one direction so far: up, or down below 0 */
};

struct streams {
    unsigned shift;
    uint32_t ahead;
    bool crosses;
    uint32_t begun;        /* how many of them */
    uint32_t low[STREAMS]; /* the lower half of the last line of each */
    struct one stream[STREAMS];
    /* A ring of them in the order in which they were last followed: the oldest is after the newest. */
    uint8_t newest, newer[STREAMS], older[STREAMS];
};

/* So the first one is the first to be replaced. */
static void empty(void *self)
{
    struct streams *streams = self;
    streams->begun = 0;
    streams->newest = STREAMS - 1;
    for (unsigned i = 0; i < STREAMS; i++) {
        streams->newer[i] = (uint8_t)((i + 1) % STREAMS);
        streams->older[i] = (uint8_t)((i + STREAMS - 1) % STREAMS);
    }
}

static void make_newest(struct streams *streams, unsigned i)
{
    uint8_t *newer = streams->newer, *older = streams->older;
    unsigned newest = streams->newest, oldest = newer[newest];
    streams->newest = (uint8_t)i;
    if (i == newest || i == oldest)
        return;
    newer[older[i]] = newer[i];
    older[newer[i]] = older[i];
    newer[i] = (uint8_t)oldest;
    older[i] = (uint8_t)newest;
    newer[newest] = older[oldest] = (uint8_t)i;
}

static void *make_any(const struct msim_mem *mem, unsigned shift, uint32_t ahead, bool crosses)
{
    struct streams *streams = msim_get(mem, sizeof *streams, 8);
    streams->shift = shift;
    streams->ahead = ahead;
    streams->crosses = crosses;
    empty(streams);
    return streams;
}

static void *make_within(const struct msim_mem *mem, unsigned shift, uint32_t ahead)
{
    return make_any(mem, shift, ahead, false);
}

static void *make_crossing(const struct msim_mem *mem, unsigned shift, uint32_t ahead)
{
    return make_any(mem, shift, ahead, true);
}

static bool may_reach(const struct streams *streams, uint64_t from, uint64_t to)
{
    return streams->crosses || msim_same_page(from, to, streams->shift);
}

static bool continues(const struct streams *streams, unsigned i, uint64_t line)
{
    uint64_t last = streams->stream[i].line;
    uint64_t distance = line > last ? line - last : last - line;
    return i < streams->begun && distance < NEAR && may_reach(streams, last, line);
}

/* The number of the stream that the line continues, or of the one that begins with it. */
static unsigned stream_of(struct streams *streams, uint64_t line)
{
    uint64_t found = msim_scan_near(streams->low, STREAMS, (uint32_t)line - NEAR, NEAR_BITS + 1);
    for (; found; found &= found - 1)
        if (continues(streams, (unsigned)__builtin_ctzll(found), line))
            return (unsigned)__builtin_ctzll(found);
    unsigned oldest = streams->newer[streams->newest];
    streams->begun += streams->begun < STREAMS;
    streams->stream[oldest] = (struct one){.line = line};
    return oldest;
}

static unsigned follow(const struct streams *streams, struct one *stream, uint64_t *blocks)
{
    bool up = stream->steps > 0;
    uint32_t steps = (uint32_t)(up ? stream->steps : -stream->steps);
    uint64_t most = steps < streams->ahead ? steps : streams->ahead;
    uint64_t line = stream->line, room = up || most < line ? most : line; /* down to line 0 */
    uint64_t last = up ? line + room : line - room;
    unsigned used = 0;
    if (stream->done && (up ? stream->done > line : stream->done < line))
        line = stream->done;
    while (used < MSIM_PREFETCHES && (up ? line < last : line > last)) {
        line += up ? 1 : UINT64_MAX;
        if (!may_reach(streams, stream->line, line))
            break;
        blocks[used++] = stream->done = line;
    }
    return used;
}

static unsigned see(void *self, const struct msim_demand *demand, uint64_t *blocks)
{
    struct streams *streams = self;
    unsigned number = stream_of(streams, demand->block);
    struct one *stream = &streams->stream[number];
    int64_t step = (int64_t)(demand->block - stream->line);
    make_newest(streams, number);
    streams->low[number] = (uint32_t)demand->block;
    if (!step)
        return 0;
    bool goes_on = step > 0 ? stream->steps > 0 : stream->steps < 0;
    if (!goes_on)
        stream->done = 0;
    stream->steps = goes_on ? stream->steps : 0;
    if (stream->steps < INT32_MAX && stream->steps > -INT32_MAX)
        stream->steps += step > 0 ? 1 : -1;
    stream->line = demand->block;
    return stream->steps > 1 || stream->steps < -1 ? follow(streams, stream, blocks) : 0;
}

#define STREAMER(how)                                                                              \
    {                                                                                              \
        .usual = 20, .least = 1, .most = 64, .make = how, .see = see, .empty = empty               \
    }

const struct msim_prefetcher msim_streamer_prefetcher = STREAMER(make_within);
const struct msim_prefetcher msim_crossing_prefetcher = STREAMER(make_crossing);
