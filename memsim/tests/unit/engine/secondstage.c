/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * A study whose second stage is elsewhere, and gets its input some chunks later, against one that
 * is in one piece: the same files, byte for byte.  What is lost on the way, of whatever kind, must
 * be found.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/study.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/program.h"
#include "tests/unit/lib/text.h"

enum { SEEDS = 30, CHUNKS = 12, ROOM = 1000, POSTS = 4000 };

/* What can be on the way; also what can be lost there. */
enum kind { RECORDS, MISSES, MAPPING, NOTHING };

struct post {
    enum kind kind;
    size_t bytes;
    void *copy;
};

struct way {
    struct msim_study *study;
    struct post post[POSTS];
    unsigned used;
    enum kind lost; /* whatever is of this kind */
    bool was_lost;
};

/* --- The way ------------------------------------------------------------------------------ */

static void post(struct way *way, enum kind kind, const void *from, size_t bytes)
{
    if (kind == way->lost) {
        way->was_lost = true;
        return;
    }
    struct post *sent = &way->post[way->used++];
    ck_assert_uint_lt(way->used, POSTS);
    *sent = (struct post){kind, bytes, malloc(bytes)};
    ck_assert(sent->copy != NULL);
    memcpy(sent->copy, from, bytes);
}

static void post_records(void *self, const uint64_t *words, const uint64_t *end)
{
    post(self, RECORDS, words, (size_t)(end - words) * sizeof *words);
}

static void post_misses(void *self, const struct msim_ref *refs, uint32_t used)
{
    ck_assert(used > 0 && used <= MSIM_QUEUE);
    post(self, MISSES, refs, used * sizeof *refs);
}

static void post_mapping(void *self, const uint64_t *record)
{
    post(self, MAPPING, record, (1 + msim_header_words(*record)) * sizeof *record);
}

static void deliver(struct way *way)
{
    const struct msim_miss_receiver outer = msim_outer_receiver(&way->study->sim->outer);
    msim_study_second_stage_extend(way->study);
    for (unsigned i = 0; i < way->used; i++) {
        const struct post *sent = &way->post[i];
        if (sent->kind == RECORDS)
            msim_study_second_stage_run(way->study, sent->copy,
                                        (const uint64_t *)sent->copy + sent->bytes / 8);
        else if (sent->kind == MISSES)
            outer.misses(outer.self, sent->copy, (uint32_t)(sent->bytes / sizeof(struct msim_ref)));
        else
            outer.mapping(outer.self, sent->copy);
        free(sent->copy);
    }
    way->used = 0;
}

/* --- Studies ------------------------------------------------------------------------------ */

static void set(struct msim_options *options, const char *argument)
{
    ck_assert(!msim_option_set(options, msim_option_find(argument), argument));
}

static struct msim_study *new_study(struct msim_dict *dict, const struct msim_machine *machine,
                                    const char *grid)
{
    struct msim_study *study = msim_get(&memory.mem, sizeof *study, 64);
    struct msim_options options;
    struct msim_refusal refusal;
    msim_options_init(&options, &memory.mem);
    set(&options, "--heap=no");
    set(&options, "--pagein=no");
    if (grid)
        set(&options, grid);
    return msim_study_init(study, &memory.mem, dict, &options, machine, 0, &refusal) ? study : NULL;
}

static void file_of(struct msim_study *study, const char *option, struct unit_text *text)
{
    const struct msim_study_file *file = msim_study_file(study, option);
    unit_text_start(text);
    if (file)
        msim_study_write(file, &(struct msim_about){.command = "./prog"}, &text->sink);
}

static bool same_file(struct msim_study *one, struct msim_study *other, const char *option)
{
    struct unit_text a, b;
    file_of(one, option, &a);
    file_of(other, option, &b);
    bool same = a.used == b.used && !memcmp(a.text, b.text, a.used);
    unit_text_end(&a);
    unit_text_end(&b);
    return same;
}

static const char *random_grid(struct unit_random *random)
{
    static const char *const grids[] = {
        NULL, "--sweep=L2:4K-64K,1-4,64", "--sweep=D1:512-4K,1-2,64",
        "--sweep=L2:4K-16K,2-4,64;L3:64K-128K,4-8,64;I1:1K-2K,1-2,32"};
    return grids[unit_below(random, sizeof grids / sizeof *grids)];
}

static struct msim_machine machine_of(struct unit_random *random)
{
    struct msim_machine machine = random_machine(random);
    machine.huge = (enum msim_huge)unit_below(random, 4);
    machine.huge_first = 0x400000;
    machine.huge_last = unit_below(random, UINT64_C(1) << 45);
    for (int level = MSIM_ITLB; level < MSIM_LEVELS && machine.huge; level++) {
        machine.huge_level[level] = machine.level[level];
        machine.huge_level[level].line = MSIM_HUGE_PAGE;
        if (machine.level[level].line >= MSIM_HUGE_PAGE)
            machine.level[level].line = 4096;
    }
    return machine;
}

