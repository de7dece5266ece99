/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Page-ins against a model that looks at the page of every byte of every reference: random programs
 * with mappings that come and go, on random machines, so that the list is found by TLB misses, by
 * watching, and by a pass of its own, each with the same calling contexts.  Mappings and sets of
 * pages are compared with a plain array.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/pagein/pagein.h"
#include "engine/study.h"
#include "tests/unit/lib/machine.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/program.h"
#include "tests/unit/lib/text.h"

enum { PROGRAMS = 24, ROOM = 4096, CHUNKS = 20, MODEL_MAX = 1 << 20, REGION = 64 };

/* --- The model ---------------------------------------------------------------------------- */

static struct model {
    uint64_t seen[MODEL_MAX]; /* pages, in no order */
    size_t seen_used;
    struct {
        uint64_t page, time;
        char access;
    } line[MODEL_MAX];
    size_t lines;
    uint64_t instructions;
} model;

static bool is_seen(uint64_t page)
{
    for (size_t i = model.seen_used; i-- > 0;)
        if (model.seen[i] == page)
            return true;
    return false;
}

static void see(uint64_t first, uint64_t size, uint64_t time, char access)
{
    for (uint64_t page = first >> 12; page <= (first + size - 1) >> 12; page++) {
        if (is_seen(page))
            continue;
        ck_assert(model.seen_used < MODEL_MAX && model.lines < MODEL_MAX);
        model.seen[model.seen_used++] = page;
        model.line[model.lines].page = page << 12;
        model.line[model.lines].time = time;
        model.line[model.lines++].access = access;
    }
}

static void model_forget(uint64_t start, uint64_t end)
{
    size_t kept = 0;
    for (size_t i = 0; i < model.seen_used; i++)
        if (model.seen[i] < start >> 12 || model.seen[i] > (end - 1) >> 12)
            model.seen[kept++] = model.seen[i];
    model.seen_used = kept;
}

static void model_segment(const struct msim_segment *segment, const uint64_t *record)
{
    uint64_t address = segment->address;
    unsigned next = 0;
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        uint64_t time = model.instructions + i - segment->continued;
        if (i >= segment->continued)
            see(address, segment->instrs[i].length, time, 'x');
        for (; next < segment->accesses_used && segment->accesses[next].instr == i; next++) {
            const struct msim_access *access = &segment->accesses[next];
            uint64_t base = record[access->word];
            if (access->maybe && base == MSIM_NO_ADDRESS)
                continue;
            see(base + (uint64_t)(int64_t)access->offset, access->size, time,
                msim_touch_kind(segment, next) == MSIM_WRITE ? 'w' : 'r');
        }
        address += segment->instrs[i].length;
    }
    model.instructions += (uint64_t)segment->instrs_used - segment->continued;
}

static void model_run(const struct msim_dict *dict, const uint64_t *words, const uint64_t *end)
{
    for (; words < end; words += 1 + msim_header_words(*words)) {
        if (!msim_header_is_event(*words))
            model_segment(msim_dict_segment_at(dict, msim_header_segment(*words)), words);
        else if (msim_event_of(*words) == MSIM_EVENT_UNMAP ||
                 msim_event_of(*words) == MSIM_EVENT_MAP)
            model_forget(words[1], words[2]);
    }
}

/* --- The stream --------------------------------------------------------------------------- */

/* An event that makes pages new: near what the program uses, of a page or of many. */
static size_t put_event(struct unit_random *random, const struct unit_program *program,
                        uint64_t *to)
{
    uint64_t page = program->page[unit_below(random, PROGRAM_PAGES)];
    if (unit_one_in(random, 3))
        page = program->hot[unit_below(random, PROGRAM_HOT)];
    if (unit_one_in(random, 3))
        page = msim_dict_segment_at(&program->dict,
                                    (uint32_t)unit_below(random, program->dict.segments.used))
                   ->address;
    page &= (UINT64_C(1) << 56) - 4096;
    uint64_t pages = unit_one_in(random, 4) ? 1u << unit_below(random, 20) : 1;
    bool maps = unit_one_in(random, 2);
    to[0] = maps ? msim_event_header(MSIM_EVENT_MAP, MSIM_MAP_WORDS)
                 : msim_event_header(MSIM_EVENT_UNMAP, MSIM_UNMAP_WORDS);
    to[1] = page;
    to[2] = page + pages * 4096;
    to[3] = !maps && unit_one_in(random, 2);
    /* Faults are only predicted for what a kernel allows. */
    to[4] = MSIM_MAP_READ | (unit_one_in(random, 2) || program->flows ? MSIM_MAP_WRITE : 0);
    if (program->flows && maps && unit_one_in(random, 3))
        to[4] |= MSIM_MAP_SHARED;
    return 1 + (maps ? MSIM_MAP_WORDS : MSIM_UNMAP_WORDS);
}

