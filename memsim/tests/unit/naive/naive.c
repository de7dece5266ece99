/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The oracle of naive.h. */
#include "naive.h"

#include "ahead.h"
#include "lines.h"
#include "past.h"
#include "policy.h"
#include "stream/event.h"
#include "why.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* --- Levels ------------------------------------------------------------------------------- */

static void *room(size_t bytes)
{
    void *got = malloc(bytes);
    if (!got) {
        fprintf(stderr, "no memory\n");
        abort();
    }
    return got;
}

static void make_level(struct naive_level *level, const struct msim_geometry *geometry, bool is_tlb)
{
    *level = (struct naive_level){.sets = 0};
    if (!geometry->units)
        return;
    uint64_t blocks = is_tlb ? geometry->units : geometry->units / geometry->line;
    level->line = geometry->line;
    level->ways = geometry->ways;
    level->sets = blocks / level->ways;
    level->blocks = room(blocks * sizeof *level->blocks);
    memset(level->blocks, 0xff, blocks * sizeof *level->blocks); /* no block's number */
}

static uint64_t set_of(const struct naive *naive, const struct naive_level *level, uint64_t block)
{
    if (naive->fault == NAIVE_POWER_OF_TWO)
        return block & (level->sets - 1);
    return block % level->sets;
}

/* Whether the page of 4 KB that `address` lies in is part of a huge one. */
static bool is_huge(const struct naive *naive, uint64_t address)
{
    uint64_t page = address / 4096;
    if (naive->huge == MSIM_HUGE_RANGE)
        return page >= naive->huge_first / 4096 && page <= naive->huge_last / 4096;
    for (unsigned i = naive->changes; naive->huge == MSIM_HUGE_HEAP && i-- > 0;) {
        const struct naive_change *change = &naive->change[i];
        if (page >= change->first / 4096 && page <= (change->first + change->bytes - 1) / 4096)
            return change->heap;
    }
    return naive->huge == MSIM_HUGE_ALL;
}

/* The block as the level knows it. */
static uint64_t placed(const struct naive *naive, const struct naive_level *level, uint64_t block,
                       bool touches)
{
    uint64_t address = block * level->line;
    bool is_l2 = level->blocks == naive->level[MSIM_L2].blocks;
    bool is_l3 = level->blocks == naive->level[MSIM_L3].blocks;
    if (!level->physical || (is_l2 && naive->fault == NAIVE_VIRTUAL_L2) ||
        (is_l3 && naive->fault == NAIVE_VIRTUAL_L3))
        return block;
    return naive_place(naive->frames, address, is_huge(naive, address), touches) / level->line;
}

bool naive_has(const struct naive *naive, const struct naive_level *level, uint64_t block)
{
    block = placed(naive, level, block, false);
    const uint64_t *set = level->blocks + set_of(naive, level, block) * level->ways;
    for (uint64_t way = 0; way < level->ways; way++)
        if (set[way] == block)
            return true;
    return false;
}

static bool touch_placed(const struct naive *naive, struct naive_level *level, uint64_t block)
{
    uint64_t *set = level->blocks + set_of(naive, level, block) * level->ways;
    uint64_t way = 0;
    if (level->policy)
        return naive_policy_touch(level->policy, set, set_of(naive, level, block), block);
    while (way < level->ways - 1 && set[way] != block)
        way++;
    bool missed = set[way] != block;
    if (!missed && naive->fault == NAIVE_FIFO)
        return false;
    memmove(set + 1, set, way * sizeof *set);
    set[0] = block;
    return missed;
}

void naive_touch_page(const struct naive *naive, const struct naive_level *level, uint64_t block)
{
    placed(naive, level, block, true);
}

bool naive_touch(const struct naive *naive, struct naive_level *level, uint64_t number)
{
    uint64_t block = placed(naive, level, number, true);
    bool missed = touch_placed(naive, level, block);
    if (naive->why)
        naive_why_use(naive->why, level, block, missed);
    return missed;
}

