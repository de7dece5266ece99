/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Streams of lines: a line that is asked for continues the first stream whose last line is less than
 * 16 lines away; else it begins one, in place of the one that was followed longest ago.  After two
 * steps in one direction the lines after it come, as many as there were steps so far, up to a limit,
 * each once.
 *
 * `streamer` stays within 4 KB, so each page begins a stream; `crossing` goes on into the next page.
 */
#include "prefetcher.h"

enum { STREAMS = 32, NEAR = 16 };

struct one {
    uint64_t line;
    uint64_t done; /* the last one that was asked for; 0: none */
    uint64_t used; /* when it was last followed; 0: never */
    int32_t steps; /* in one direction so far: up, or down below 0 */
};

struct streams {
    unsigned shift;
    uint32_t ahead;
    bool crosses;
    uint64_t now;
    struct one stream[STREAMS];
};

static void *make_any(const struct msim_mem *mem, unsigned shift, uint32_t ahead, bool crosses)
{
    struct streams *streams = msim_get(mem, sizeof *streams, 8);
    streams->shift = shift;
    streams->ahead = ahead;
    streams->crosses = crosses;
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

/* The stream that the line continues, or the one that begins with it. */
static struct one *stream_of(struct streams *streams, uint64_t line)
{
    struct one *oldest = &streams->stream[0];
    for (unsigned i = 0; i < STREAMS; i++) {
        struct one *stream = &streams->stream[i];
        uint64_t distance = line > stream->line ? line - stream->line : stream->line - line;
        if (stream->used && distance < NEAR && may_reach(streams, stream->line, line))
            return stream;
        if (stream->used < oldest->used)
            oldest = stream;
    }
    *oldest = (struct one){.line = line};
    return oldest;
}

static unsigned follow(const struct streams *streams, struct one *stream, uint64_t *blocks)
{
    bool up = stream->steps > 0;
    uint32_t steps = (uint32_t)(up ? stream->steps : -stream->steps);
    uint64_t most = steps < streams->ahead ? steps : streams->ahead;
    uint64_t line = stream->line, last = up ? line + most : line - most;
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
    struct one *stream = stream_of(streams, demand->block);
    int64_t step = (int64_t)(demand->block - stream->line);
    stream->used = ++streams->now;
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

static void empty(void *self)
{
    struct streams *streams = self;
    streams->now = 0;
    for (unsigned i = 0; i < STREAMS; i++)
        streams->stream[i] = (struct one){0};
}

#define STREAMER(how)                                                                              \
    {                                                                                              \
        .usual = 20, .least = 1, .most = 64, .make = how, .see = see, .empty = empty               \
    }

const struct msim_prefetcher msim_streamer_prefetcher = STREAMER(make_within);
const struct msim_prefetcher msim_crossing_prefetcher = STREAMER(make_crossing);
