/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The observers of a study side by side: none changes another's results, and events get the time of
 * their place in the stream, however it is run.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/heap/heap.h"
#include "engine/study.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/program.h"
#include "tests/unit/lib/text.h"

enum { ROOM = 4096, CHUNKS = 30 };

static struct msim_study *new_study(struct msim_dict *dict, const struct msim_machine *machine,
                                    bool heap)
{
    struct msim_study *study = msim_get(&memory.mem, sizeof *study, 64);
    struct msim_options options;
    struct msim_refusal refusal;
    msim_options_init(&options, &memory.mem);
    struct msim_heap_options *own = msim_options_of(&options, &msim_heap_observer);
    own->on = heap;
    ck_assert(msim_study_init(study, &memory.mem, dict, &options, machine, 0, &refusal));
    return study;
}

static const struct msim_heap *heap_of(const struct msim_study *study)
{
    return msim_study_observer(study, &msim_heap_observer);
}

static void counts_of(struct msim_study *study, struct unit_text *text)
{
    unit_text_start(text);
    msim_study_settle(study);
    msim_study_write(msim_study_file(study, "--memsim-out-file"),
                     &(struct msim_about){.command = "./prog"}, &text->sink);
}

/* Heap events between those records of a chunk that a random program made. */
static size_t with_heap(struct unit_random *random, const struct msim_dict *dict,
                        const uint64_t *words, size_t used, uint64_t *to)
{
    size_t made = 0;
    for (size_t at = 0; at < used;) {
        size_t words_of = 1 + msim_header_words(words[at]);
        memcpy(to + made, words + at, words_of * sizeof *words);
        at += words_of;
        made += words_of;
        if (!unit_one_in(random, 8) || (at < used && program_goes_on(dict, words[at])))
            continue;
        to[made] = msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS);
        to[made + 1] = unit_below(random, 12);
        for (unsigned i = 2; i <= MSIM_HEAP_WORDS; i++)
            to[made + i] = unit_below(random, 100) * 64;
        made += 1 + MSIM_HEAP_WORDS;
    }
    return made;
}

/* The file of counts is the same, byte for byte, with a heap observer and without. */
UNIT_EACH(counts_stay, 24)
{
    static uint64_t words[ROOM], mixed[4 * ROOM];
    static struct unit_program program;
    struct unit_random random = {(uint64_t)_i};
    struct msim_machine machine = random_machine(&random);
    if (_i % 3 == 0)
        machine = (struct msim_machine){0}; /* counted only */
    program = (struct unit_program){0};
    program_start(&program, &memory.mem, (uint64_t)_i);
    struct msim_study *with = new_study(&program.dict, &machine, true);
    struct msim_study *without = new_study(&program.dict, &machine, false);
    for (unsigned chunk = 0; chunk < CHUNKS; chunk++) {
        program_translate(&program, 20);
        msim_study_extend(with);
        msim_study_extend(without);
        size_t used = program_run(&program, words, ROOM);
        size_t made = with_heap(&random, &program.dict, words, used, mixed);
        msim_study_run(with, mixed, mixed + made);
        msim_study_run(without, words, words + used);
    }
    struct unit_text one, other;
    counts_of(with, &one);
    counts_of(without, &other);
    ck_assert_str_eq(one.text, other.text);
    ck_assert(strstr(one.text, "summary:") != NULL && heap_of(with) && !heap_of(without));
    ck_assert(heap_of(with)->peak_number > 0);
    unit_text_end(&one);
    unit_text_end(&other);
}

/* --- Times ------------------------------------------------------------------------------------ */

/* Segments of 1 to 5 instructions; every second one continues the one before. */
static uint32_t segment(struct msim_dict *dict, unsigned instrs, bool continued)
{
    struct msim_instr instr[5];
    uint32_t site =
        msim_dict_site(dict, msim_dict_string(dict, "a.c"), msim_dict_string(dict, "f"), 1);
    for (unsigned i = 0; i < instrs; i++)
        instr[i] = (struct msim_instr){site, 4, 0};
    struct msim_segment made = {.address = 0x1000 * (1 + 10 * instrs + continued),
                                .instrs = instr,
                                .instrs_used = (uint8_t)instrs,
                                .continued = continued};
    return msim_dict_segment(dict, &made);
}