void naive_remove(const struct naive *naive, struct naive_level *level, uint64_t block)
{
    if (naive->why && naive_has(naive, level, block))
        naive_why_take(naive->why, level, placed(naive, level, block, false));
    block = placed(naive, level, block, false);
    uint64_t *set = level->blocks + set_of(naive, level, block) * level->ways;
    uint64_t way = 0;
    if (level->policy) {
        if (naive->ahead)
            naive->ahead->taken = true;
        naive_policy_remove(level->policy, set, set_of(naive, level, block), block);
        return;
    }
    while (way < level->ways && set[way] != block)
        way++;
    if (way == level->ways)
        return;
    if (naive->ahead)
        naive->ahead->taken = true;
    memmove(set + way, set + way + 1, (level->ways - way - 1) * sizeof *set);
    set[level->ways - 1] = UINT64_MAX; /* no block's number */
}

/* A TLB level with pages of two sizes, in pieces of 4 KB. */
static unsigned refer_pages(struct naive *naive, bool full, enum msim_level at, uint64_t first,
                            uint32_t size)
{
    unsigned missed = 0;
    for (uint64_t page = first / 4096; page <= (first + size - 1) / 4096; page++) {
        struct naive_level *normal = full ? &naive->full[at] : &naive->level[at];
        struct naive_level *huge = full ? &naive->huge_full[at] : &naive->huge_level[at];
        struct naive_level *level = is_huge(naive, page * 4096) ? huge : normal;
        if (level->sets)
            missed |= naive_touch(naive, level, page * 4096 / level->line);
    }
    return missed;
}

/* A reference to `size` bytes from `first`: how many of its blocks missed, but no more than one. */
static unsigned refer_to(struct naive *naive, bool full, enum msim_level at, uint64_t first,
                         uint32_t size)
{
    struct naive_level *level = full ? &naive->full[at] : &naive->level[at];
    unsigned missed = 0;
    if (!level->sets)
        return 0;
    if (naive->huge && at >= MSIM_ITLB)
        return refer_pages(naive, full, at, first, size);
    if (naive->block && level->cut && size > level->cut && naive->fault != NAIVE_NOT_CUT)
        size = level->cut;
    bool is_next = at == MSIM_L2 || at == MSIM_L3 || at >= MSIM_L2TLB;
    uint64_t block = first / level->line, last = (first + size - 1) / level->line;
    if (naive->fault == NAIVE_ONE_BLOCK || (naive->fault == NAIVE_NEXT_ONE_BLOCK && is_next))
        last = block;
    for (; block <= last; block++)
        missed += naive_touch(naive, level, block);
    return missed > 1 && naive->fault != NAIVE_COUNTS_TWICE ? 1 : missed;
}

/* Counts the same in the level's companion first.  `full`: NULL for first levels. */
static unsigned refer(struct naive *naive, enum msim_level at, uint64_t first, uint32_t size,
                      uint64_t *full)
{
    if (full)
        *full += refer_to(naive, true, at, first, size);
    return refer_to(naive, false, at, first, size);
}

/* --- References --------------------------------------------------------------------------- */

/* For the fault that moves one reference: somewhere else, if it would have hit here. */
static uint64_t moved(struct naive *naive, bool fetch, uint64_t first)
{
    const struct naive_level *level = &naive->level[fetch ? MSIM_I1 : MSIM_D1];
    bool due = naive->fault == NAIVE_MOVES_ONE && naive->references >= naive->fault_at;
    if (!due || !level->sets || !naive_has(naive, level, first / level->line))
        return first;
    naive->fault = NAIVE_RIGHT;
    return first ^ UINT64_C(0x5a5a5a5a5000);
}

/* The first level of a cache; *from_core: another core supplies the line. */
static unsigned refer_first(struct naive *naive, uint64_t *count, bool fetch, uint64_t first,
                            uint32_t size, bool writes, bool *from_core)
{
    *from_core = false;
    if (naive->cores && !fetch)
        return naive_cores_data(naive, count, first, size, writes, false, from_core);
    unsigned missed = refer(naive, fetch ? MSIM_I1 : MSIM_D1, first, size, NULL);
    if (naive->cores && missed)
        *from_core = naive_cores_fetch(naive, first, size);
    return missed;
}

