/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of past.h. */
#include "past.h"

#include "ahead.h"
#include "cores.h"
#include "lines.h"
#include "why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { LINE = 64, LOG_STEP = 1 << 16 };

struct naive_past *naive_past_new(const struct msim_machine *machine)
{
    struct naive_past *past = calloc(1, sizeof *past);
    past->unit = LINE;
    for (int level = MSIM_I1; level <= MSIM_L3; level++)
        if (machine->level[level].units && machine->level[level].line > past->unit)
            past->unit = machine->level[level].line;
    past->last = machine->level[MSIM_L3].units ? MSIM_L3 : MSIM_L2;
    if (machine->level[past->last].units)
        past->lines = machine->level[past->last].units / machine->level[past->last].line;
    return past;
}

void naive_past_free(struct naive_past *past)
{
    if (past)
        free(past->log);
    free(past);
}

static void put_log(struct naive_past *past, uint64_t line, uint32_t site)
{
    if (past->logged % LOG_STEP == 0)
        past->log = realloc(past->log, (past->logged + LOG_STEP) * sizeof *past->log);
    past->log[past->logged++] = (struct naive_past_event){line, site};
}

void naive_past_comes(struct naive_past *past, enum msim_level level)
{
    if (level == past->last)
        put_log(past, 0, 0);
}

/* The line's last entry that is no older than so many; NULL: there is none. */
static struct naive_past_event *find(const struct naive_past *past, uint64_t line, uint64_t most)
{
    for (size_t i = past->logged; i > 0 && past->logged - i < most; i--)
        if (past->log[i - 1].line == line + 1)
            return &past->log[i - 1];
    return NULL;
}

static void send(struct naive_past *past, unsigned number)
{
    struct naive_past_buffer sent = past->buffer[number];
    bool whole = true;
    for (int i = 0; i < LINE; i++)
        whole &= sent.stored[i];
    memmove(&past->buffer[number], &past->buffer[number + 1],
            (past->used - number - 1) * sizeof sent);
    past->used--;
    past->count[sent.site][whole ? MSIM_PAST_WHOLE : MSIM_PAST_PART]++;
    struct naive_past_event *before = find(past, sent.line, past->lines + 1);
    if (before)
        before->line = 0;
    if (past->lines)
        put_log(past, sent.line + 1, sent.site);
}

void naive_past_fence(struct naive_past *past)
{
    for (unsigned i = 0; i < past->used && past->fault != NAIVE_PAST_NO_FENCE;)
        if (past->buffer[i].core == past->on || past->fault == NAIVE_PAST_ALL_CORES)
            send(past, i);
        else
            i++;
}

static struct naive_past_buffer *buffer_of(struct naive_past *past, uint64_t line, uint32_t site)
{
    unsigned own = 0, oldest = 0, youngest = 0;
    for (unsigned i = 0; i < past->used; i++) {
        if (past->buffer[i].core != past->on)
            continue;
        if (past->buffer[i].line == line)
            return &past->buffer[i];
        oldest = own++ ? oldest : i;
        youngest = i;
    }
    if (own == MSIM_BUFFERS)
        send(past, past->fault == NAIVE_PAST_YOUNGEST ? youngest : oldest);
    past->buffer[past->used] =
        (struct naive_past_buffer){.line = line, .site = site, .core = past->on};
    past->count[site][MSIM_PAST_LINES]++;
    return &past->buffer[past->used++];
}

static bool is_whole(const struct naive_past_buffer *buffer)
{
    return !memchr(buffer->stored, false, LINE);
}

/* `ends`: it is the last one of the store in its line, which may be whole then. */
static void store_byte(struct naive *naive, uint32_t site, uint64_t address, bool ends)
{
    struct naive_past *past = naive->past;
    struct naive_past_buffer *buffer = buffer_of(past, address / LINE, site);
    if (past->fault == NAIVE_PAST_LAST_SITE && buffer->site != site) {
        past->count[buffer->site][MSIM_PAST_LINES]--;
        past->count[buffer->site = site][MSIM_PAST_LINES]++;
    }
    if (naive->lines && (!buffer->stored[address % LINE] || past->fault == NAIVE_PAST_EACH_BYTE))
        naive_lines_stored(naive, naive->row[site].count[MSIM_WRITE]);
    buffer->stored[address % LINE] = true;
    if (ends && is_whole(buffer) && past->fault != NAIVE_PAST_WAITS)
        send(past, (unsigned)(buffer - past->buffer));
}