struct outcome {
    bool divided, same, was_lost;
};

/* Some of what the program uses becomes heap. */
static size_t add_mapping(struct unit_program *program, struct unit_random *random, uint64_t *words)
{
    uint64_t at = program->hot[unit_below(random, PROGRAM_HOT)] & ~UINT64_C(0xfffff);
    words[0] = msim_event_header(MSIM_EVENT_MAP, MSIM_MAP_WORDS);
    words[1] = at;
    words[2] = at + ((1 + unit_below(random, 64)) << 16);
    words[3] = 0;
    words[4] = (uint64_t)msim_dict_string(&program->dict, "") << 32;
    return 1 + MSIM_MAP_WORDS;
}

static void run_both(struct unit_program *program, struct unit_random *random,
                     struct msim_study *whole, struct way *way)
{
    uint64_t words[ROOM + 1 + MSIM_MAP_WORDS];
    for (unsigned chunk = 0; chunk < CHUNKS; chunk++) {
        program_translate(program, chunk ? 5 : 100);
        msim_study_extend(whole);
        msim_study_extend(way->study);
        size_t used = program_run(program, words, ROOM);
        used += add_mapping(program, random, words + used);
        msim_study_run(whole, words, words + used);
        msim_study_run(way->study, words, words + used);
        if (unit_one_in(random, 4))
            deliver(way);
    }
}

/* Runs a program through both. */
static struct outcome run(uint64_t seed, enum kind lost)
{
    static struct way way;
    static struct unit_program program;
    struct unit_random random = {seed};
    const struct msim_machine machine = machine_of(&random);
    const char *grid = random_grid(&random);
    program = (struct unit_program){0};
    program_start(&program, &memory.mem, seed);
    struct msim_study *whole = new_study(&program.dict, &machine, grid);
    if (!whole)
        whole = new_study(&program.dict, &machine, grid = NULL);
    way = (struct way){.study = new_study(&program.dict, &machine, grid), .lost = lost};
    if (!whole || !msim_study_can_divide(way.study))
        return (struct outcome){.same = true};
    const struct msim_second_stage elsewhere = {
        msim_study_second_stage_reads(way.study) ? post_records : NULL,
        {post_misses, post_mapping, &way},
        &way};
    msim_study_divide(way.study, &elsewhere);
    run_both(&program, &random, whole, &way);
    deliver(&way);
    msim_study_divide(way.study, NULL);
    msim_study_settle(whole);
    msim_study_settle(way.study);
    return (struct outcome){true,
                            same_file(whole, way.study, "--memsim-out-file") &&
                                same_file(whole, way.study, "--sweep-out-file"),
                            way.was_lost};
}

/* --- Tests -------------------------------------------------------------------------------- */

UNIT_EACH(same_files, SEEDS)
{
    ck_assert(run(300 + (uint64_t)_i, NOTHING).same);
}

UNIT_FROM(losses_are_found, RECORDS, NOTHING)
{
    unsigned divided = 0, lost = 0, found = 0;
    for (uint64_t seed = 300; seed < 300 + SEEDS; seed++) {
        struct outcome outcome = run(seed, (enum kind)_i);
        divided += outcome.divided;
        lost += outcome.was_lost;
        found += !outcome.same;
        unit_memory_end(&memory);
        unit_memory_start(&memory);
    }
    ck_assert_uint_gt(divided, SEEDS / 2);
    ck_assert_uint_gt(lost, 0);
    ck_assert_uint_gt(found, 0);
    ck_assert_uint_le(found, lost);
}

/* Without outer levels and observers of misses, there is no second stage. */
UNIT_TEST(no_second_stage)
{
    struct msim_dict dict;
    struct msim_machine machine = {0};
    msim_dict_init(&dict, &memory.mem);
    ck_assert(!msim_study_can_divide(new_study(&dict, &machine, NULL)));
    machine_level(&machine, MSIM_I1, "4K,1,64");
    machine_level(&machine, MSIM_D1, "4K,1,64");
    machine_level(&machine, MSIM_DTLB, "8,2");
    ck_assert(!msim_study_can_divide(new_study(&dict, &machine, NULL)));
    struct msim_study *swept = new_study(&dict, &machine, "--sweep=D1:512-4K,1-2,64");
    ck_assert(msim_study_can_divide(swept) && msim_study_second_stage_reads(swept));
    machine_level(&machine, MSIM_L2DTLB, "32,4");
    struct msim_study *levels = new_study(&dict, &machine, NULL);
    ck_assert(msim_study_can_divide(levels) && !msim_study_second_stage_reads(levels));
}