/* Why the reference missed a level; `counts`: it counts. */
static void say_why(struct naive *naive, uint32_t site, enum msim_level level, bool counts)
{
    struct naive_why *why = naive->why;
    int reason = why && naive->level[level].sets ? naive_why_end(why, &naive->level[level]) : -1;
    if (!counts || reason < 0)
        return;
    unsigned column = (unsigned)why->column[level - MSIM_D1][reason];
    naive->row[site].count[msim_observed_kind(column)][msim_observed_count(column)]++;
}

/* The caches that a reference goes through. */
static void refer_caches(struct naive *naive, uint64_t *count, uint32_t site, bool fetch,
                         uint64_t first, uint32_t size, bool writes)
{
    bool from_core;
    unsigned missed;
    count[MSIM_MISS_L1] += missed =
        refer_first(naive, count, fetch, first, size, writes, &from_core);
    say_why(naive, site, fetch ? MSIM_I1 : MSIM_D1, missed && !fetch);
    if (missed) {
        missed = refer(naive, MSIM_L2, first, size, &count[MSIM_FULL_L2]);
        count[MSIM_MISS_L2] += from_core && !naive->private_l2 ? 0 : missed;
        say_why(naive, site, MSIM_L2, missed && !fetch && (!from_core || naive->private_l2));
    }
    if (missed) {
        missed = refer(naive, MSIM_L3, first, size, &count[MSIM_FULL_L3]);
        count[MSIM_MISS_L3] += from_core ? 0 : missed;
        say_why(naive, site, MSIM_L3, missed && !fetch && !from_core);
    }
}

/* The same where lines are followed, or come ahead. */
static void follow_caches(struct naive *naive, uint64_t *count, uint64_t instr, uint32_t site,
                          enum msim_kind kind, uint64_t first, uint32_t size, bool writes)
{
    bool fetch = kind == MSIM_FETCH;
    const uint64_t before[] = {count[MSIM_MISS_L1], count[MSIM_MISS_L2], count[MSIM_MISS_L3]};
    if (naive->ahead)
        naive_ahead_reference(naive, count, instr, site, kind, first, size, writes);
    else
        naive_lines_reference(naive, count, kind, first, size, writes);
    say_why(naive, site, fetch ? MSIM_I1 : MSIM_D1, !fetch && count[MSIM_MISS_L1] > before[0]);
    say_why(naive, site, MSIM_L2, !fetch && count[MSIM_MISS_L2] > before[1]);
    say_why(naive, site, MSIM_L3, !fetch && count[MSIM_MISS_L3] > before[2]);
}

/* What a reference misses of the TLBs. */
static void refer_tlbs(struct naive *naive, uint64_t *count, bool fetch, uint64_t first,
                       uint32_t size)
{
    unsigned missed = refer(naive, fetch ? MSIM_ITLB : MSIM_DTLB, first, size, NULL);
    count[MSIM_MISS_T1] += missed;
    if (missed && !(fetch && naive->fault == NAIVE_SPLIT_TLB))
        count[MSIM_MISS_T2] += refer(naive, MSIM_L2TLB, first, size, &count[MSIM_FULL_T2]);
    if (missed) /* there is one for both sides, or one for each */
        count[MSIM_MISS_T2] +=
            refer(naive, fetch ? MSIM_L2ITLB : MSIM_L2DTLB, first, size, &count[MSIM_FULL_T2]);
}

static void reference(struct naive *naive, uint64_t instr, uint32_t site, enum msim_kind kind,
                      uint64_t first, uint32_t size, bool writes)
{
    bool fetch = kind == MSIM_FETCH;
    uint64_t *count = naive->row[site].count[kind];
    first = moved(naive, fetch, first);
    naive->references++;
    if (naive->why)
        naive->why->fetches = fetch;
    count[MSIM_REFS]++;
    if (naive->ahead || naive->lines)
        follow_caches(naive, count, instr, site, kind, first, size, writes);
    else
        refer_caches(naive, count, site, fetch, first, size, writes);
    refer_tlbs(naive, count, fetch, first, size);
}

