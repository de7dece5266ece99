/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The process of secondstage.h.
 *
 * Each batch of misses is a chunk of its ring.  If an observer there takes records, too, it gets
 * copies of the chunks of records, and the ring has fewer and larger chunks.
 */
#include "secondstage.h"

#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"

#include "process.h"
#include "tool/base/memory.h"
#include "tool/base/options.h"
#include "tool/record/recorder.h"

enum {
    BATCHES = 128 * 512 / MSIM_QUEUE,
    BATCH_BYTES = MSIM_QUEUE * sizeof(struct msim_ref),
    CHUNKS = 32,
    CHUNK_BYTES = MSIM_CHUNK_BYTES + MSIM_SLACK_BYTES,
    EVENT_WORDS = 8
};

_Static_assert(BATCH_BYTES % 64 == 0 && BATCH_BYTES <= CHUNK_BYTES, "");
_Static_assert(1 + (int)MSIM_EVENT_WORDS_MAX <= (int)EVENT_WORDS, "");

static struct {
    struct msim_study *study; /* NULL: no second stage */
    struct msim_ring *ring;
    struct msim_miss_receiver outer; /* the outer levels */
    struct msim_second_stage input;
    struct msim_process *process;
    Bool runs;
} second_stage;

static Bool lives(void)
{
    return msim_process_lives(second_stage.process);
}

/* --- Its process -------------------------------------------------------------------------- */

static void take(const struct msim_slot *slot)
{
    msim_study_second_stage_extend(second_stage.study);
    switch (slot->kind) {
    case MSIM_SLOT_RECORDS:
        msim_study_second_stage_run(second_stage.study, slot->words, slot->end);
        break;
    case MSIM_SLOT_MISSES:
        second_stage.outer.misses(
            second_stage.outer.self, (const void *)slot->words,
            (uint32_t)((slot->end - slot->words) * 8 / sizeof(struct msim_ref)));
        break;
    case MSIM_SLOT_MAPPING:
        second_stage.outer.mapping(second_stage.outer.self, slot->words);
        break;
    }
}

static void work(void)
{
    msim_ring_read(second_stage.ring, msim_process_parent_lives, take);
}

/* --- Sending ------------------------------------------------------------------------------ */

/* The results of the other observers are useless without it. */
static void send(enum msim_slot_kind kind, const uint64_t *words, const uint64_t *end)
{
    struct msim_slot chunk = {.kind = kind, .words = words, .end = end};
    if (!msim_ring_put(second_stage.ring, &chunk, lives))
        msim_process_fail();
}

static void send_records(void *self, const uint64_t *words, const uint64_t *end)
{
    (void)self;
    send(MSIM_SLOT_RECORDS, words, end);
}

static void send_misses(void *self, const struct msim_ref *refs, uint32_t used)
{
    (void)self;
    send(MSIM_SLOT_MISSES, (const void *)refs, (const void *)(refs + used));
}

static void send_mapping(void *self, const uint64_t *record)
{
    uint64_t words[EVENT_WORDS] __attribute__((aligned(64))) = {0};
    (void)self;
    VG_(memcpy)(words, record, (1 + msim_header_words(*record)) * sizeof *words);
    send(MSIM_SLOT_MAPPING, words, words + EVENT_WORDS);
}

/* --- Start and end ------------------------------------------------------------------------ */

/* On two CPUs, three processes take a tenth more CPU time.  Programs that often miss end sooner
 * with them, and a sweep always does, but others gain nothing; so on two CPUs a third process needs
 * a sweep or --observers=outside. */
static Bool pays(const struct msim_study *study)
{
    UInt cpus = msim_process_cpus();
    Bool asked = msim_options.observers == MSIM_OBSERVERS_OUTSIDE;
    return cpus > 2 || (cpus == 2 && (asked || study->sim->outer.observers > 0));
}

void msim_second_stage_init(struct msim_ring_times *times, struct msim_study *study)
{
    if (!study || !msim_study_can_divide(study) || !pays(study))
        return;
    Bool reads = msim_study_second_stage_reads(study);
    second_stage.study = study;
    second_stage.process = msim_process_new();
    second_stage.outer = msim_outer_receiver(&study->sim->outer);
    second_stage.input = (struct msim_second_stage){
        reads ? send_records : NULL, {send_misses, send_mapping, NULL}, NULL};
    second_stage.ring = reads ? msim_ring_new(&msim_tool_mem, CHUNKS, CHUNK_BYTES, times)
                              : msim_ring_new(&msim_tool_mem, BATCHES, BATCH_BYTES, times);
}

/* Without another process, the second stage stays with the other observers. */
void msim_second_stage_start(void)
{
    if (!second_stage.study)
        return;
    msim_ring_start(second_stage.ring);
    second_stage.runs = !msim_process_start(second_stage.process, work);
    if (!second_stage.runs)
        return;
    msim_study_divide(second_stage.study, &second_stage.input);
}

void msim_second_stage_end(void)
{
    if (!second_stage.runs)
        return;
    msim_ring_stop(second_stage.ring);
    if (msim_process_wait(second_stage.process) != MSIM_END_DONE)
        msim_process_fail();
    second_stage.runs = False;
    msim_study_divide(second_stage.study, NULL);
}

void msim_second_stage_lost(void)
{
    if (second_stage.study)
        msim_study_divide(second_stage.study, NULL);
}