static size_t with_events(struct unit_random *random, const struct unit_program *program,
                          const uint64_t *words, size_t used, uint64_t *to)
{
    size_t made = 0;
    for (size_t at = 0; at < used;) {
        size_t words_of = 1 + msim_header_words(words[at]);
        bool is_event = msim_header_is_event(words[at]);
        if (!is_event || msim_event_of(words[at]) == MSIM_EVENT_THREAD ||
            msim_event_of(words[at]) == MSIM_EVENT_SIGNAL) {
            memcpy(to + made, words + at, words_of * sizeof *words);
            made += words_of;
        }
        at += words_of;
        if (unit_one_in(random, 20) && (at >= used || !program_goes_on(&program->dict, words[at])))
            made += put_event(random, program, to + made);
    }
    return made;
}

static void same_list(const struct msim_pagein *pagein, uint64_t seed)
{
    ck_assert_msg(pagein->lines.used == model.lines, "seed %d: %u lines, not %zu", (int)seed,
                  pagein->lines.used, model.lines);
    for (uint32_t i = 0; i < model.lines; i++) {
        const struct msim_pagein_line *line = msim_table_at(&pagein->lines, i);
        ck_assert_msg(line->page == model.line[i].page && line->time == model.line[i].time &&
                          line->access == model.line[i].access,
                      "seed %d, line %u: %llx %llu %c, not %llx %llu %c", (int)seed, i,
                      (unsigned long long)line->page, (unsigned long long)line->time, line->access,
                      (unsigned long long)model.line[i].page,
                      (unsigned long long)model.line[i].time, model.line[i].access);
    }
}

static struct msim_study *new_study(struct msim_dict *dict, const struct msim_machine *machine,
                                    bool pagein, const char *calls, const char *interval)
{
    struct msim_study *study = msim_get(&memory.mem, sizeof *study, 64);
    struct msim_options options;
    struct msim_refusal refusal;
    msim_options_init(&options, &memory.mem);
    struct msim_pagein_options *own = msim_options_of(&options, &msim_pagein_observer);
    own->on = pagein;
    ck_assert(!msim_option_set(&options, msim_option_find(calls), calls));
    ck_assert(!msim_option_set(&options, msim_option_find(interval), interval));
    options.has_stream = true;
    ck_assert(msim_study_init(study, &memory.mem, dict, &options, machine, 0, &refusal));
    return study;
}

/* Two in three machines get TLBs of the right pages. */
static struct msim_machine machine_for(struct unit_random *random, int seed)
{
    struct msim_machine machine = random_machine(random);
    static const char *const tlbs[] = {"4,4", "16,4", "64,full", "48,3", "2,1"};
    if (seed % 3 == 0)
        return machine;
    for (int level = 0; level < MSIM_LEVELS; level++)
        if (msim_is_tlb((enum msim_level)level))
            machine.level[level] = (struct msim_geometry){0, 0, 0};
    machine_level(&machine, MSIM_ITLB, tlbs[unit_below(random, 5)]);
    machine_level(&machine, MSIM_DTLB, tlbs[unit_below(random, 5)]);
    return machine;
}

static void counts_of(struct msim_study *study, struct unit_text *text)
{
    unit_text_start(text);
    msim_study_settle(study);
    msim_study_write(msim_study_file(study, "--memsim-out-file"),
                     &(struct msim_about){.command = "./prog"}, &text->sink);
}