/* The lines of these bytes leave all caches.  True: one was there. */
static bool lose(struct naive *naive, uint32_t site, uint64_t first, uint64_t last, uint64_t stored,
                 uint32_t size)
{
    bool had = false;
    uint64_t *count = naive->row[site].count[MSIM_WRITE];
    if (naive->cores && naive->past->fault != NAIVE_PAST_OTHERS_KEEP)
        had = naive_cores_pass(naive, count, first, last, stored, size);
    if (naive->why)
        naive->why->passing = true;
    if (naive->lines)
        had |= naive_lines_give_up(naive, count, first, last);
    for (int at = MSIM_I1; !naive->lines && at <= MSIM_L3; at++) {
        struct naive_level *level = &naive->level[at];
        for (uint64_t block = level->sets ? first / level->line : 1;
             level->sets && block <= last / level->line; block++) {
            naive_touch_page(naive, level, block);
            had |= naive_has(naive, level, block);
            naive_remove(naive, level, block);
        }
    }
    if (naive->why)
        naive->why->passing = false;
    if (naive->ahead)
        naive_ahead_lost(naive);
    return had;
}

void naive_past_store(struct naive *naive, uint32_t site, uint64_t first, uint32_t size)
{
    struct naive_past *past = naive->past;
    uint64_t from = first / LINE * LINE, last = (first + size - 1) / LINE * LINE + LINE - 1;
    if (past->fault == NAIVE_PAST_ONE_LINE)
        last = from + LINE - 1;
    past->count[site][MSIM_PAST_ISSUED]++;
    past->count[site][MSIM_PAST_HAD] +=
        past->fault != NAIVE_PAST_KEEPS && lose(naive, site, from, last, first, size);
    for (uint32_t i = 0; last >= first && i < size; i++) /* none around the end of memory */
        store_byte(naive, site, first + i, i + 1 == size || (first + i + 1) % LINE == 0);
}

void naive_past_meet(struct naive_past *past, uint64_t first, uint64_t last, bool asked)
{
    uint64_t from = first / past->unit * (past->unit / LINE);
    uint64_t to = (last / past->unit + 1) * (past->unit / LINE);
    if (!asked && past->fault == NAIVE_PAST_LOADS_ALONE)
        return;
    for (unsigned i = 0; i < past->used; i++)
        if (past->buffer[i].line >= from && past->buffer[i].line < to)
            send(past, i--);
    for (uint64_t line = from; past->lines && line < to; line++) {
        uint64_t most = past->lines + (past->fault == NAIVE_PAST_LATE);
        struct naive_past_event *sent = find(past, line, most);
        if (!sent)
            continue;
        past->count[sent->site][MSIM_PAST_BACK]++;
        if (past->fault != NAIVE_PAST_STAYS_BACK)
            sent->line = 0;
    }
}

void naive_past_end(struct naive_past *past)
{
    for (unsigned i = 0; i < past->used; i++)
        past->count[past->buffer[i].site][MSIM_PAST_LEFT]++;
}

bool naive_past_differs(const struct naive_past *past, const struct msim_profile *profile,
                        unsigned column, char *text, size_t room)
{
    for (uint32_t site = 0; past && site < profile->rows.used; site++)
        for (unsigned what = 0; what < MSIM_PAST_COUNTS; what++) {
            uint64_t is = msim_observed_in(msim_profile_row(profile, site), column + what);
            if (is == past->count[site][what])
                continue;
            snprintf(text, room, "site %u, stores past, %u: %llu instead of %llu", site, what,
                     (unsigned long long)is, (unsigned long long)past->count[site][what]);
            return true;
        }
    return false;
}
