/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The buffers of buffers.h. */
#include "buffers.h"

#include "engine/base/numbers.h"

enum { BYTES = 1 << MSIM_BUFFER_SHIFT };

void msim_buffers_init(struct msim_buffers *buffers, const struct msim_mem *mem,
                       const struct msim_machine *machine,
                       const struct msim_prefetch_counter *counter)
{
    const struct msim_geometry *last = &machine->level[MSIM_L2];
    buffers->on = true;
    buffers->shift = MSIM_BUFFER_SHIFT;
    for (enum msim_level level = MSIM_I1; level <= MSIM_L3; level++)
        while (machine->level[level].units && machine->level[level].line >> buffers->shift > 1)
            buffers->shift++;
    if (msim_has_l3(machine))
        last = &machine->level[MSIM_L3];
    buffers->counts = last->units ? MSIM_PAST_COUNTS : MSIM_PAST_BACK;
    buffers->counter = counter;
    buffers->buffer =
        msim_get(mem, MSIM_BUFFERS * msim_machine_cores(machine) * sizeof *buffers->buffer, 8);
    msim_sent_init(&buffers->sent, mem, last->units ? last->units / last->line : 0);
}

/* --- Counting ------------------------------------------------------------------------------- */

static void add(struct msim_buffers *buffers, const struct msim_prefetch_cause *cause,
                enum msim_past what, uint64_t times)
{
    unsigned column = buffers->columns + what;
    if (cause->site == MSIM_NO_CAUSE || what >= buffers->counts)
        return;
    buffers->total[what] += times;
    buffers->counter->count(buffers->counter->self, cause, msim_observed_kind(column),
                            msim_observed_count(column), times);
}

/* What the rows have. */
static uint64_t counted(const struct msim_buffers *buffers, const struct msim_row *rows,
                        unsigned what)
{
    return what < buffers->counts ? msim_observed_in(rows, buffers->columns + what) : 0;
}

/* --- Sending -------------------------------------------------------------------------------- */

static void send(struct msim_buffers *buffers, unsigned number)
{
    struct msim_buffer sent = buffers->buffer[number];
    buffers->used--;
    for (unsigned i = number; i < buffers->used; i++)
        buffers->buffer[i] = buffers->buffer[i + 1];
    add(buffers, &sent.cause, ~sent.bytes ? MSIM_PAST_PART : MSIM_PAST_WHOLE, 1);
    msim_sent_add(&buffers->sent, sent.line, &sent.cause);
}

/* The first one of the core that stores, from this one on; `used`: there is none. */
static unsigned own_from(const struct msim_buffers *buffers, unsigned i)
{
    while (i < buffers->used && buffers->buffer[i].core != buffers->core)
        i++;
    return i;
}

void msim_buffers_fence(struct msim_buffers *buffers)
{
    for (unsigned i = own_from(buffers, 0); i < buffers->used; i = own_from(buffers, i))
        send(buffers, i);
}

/* --- Stores --------------------------------------------------------------------------------- */

/* The line's buffer, which it takes if it has none. */
static unsigned buffer_of(struct msim_buffers *buffers, uint64_t line,
                          const struct msim_prefetch_cause *cause)
{
    unsigned own = 0;
    for (unsigned i = own_from(buffers, 0); i < buffers->used; i = own_from(buffers, i + 1), own++)
        if (buffers->buffer[i].line == line)
            return i;
    if (own == MSIM_BUFFERS)
        send(buffers, own_from(buffers, 0));
    buffers->buffer[buffers->used] =
        (struct msim_buffer){.line = line, .core = buffers->core, .cause = *cause};
    add(buffers, cause, MSIM_PAST_LINES, 1);
    if (buffers->takes)
        buffers->takes(buffers->self, line);
    return buffers->used++;
}

unsigned msim_buffers_store(struct msim_buffers *buffers, const struct msim_prefetch_cause *cause,
                            uint64_t first, uint32_t size, bool had)
{
    uint64_t last = first + size - 1;
    unsigned added = 0;
    add(buffers, cause, MSIM_PAST_ISSUED, 1);
    add(buffers, cause, MSIM_PAST_HAD, had);
    for (uint64_t line = first >> MSIM_BUFFER_SHIFT; line <= last >> MSIM_BUFFER_SHIFT; line++) {
        uint64_t from = line << MSIM_BUFFER_SHIFT, to = from + BYTES - 1;
        unsigned number = buffer_of(buffers, line, cause);
        uint64_t begin = first > from ? first - from : 0, end = (last < to ? last : to) - from;
        uint64_t stored = ~UINT64_C(0) >> (BYTES - 1 - end + begin) << begin;
        uint64_t *bytes = &buffers->buffer[number].bytes;
        added += msim_bits(stored & ~*bytes);
        *bytes |= stored;
        if (!~*bytes)
            send(buffers, number);
    }
    return added;
}

/* --- What comes into caches ------------------------------------------------------------------- */

void msim_buffers_meet(struct msim_buffers *buffers, uint64_t first, uint64_t last)
{
    struct msim_prefetch_cause cause;
    unsigned more = buffers->shift - MSIM_BUFFER_SHIFT;
    uint64_t from = first >> buffers->shift << more;
    uint64_t to = ((last >> buffers->shift) + 1) << more;
    for (unsigned i = 0; i < buffers->used;)
        if (buffers->buffer[i].line >= from && buffers->buffer[i].line < to)
            send(buffers, i);
        else
            i++;
    for (uint64_t line = from; buffers->sent.used && line < to; line++)
        if (msim_sent_back(&buffers->sent, line, &cause))
            add(buffers, &cause, MSIM_PAST_BACK, 1);
}

void msim_buffers_empty(struct msim_buffers *buffers)
{
    while (buffers->used)
        send(buffers, 0);
    msim_sent_empty(&buffers->sent);
}

/* --- The end, and what does not count ----------------------------------------------------------- */

void msim_buffers_leave(struct msim_buffers *buffers, bool counted)
{
    for (unsigned i = 0; i < buffers->used; i++)
        add(buffers, &buffers->buffer[i].cause, MSIM_PAST_LEFT, counted ? 1 : UINT64_MAX);
}

void msim_buffers_forget(struct msim_buffers *buffers, uint32_t part, const struct msim_row *rows)
{
    for (unsigned i = 0; i < buffers->used; i++)
        if (buffers->buffer[i].cause.part >= part)
            buffers->buffer[i].cause.site = MSIM_NO_CAUSE;
    msim_sent_forget(&buffers->sent, part);
    for (unsigned what = 0; what < MSIM_PAST_COUNTS; what++)
        buffers->total[what] = counted(buffers, rows, what);
}

bool msim_buffers_wrong(const struct msim_buffers *buffers, const struct msim_row *rows)
{
    uint64_t sum = 0;
    bool differs = false;
    for (unsigned what = 0; what < MSIM_PAST_COUNTS; what++) {
        uint64_t count = counted(buffers, rows, what);
        differs |= count != buffers->total[what];
        sum += what >= MSIM_PAST_WHOLE && what <= MSIM_PAST_LEFT ? count : 0;
    }
    return differs || sum != buffers->total[MSIM_PAST_LINES];
}