UNIT_EACH(equals_model, unit_rounds(PROGRAMS))
{
    static uint64_t words[ROOM], mixed[4 * ROOM];
    static struct unit_program program;
    struct unit_random random = {(uint64_t)_i};
    struct msim_machine machine = machine_for(&random, _i);
    program = (struct unit_program){0};
    model.seen_used = model.lines = model.instructions = 0;
    program_start(&program, &memory.mem, (uint64_t)_i);
    struct msim_study *with =
        new_study(&program.dict, &machine, true, "--calls=no", "--interval=none");
    struct msim_study *without =
        new_study(&program.dict, &machine, false, "--calls=no", "--interval=none");
    for (unsigned chunk = 0; chunk < CHUNKS; chunk++) {
        program_translate(&program, 20);
        msim_study_extend(with);
        msim_study_extend(without);
        size_t used = program_run(&program, words, ROOM);
        size_t made = with_events(&random, &program, words, used, mixed);
        msim_study_run(with, mixed, mixed + made);
        msim_study_run(without, mixed, mixed + made);
        model_run(&program.dict, mixed, mixed + made);
        if (chunk == CHUNKS / 2) {
            msim_study_clear(with);
            msim_study_clear(without);
            model.seen_used = model.lines = 0;
        }
    }
    const struct msim_pagein *pagein = msim_study_observer(with, &msim_pagein_observer);
    ck_assert(_i % 3 == 0 || pagein->sim);
    same_list(pagein, (uint64_t)_i);
    struct unit_text one, other;
    counts_of(with, &one);
    counts_of(without, &other);
    ck_assert_str_eq(one.text, other.text);
    unit_text_end(&one);
    unit_text_end(&other);
}

/* --- Contexts ----------------------------------------------------------------------------- */

static const struct msim_page_counts *pages_of(const struct msim_study *study)
{
    return &study->sim->contexts.pages;
}

/* Every count of `one` is in `other`, and together they are what list and prediction have. */
static void same_contexts(const struct msim_study *one, const struct msim_study *other, int seed)
{
    const struct msim_page_counts *counts = pages_of(one), *others = pages_of(other);
    const struct msim_pagein *pagein = msim_study_observer(one, &msim_pagein_observer);
    struct msim_page_row sum = {{0}};
    static const struct msim_page_row none;
    for (uint32_t i = 0; i < counts->pairs.used; i++) {
        const struct msim_page_pair *pair = msim_page_pair_at(counts, i);
        uint32_t found = msim_lookup_find(&others->lookup, &others->pairs, pair);
        const struct msim_page_row *row =
            found == UINT32_MAX ? &none : &msim_page_pair_at(others, found)->row;
        ck_assert_msg(!memcmp(row, &pair->row, sizeof *row), "seed %d: context %u, site %u", seed,
                      pair->context, pair->site);
        msim_page_row_add(&sum, &pair->row);
    }
    uint64_t touched = 0, faults = 0;
    for (unsigned i = 0; i < MSIM_PAGE_COUNTS; i++)
        *(i < (unsigned)MSIM_PAGE_FAULTS ? &touched : &faults) += sum.count[i];
    ck_assert_uint_eq(touched, pagein->code + pagein->data);
    ck_assert_uint_eq(faults, msim_faults_count(&pagein->faults));
    ck_assert_uint_eq(sum.count[MSIM_PAGE_TOUCHED + MSIM_FETCH], pagein->code);
}

/* The same program on a machine whose TLBs find the touches, and on one without, where a pass is ahead
 * of the simulator by a chunk; it also is where intervals end within a chunk, few or many. */