static void data(struct naive *naive, const struct msim_segment *segment,
                 const struct msim_access *access, const uint64_t *record)
{
    uint64_t base = record[access->word];
    bool absent = access->maybe && base == MSIM_NO_ADDRESS;
    if (absent && naive->fault != NAIVE_COUNTS_ABSENT)
        return;
    uint32_t size = access->size, site = segment->instrs[access->instr].site;
    if (naive->past && access->past) {
        uint64_t *count = naive->row[site].count[MSIM_WRITE];
        count[MSIM_REFS]++;
        naive_past_store(naive, site, base + (uint64_t)(int64_t)access->offset, size);
        refer_tlbs(naive, count, false, base + (uint64_t)(int64_t)access->offset, size);
        return;
    }
    if (access->block && size > naive->cut && naive->fault != NAIVE_NOT_CUT)
        size = naive->cut;
    naive->block = access->block;
    bool modify_writes = access->modify && naive->fault == NAIVE_MODIFY_WRITES;
    enum msim_kind kind = access->write || modify_writes ? MSIM_WRITE : MSIM_READ;
    reference(naive, msim_instr_address(segment, access->instr), site, kind,
              base + (uint64_t)(int64_t)access->offset, size,
              access->write || (access->modify && !naive->modify_reads));
    naive->block = false;
}

static void accesses_of(struct naive *naive, const struct msim_segment *segment, unsigned instr,
                        const uint64_t *record)
{
    for (unsigned i = 0; i < segment->accesses_used; i++)
        if (segment->accesses[i].instr == instr)
            data(naive, segment, &segment->accesses[i], record);
}

/* What the program prefetches with one of its instructions. */
static void hints_of(struct naive *naive, const struct msim_segment *segment, unsigned instr,
                     const uint64_t *record)
{
    const struct msim_ops *ops = segment->ops;
    for (unsigned i = 0; ops && i < ops->ops; i++)
        if (ops->op[i].instr == instr && msim_op_hints(ops->op[i].class))
            naive_ahead_hint(naive, segment->instrs[instr].site, record[ops->op[i].access],
                             ops->op[i].class == MSIM_OP_HINT_L2);
}

static void run_segment(struct naive *naive, const uint64_t *record)
{
    const struct msim_segment *segment =
        msim_dict_segment_at(naive->dict, msim_header_segment(record[0]));
    bool late = naive->fault == NAIVE_DATA_LATE;
    bool hints = naive->ahead && naive->ahead->hints;
    bool hints_late = hints && naive->ahead->fault == NAIVE_AHEAD_HINT_LATE;
    uint64_t address = segment->address;
    for (unsigned i = 0; i < segment->instrs_used; i++) {
        const struct msim_instr *instr = &segment->instrs[i];
        if (i > 0 || !segment->continued || naive->fault == NAIVE_CONTINUED)
            reference(naive, address, instr->site, MSIM_FETCH, address, instr->length, false);
        if (naive->past && instr->how & (MSIM_INSTR_ATOMIC | MSIM_INSTR_FENCE))
            naive_past_fence(naive->past);
        if (!late)
            accesses_of(naive, segment, i, record);
        if (hints && !hints_late)
            hints_of(naive, segment, i, record);
        address += instr->length;
    }
    for (unsigned i = 0; hints_late && i < segment->instrs_used; i++)
        hints_of(naive, segment, i, record);
    for (unsigned i = 0; late && i < segment->instrs_used; i++)
        accesses_of(naive, segment, i, record);
}

static void note_change(struct naive *naive, uint64_t first, uint64_t end, bool heap)
{
    if (naive->changes == NAIVE_CHANGES_MAX) {
        fprintf(stderr, "too many areas\n");
        abort();
    }
    naive->change[naive->changes++] = (struct naive_change){first, end - first, heap};
}

static bool is_anonymous(const struct naive *naive, uint64_t mapping)
{
    return !msim_dict_text(naive->dict, mapping >> 32)[0] &&
           !(mapping & (MSIM_MAP_STACK | MSIM_MAP_SHARED));
}

