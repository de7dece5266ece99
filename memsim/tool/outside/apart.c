/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The process of apart.h.
 *
 * What missed is sent in batches, many to a chunk: a word with the level and the number of references,
 * then these.  If the observer reads the stream, too, it gets copies of its chunks.
 */
#include "apart.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

#include "process.h"
#include "tool/base/memory.h"
#include "tool/record/recorder.h"

enum { CHUNK_WORDS = MSIM_CHUNK_BYTES / 8, REF_WORDS = sizeof(struct msim_ref) / 8 };

_Static_assert(sizeof(struct msim_ref) % 8 == 0, "");

static struct {
    struct msim_ring *ring;
    uint64_t *chunk, *at; /* that is filled with batches */
    struct msim_observing *one;
    Int process; /* 0: none */
} apart;

static Bool lives(void)
{
    return msim_process_lives(apart.process);
}

/* --- Its process -------------------------------------------------------------------------- */

static void take_batches(const struct msim_slot *slot)
{
    for (const uint64_t *at = slot->words; at < slot->end;) {
        uint32_t used = (uint32_t)*at;
        enum msim_missed_level level = (enum msim_missed_level)(*at >> 32);
        apart.one->observer->misses(apart.one->self, level,
                                    (const struct msim_ref *)(const void *)(at + 1), used);
        at += 1 + (size_t)used * REF_WORDS;
    }
}

static void observe(const struct msim_slot *slot)
{
    const struct msim_observer *observer = apart.one->observer;
    if (observer->extend)
        observer->extend(apart.one->self);
    if (slot->misses)
        take_batches(slot);
    else
        observer->run(apart.one->self, slot->words, slot->end);
}

static void work(void)
{
    msim_ring_read(apart.ring, msim_process_parent_lives, observe);
}

/* --- Sending ------------------------------------------------------------------------------ */

/* The results of the others make no sense without it. */
static void send(const struct msim_slot *chunk)
{
    if (!msim_ring_put(apart.ring, chunk, lives))
        VG_(exit)(1);
}

static void send_batches(void)
{
    struct msim_slot chunk = {.words = apart.chunk, .end = apart.at, .misses = True};
    if (apart.at > apart.chunk)
        send(&chunk);
    apart.at = apart.chunk;
}

static void send_misses(void *self, enum msim_missed_level level, const struct msim_ref *refs,
                        uint32_t used)
{
    size_t words = 1 + (size_t)used * REF_WORDS;
    (void)self;
    if (apart.at + words > apart.chunk + CHUNK_WORDS)
        send_batches();
    *apart.at = (uint64_t)level << 32 | used;
    VG_(memcpy)(apart.at + 1, refs, used * sizeof *refs);
    apart.at += words;
}

static void send_chunk(void *self, const uint64_t *words, const uint64_t *end)
{
    struct msim_slot chunk = {.words = words, .end = end};
    (void)self;
    send(&chunk);
}

static const struct msim_elsewhere elsewhere = {send_chunk, send_misses, NULL};

/* --- Start and end ------------------------------------------------------------------------ */

static struct msim_observing *heaviest(struct msim_study *study)
{
    for (unsigned i = 0; i < study->observers; i++)
        if (study->observing[i].observer->heavy)
            return &study->observing[i];
    return NULL;
}

void msim_apart_init(struct msim_ring_times *times, struct msim_study *study)
{
    apart.one = study && msim_process_cpus() > 1 ? heaviest(study) : NULL;
    if (!apart.one)
        return;
    apart.ring = msim_ring_new(&msim_tool_mem, times);
    apart.chunk = msim_get(&msim_tool_mem, MSIM_CHUNK_BYTES + MSIM_SLACK_BYTES, 64);
}

/* Without a second process, it stays with the others. */
void msim_apart_start(void)
{
    if (!apart.one)
        return;
    msim_ring_start(apart.ring);
    apart.at = apart.chunk;
    Int started = msim_process_start(work);
    if (started < 0)
        return;
    apart.process = started;
    apart.one->elsewhere = &elsewhere;
}

void msim_apart_end(void)
{
    if (!apart.process)
        return;
    send_batches();
    msim_ring_stop(apart.ring);
    if (msim_process_wait(apart.process) != 0)
        VG_(exit)(1);
    apart.process = 0;
    apart.one->elsewhere = NULL;
}