UNIT_EACH(contexts_agree, unit_rounds(PROGRAMS))
{
    static const char *const intervals[] = {"--interval=none", "--interval=700", "--interval=1"};
    static uint64_t words[ROOM], mixed[4 * ROOM];
    static struct unit_program program;
    struct unit_random random = {(uint64_t)_i};
    struct msim_machine by_misses = machine_for(&random, 1), by_pass = by_misses;
    by_pass.level[MSIM_ITLB] = by_pass.level[MSIM_DTLB] = (struct msim_geometry){0, 0, 0};
    program = (struct unit_program){.flows = true};
    program_start(&program, &memory.mem, (uint64_t)_i);
    program.flows = true;
    struct msim_study *one =
        new_study(&program.dict, &by_misses, true, "--calls=yes", "--interval=none");
    struct msim_study *other =
        new_study(&program.dict, &by_pass, true, "--calls=yes", intervals[_i % 3]);
    for (unsigned chunk = 0; chunk < CHUNKS; chunk++) {
        program_translate(&program, 20);
        msim_study_extend(one);
        msim_study_extend(other);
        size_t made =
            with_events(&random, &program, words, program_run(&program, words, ROOM), mixed);
        msim_study_run(one, mixed, mixed + made);
        msim_study_run(other, mixed, mixed + made);
        if (chunk % 5 == 4) {
            msim_study_settle(one);
            msim_study_settle(other);
            same_contexts(one, other, _i);
            same_contexts(other, one, _i);
        }
        if (chunk == CHUNKS / 2) {
            msim_study_clear(one);
            msim_study_clear(other);
        }
    }
    const struct msim_pagein *found = msim_study_observer(one, &msim_pagein_observer);
    const struct msim_pagein *passed = msim_study_observer(other, &msim_pagein_observer);
    ck_assert(found->sim && !passed->sim && pages_of(one)->pairs.used > CHUNKS);
}

/* --- Mappings ----------------------------------------------------------------------------- */

struct plain {
    uint32_t name, bss_of, flags;
    uint64_t offset;
};

static void compare_mappings(const struct msim_mappings *mappings, const struct plain *plain)
{
    for (uint64_t page = 0; page < REGION; page++) {
        const struct msim_mapping *found = msim_mapping_of(mappings, page << 12 | 7);
        ck_assert_int_eq(found != NULL, plain[page].flags != 0);
        if (!found)
            continue;
        ck_assert_uint_eq(found->flags, plain[page].flags);
        ck_assert_uint_eq(found->name, plain[page].name);
        ck_assert_uint_eq(found->bss_of, plain[page].bss_of);
        if (found->name)
            ck_assert_uint_eq(found->offset + (page << 12) - found->start, plain[page].offset);
    }
}

UNIT_TEST(mappings_are_an_array)
{
    struct unit_random random = {77};
    struct plain plain[REGION] = {{0}};
    struct msim_mappings mappings;
    msim_mappings_init(&mappings, &memory.mem);
    for (unsigned i = 0; i < 20000; i++) {
        uint64_t start = unit_below(&random, REGION),
                 end = start + 1 + unit_below(&random, REGION - start);
        uint32_t flags = 8 + (uint32_t)unit_below(&random, 8),
                 name = (uint32_t)unit_below(&random, 3),
                 bss_of = name ? 0 : (uint32_t)unit_below(&random, 3);
        uint64_t to = unit_below(&random, REGION), offset = unit_below(&random, 9) << 12;
        struct msim_mapping what = {.start = start << 12,
                                    .end = end << 12,
                                    .flags = flags,
                                    .name = name,
                                    .bss_of = bss_of,
                                    .offset = name ? offset : 0};
        switch (unit_below(&random, 4)) {
        case 0:
            msim_mappings_remove(&mappings, start << 12, end << 12);
            memset(plain + start, 0, (end - start) * sizeof *plain);
            break;
        case 1:
            msim_mappings_protect(&mappings, start << 12, end << 12, flags & 7);
            for (uint64_t page = start; page < end; page++)
                plain[page].flags = plain[page].flags ? 8 | (flags & 7) : 0;
            break;
        case 2: /* to a place apart */
            if (to + (end - start) > start && to < end)
                break;
            if (to + (end - start) > REGION)
                break;
            msim_mappings_copy(&mappings, start << 12, to << 12, (end - start) << 12);
            for (uint64_t page = start; page < end && plain[page].flags; page++)
                plain[to + page - start] = plain[page];
            break;
        default:
            msim_mappings_add(&mappings, &what);
            for (uint64_t page = start; page < end; page++)
                plain[page] = (struct plain){name, bss_of, flags, offset + ((page - start) << 12)};
        }
        compare_mappings(&mappings, plain);
    }
}

/* --- Faults ------------------------------------------------------------------------------- */