static void note_map(struct naive *naive, const uint64_t *record)
{
    enum msim_event event = msim_event_of(record[0]);
    if (!naive->huge)
        return;
    if (event == MSIM_EVENT_MAP)
        note_change(naive, record[1], record[2], is_anonymous(naive, record[4]));
    if (event == MSIM_EVENT_UNMAP && !record[3])
        note_change(naive, record[1], record[2], false);
    if (event == MSIM_EVENT_MOVE) {
        bool heap = is_huge(naive, record[1]);
        note_change(naive, record[1], record[1] + record[3], false);
        note_change(naive, record[2], record[2] + record[3], heap);
    }
}

void naive_run(struct naive *naive, const uint64_t *words, const uint64_t *end)
{
    for (; words < end; words += 1 + msim_header_words(words[0])) {
        bool dropped = naive->fault == NAIVE_DROPS_RECORD && naive->records == naive->fault_at;
        if (msim_header_is_event(words[0])) {
            note_map(naive, words);
            continue;
        }
        naive->records++;
        if (!dropped)
            run_segment(naive, words);
    }
}

/* --- Making ------------------------------------------------------------------------------- */

static void make_full(struct naive_level *level, struct msim_geometry geometry, bool is_tlb)
{
    geometry.ways = (uint32_t)(is_tlb ? geometry.units : geometry.units / geometry.line);
    make_level(level, &geometry, is_tlb);
}

static void make_companions(struct naive *naive, const struct msim_machine *machine, int level)
{
    bool is_tlb = level >= MSIM_ITLB;
    if (machine->layout == MSIM_LAYOUT_NO)
        return;
    if (machine->level[level].units)
        make_full(&naive->full[level], machine->level[level], is_tlb);
    if (machine->huge_level[level].units)
        make_full(&naive->huge_full[level], machine->huge_level[level], is_tlb);
}

void naive_follow(struct naive_level *level, const char *name)
{
    if (!level->sets || !name || !*name)
        return;
    level->replaces = name;
    level->policy = naive_policy_new(name, level->sets, level->ways);
}

void naive_free_level(struct naive_level *level)
{
    free(level->blocks);
    if (level->policy)
        naive_policy_free(level->policy);
}

struct naive *naive_new(const struct msim_dict *dict, const struct msim_machine *machine)
{
    struct naive *naive = room(sizeof *naive);
    struct naive_lines *lines = naive_lines_new(machine);
    memset(naive, 0, sizeof *naive);
    naive->dict = dict;
    naive->lines = lines;
    naive->cut = MSIM_SIZE_MAX;
    naive->frames = calloc(1, sizeof *naive->frames);
    if (!naive->frames)
        abort();
    naive->frames->physical = machine->physical;
    naive->ahead = naive_ahead_new(machine);
    naive->past = machine->hints ? naive_past_new(machine) : NULL;
    naive->huge = machine->huge;
    naive->huge_first = machine->huge_first;
    naive->huge_last = machine->huge_last;
    for (int i = 0; i < MSIM_LEVELS; i++) {
        const struct msim_geometry *geometry = &machine->level[i];
        make_level(&naive->level[i], geometry, i >= MSIM_ITLB);
        make_level(&naive->huge_level[i], &machine->huge_level[i], true);
        naive_follow(&naive->level[i], machine->policy[i].text);
        naive_follow(&naive->huge_level[i], machine->policy[i].text);
        make_companions(naive, machine, i);
        naive->level[i].physical = naive->full[i].physical = i == MSIM_L2 || i == MSIM_L3;
        if (i <= MSIM_L3 && geometry->units && geometry->line < naive->cut)
            naive->cut = geometry->line;
    }
    return naive;
}

void naive_free(struct naive *naive)
{
    for (int i = 0; i < MSIM_LEVELS; i++)
        naive_free_level(&naive->level[i]);
    for (int i = 0; i < MSIM_LEVELS; i++)
        naive_free_level(&naive->huge_level[i]);
    for (int i = 0; i < MSIM_LEVELS; i++)
        free(naive->full[i].blocks);
    for (int i = 0; i < MSIM_LEVELS; i++)
        free(naive->huge_full[i].blocks);
    free(naive->frames);
    naive_ahead_free(naive->ahead);
    naive_past_free(naive->past);
    naive_lines_free(naive->lines);
    free(naive);
}