static void times_are_right(const char *i1)
{
    uint64_t words[ROOM], time = 0;
    struct unit_random random = {3};
    struct msim_dict dict;
    struct msim_machine machine = {0};
    if (i1)
        machine_level(&machine, MSIM_I1, i1);
    msim_dict_init(&dict, &memory.mem);
    struct msim_study *study = new_study(&dict, &machine, true);
    for (unsigned chunk = 0; chunk < 20; chunk++) {
        size_t used = 0;
        for (unsigned i = 0; i < 60; i++) {
            unsigned instrs = 1 + (unsigned)unit_below(&random, 5);
            words[used++] = msim_header(segment(&dict, instrs, i % 2), 0);
            time += instrs - i % 2;
        }
        words[used++] = msim_event_header(MSIM_EVENT_CLOCK, MSIM_CLOCK_WORDS);
        words[used++] = 1000 * chunk; /* ran elsewhere */
        words[used++] = 0;
        time += 1000 * chunk;
        uint64_t record[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS), MSIM_HEAP_MALLOC,
                             16, 0x1000 * (chunk + 1), 0};
        memcpy(words + used, record, sizeof record);
        used += sizeof record / sizeof *record;
        words[used++] = msim_header(segment(&dict, 3, false), 0); /* after it */
        msim_study_extend(study);
        msim_study_run(study, words, words + used);
        ck_assert_uint_eq(msim_heap_peak(heap_of(study)).time, time);
        time += 3;
    }
    const struct msim_timeline *timeline = &heap_of(study)->timeline;
    ck_assert_uint_eq(timeline->used, 21);
    ck_assert_uint_eq(timeline->snapshots[20].time, time - 3);
}

UNIT_TEST(times)
{
    times_are_right(NULL);
    times_are_right("32K,8,64");
    times_are_right("64,1,32"); /* nothing is on the fast path */
}

/* Without a stream, events come one by one and clock events tell what ran. */
UNIT_TEST(without_stream)
{
    struct msim_dict dict;
    struct msim_machine machine = {0};
    msim_dict_init(&dict, &memory.mem);
    struct msim_study *study = new_study(&dict, &machine, true);
    uint64_t clock[] = {msim_event_header(MSIM_EVENT_CLOCK, MSIM_CLOCK_WORDS), 700, 0};
    uint64_t record[] = {msim_event_header(MSIM_EVENT_HEAP, MSIM_HEAP_WORDS), MSIM_HEAP_NEW, 16,
                         0x1000, 0};
    ck_assert(!study->needs.stream && study->needs.allocations);
    msim_study_event(study, clock);
    msim_study_event(study, clock);
    msim_study_event(study, record);
    ck_assert_uint_eq(msim_heap_peak(heap_of(study)).time, 1400);
    msim_study_clear(study);
    ck_assert_uint_eq(msim_heap_live(heap_of(study)), 1);
    struct msim_study *off = new_study(&dict, &machine, false);
    msim_study_event(off, record);
    ck_assert_str_eq(msim_study_file(study, "--heap-out-file")->name, "memsim.heap.%p");
    ck_assert_ptr_null(msim_study_file(off, "--heap-out-file"));
    ck_assert_ptr_null(msim_study_file(off, "--alloc-out-file"));
    ck_assert_ptr_nonnull(msim_study_file(off, "--memsim-out-file"));
    ck_assert(!off->needs.allocations && !off->needs.mappings);
}

/* --- Options ---------------------------------------------------------------------------------- */

static const char *set(struct msim_options *options, const char *argument)
{
    const struct msim_option *option = msim_option_find(argument);
    ck_assert_msg(option != NULL, "%s", argument);
    return msim_option_set(options, option, argument);
}

UNIT_TEST(options_of_the_heap)
{
    static const char *const wrong[] = {
        "--depth=0",         "--depth=201",          "--depth=",          "--depth=1x",
        "--depth=-1",        "--depth=4294967297",   "--threshold=100.1", "--threshold=101",
        "--threshold=1.",    "--threshold=.5",       "--threshold=1%",    "--threshold=0.0000001",
        "--time-unit=s",     "--max-snapshots=9",    "--heap-admin=1025", "--max-snapshots=1001",
        "--heap-admin=some", "--detailed-freq=0",    "--alloc-fn=",       "--detailed-freq=1000001",
        "--heap=1",          "--pages-as-heap=both", "--heap-out-file=",  "--time-unit="};
    struct msim_options options;
    msim_options_init(&options, &memory.mem);
    const struct msim_heap_options *heap = msim_options_of(&options, &msim_heap_observer);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        ck_assert_msg(set(&options, wrong[i]) != NULL, "%s is taken", wrong[i]);
    ck_assert(memcmp(heap, &msim_heap_usual, sizeof *heap) == 0);
    ck_assert(!set(&options, "--threshold=100") && heap->threshold == 100000000);
    ck_assert(!set(&options, "--threshold=0.000001") && heap->threshold == 1);
    ck_assert(!set(&options, "--threshold=12.5") && heap->threshold == 12500000);
    ck_assert(!set(&options, "--depth=200") && heap->depth == 200);
    ck_assert(!set(&options, "--heap-admin=0") && heap->admin == 0);
    ck_assert(!set(&options, "--heap-admin=auto") && heap->admin == MSIM_ADMIN_AUTO);
    ck_assert(!set(&options, "--time-unit=B") && heap->time_unit == MSIM_TIME_BYTES);
    ck_assert(!set(&options, "--time-unit=ms") && heap->time_unit == MSIM_TIME_MS);
    for (unsigned i = 0; i < MSIM_NAMES_MAX; i++)
        ck_assert(!set(&options, "--alloc-fn=f"));
    ck_assert(set(&options, "--alloc-fn=f") != NULL);
    ck_assert(!set(&options, "--ignore-fn=g") && heap->ignore_fns.used == 1);
}