/* By hand, on a mapping of a file and on one of nothing. */
UNIT_TEST(faults)
{
    struct msim_faults faults;
    struct msim_mapping file = {.start = 0x10000, .end = 0x40000, .name = 1, .flags = 3};
    struct msim_mapping none = {.start = 0x100000, .end = 0x200000, .flags = 3};
    msim_faults_init(&faults, &memory.mem, 65536);
    msim_mappings_add(&faults.mappings, &file);
    msim_mappings_add(&faults.mappings, &none);
    msim_faults_touch(&faults, 0x12, &file, false); /* with 10..1f */
    msim_faults_touch(&faults, 0x1f, &file, false);
    msim_faults_touch(&faults, 0x10, &file, false);
    ck_assert_uint_eq(msim_faults_count(&faults), 1);
    msim_faults_touch(&faults, 0x1f, &file, true); /* copied */
    msim_faults_touch(&faults, 0x1f, &file, true);
    ck_assert_uint_eq(msim_faults_count(&faults), 2);
    msim_faults_touch(&faults, 0x20, &file, true); /* alone */
    msim_faults_touch(&faults, 0x21, &file, false);
    ck_assert_uint_eq(msim_faults_count(&faults), 4);
    msim_faults_touch(&faults, 0x100, &none, false); /* zeros */
    msim_faults_touch(&faults, 0x100, &none, true);
    msim_faults_touch(&faults, 0x101, &none, true);
    msim_faults_touch(&faults, 0x101, &none, false);
    ck_assert_uint_eq(msim_faults_count(&faults), 7);
    msim_faults_fork(&faults);
    msim_faults_touch(&faults, 0x101, &none, false);
    msim_faults_touch(&faults, 0x101, &none, true);
    msim_faults_touch(&faults, 0x1f, &file, true);
    ck_assert_uint_eq(msim_faults_count(&faults), 9);
    msim_faults_move(&faults, 0x100000, 0x180000, 0x2000);
    msim_faults_touch(&faults, 0x181, &none, true);
    ck_assert_uint_eq(msim_faults_count(&faults), 9);
    msim_faults_forget(&faults, 0x100000, 0x200000);
    msim_faults_touch(&faults, 0x181, &none, true);
    ck_assert_uint_eq(msim_faults_count(&faults), 10);
}

/* In a child: memory of its own is there; shared memory is not, but a read maps what its parent had
 * around the page; nothing is left of what was not mapped, written or not. */
UNIT_TEST(faults_of_children)
{
    struct msim_faults faults;
    struct msim_mapping own = {.start = 0x100000, .end = 0x140000, .flags = 3};
    struct msim_mapping shared = {.start = 0x200000, .end = 0x280000, .flags = 3 | MSIM_MAP_SHARED};
    msim_faults_init(&faults, &memory.mem, 65536);
    msim_mappings_add(&faults.mappings, &own);
    msim_mappings_add(&faults.mappings, &shared);
    for (uint64_t page = 0; page < 8; page++)
        msim_faults_touch(&faults, 0x100 + page, &own, true);
    for (uint64_t page = 0; page < 24; page++)
        msim_faults_touch(&faults, 0x200 + page, &shared, page & 1);
    msim_faults_touch(&faults, 0x300, NULL, false);
    msim_faults_touch(&faults, 0x301, NULL, true);
    ck_assert_uint_eq(msim_faults_count(&faults), 8 + 24 + 2);
    msim_faults_fork(&faults);
    msim_faults_in_child(&faults);
    ck_assert_uint_eq(msim_faults_count(&faults), 0);
    for (uint64_t page = 0; page < 8; page++) {
        msim_faults_touch(&faults, 0x100 + page, &own, false);
        msim_faults_touch(&faults, 0x100 + page, &own, true); /* copied */
    }
    ck_assert_uint_eq(msim_faults_count(&faults), 8);
    for (uint64_t page = 0; page < 24; page++) /* two windows */
        msim_faults_touch(&faults, 0x200 + page, &shared, false);
    ck_assert_uint_eq(msim_faults_count(&faults), 8 + 2);
    for (uint64_t page = 0; page < 26; page++) /* the last two are new */
        msim_faults_touch(&faults, 0x200 + page, &shared, page & 1);
    ck_assert_uint_eq(msim_faults_count(&faults), 8 + 2 + 2);
    msim_faults_touch(&faults, 0x300, NULL, true);
    msim_faults_touch(&faults, 0x301, NULL, false);
    ck_assert_uint_eq(msim_faults_count(&faults), 8 + 2 + 2 + 2);
    msim_faults_in_child(&faults); /* of a child */
    msim_faults_touch(&faults, 0x217, &shared, true);
    msim_faults_touch(&faults, 0x216, &shared, false);
    msim_faults_touch(&faults, 0x210, &shared, true);
    ck_assert_uint_eq(msim_faults_count(&faults), 2);
}

/* Moves of half the addresses, and of a few pages: their states come with them, and it takes no longer
 * than there are pages. */
UNIT_TEST(moves)
{
    struct msim_faults faults;
    struct msim_mapping none = {.start = 0x100000, .end = 0x4000000, .flags = 3};
    const uint64_t half = UINT64_C(1) << 62;
    msim_faults_init(&faults, &memory.mem, 65536);
    msim_mappings_add(&faults.mappings, &none);
    for (uint64_t page = 0x100; page < 0x4000; page += 0x1ff)
        msim_faults_touch(&faults, page, &none, page & 1);
    uint64_t before = msim_faults_count(&faults), seen = 0;
    for (unsigned i = 0; i < 1000; i++)
        msim_faults_move(&faults, 0, half, half);
    ck_assert_uint_eq(msim_faults_count(&faults), before);
    for (uint64_t page = 0x100; page < 0x4000; page += 0x1ff) {
        uint8_t byte = msim_pageset_get(&faults.pages, page + (half >> 12));
        ck_assert_uint_eq(byte, MSIM_PAGE_THERE | (page & 1 ? MSIM_PAGE_OWN : MSIM_PAGE_COPIES));
        seen++;
    }
    ck_assert_uint_eq(seen, before);
    msim_faults_move(&faults, 0x100000, 0x9000000, 0x1000);
    ck_assert_uint_eq(msim_pageset_get(&faults.pages, 0x9000), MSIM_PAGE_THERE | MSIM_PAGE_COPIES);
    ck_assert_uint_eq(msim_pageset_get(&faults.pages, 0x9001), 0);
    msim_faults_move(&faults, 0x100000, 0x9000000, 0);
    msim_faults_move(&faults, UINT64_MAX - 0xfff, 0x9000000, UINT64_MAX);
}

/* A file of the tool's is in no list and no sum.  With pages of 64 KB, what it shares one with is
 * listed all the same. */
UNIT_EACH(leaves_out_the_tools, 2)
{
    struct msim_dict dict;
    struct msim_pagein pagein = {0};
    struct msim_pagein_options options = msim_pagein_usual;
    struct msim_page_touch touch = {.size = 4, .kind = MSIM_READ};
    msim_dict_init(&dict, &memory.mem);
    options.page_shift = _i ? 16 : 12;
    msim_pagein_init(&pagein, &memory.mem, &dict, &options);
    for (uint64_t i = 0; i < 2; i++) {
        uint64_t name = msim_dict_string(&dict, i ? "/lib/vgpreload.so" : "/lib/libc.so");
        uint64_t map[] = {msim_event_header(MSIM_EVENT_MAP, MSIM_MAP_WORDS), 0x100000 + (i << 14),
                          0x104000 + (i << 14), 0,
                          name << 32 | MSIM_MAP_READ | MSIM_MAP_WRITE | (i ? MSIM_MAP_TOOL : 0)};
        msim_pagein_event(&pagein, map, 0);
    }
    for (touch.first = 0x107000; touch.first >= 0x100000; touch.first -= 0x1000)
        msim_pagein_touch(&pagein, &touch);
    touch.kind = MSIM_WRITE;
    touch.first = 0x104000;
    msim_pagein_touch(&pagein, &touch);
    ck_assert_uint_eq(pagein.lines.used, _i ? 1 : 4);
    ck_assert_uint_eq(pagein.data, _i ? 1 : 4);
    ck_assert_uint_eq(pagein.left_out, 4);
    ck_assert_uint_eq(msim_faults_count(&pagein.faults), 1);
    ck_assert_uint_eq(pagein.faults.tool.first, 1);
    ck_assert_uint_eq(pagein.faults.tool.copied, 1);
    msim_pagein_clear(&pagein);
    ck_assert_uint_eq(pagein.left_out + pagein.faults.tool.first + pagein.faults.tool.copied, 0);
}
