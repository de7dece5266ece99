/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The random programs of program.h. */
#include "program.h"

#include <stdio.h>

#include "tests/unit/stream/drawn.h"

#define BELOW_2_47 ((UINT64_C(1) << 47) - 1)

static uint64_t pick(struct unit_program *program, uint64_t limit)
{
    return unit_below(&program->random, limit);
}

static bool one_in(struct unit_program *program, unsigned times)
{
    return unit_one_in(&program->random, times);
}

/* --- Addresses ---------------------------------------------------------------------------- */

static uint64_t stride_address(struct unit_program *program)
{
    unsigned i = (unsigned)pick(program, PROGRAM_STREAMS);
    uint64_t at = program->stream[i].at;
    program->stream[i].at = (at + 1) % program->stream[i].length;
    return program->stream[i].start + at * program->stream[i].step;
}

/* A hot one, but in the upper half of its block's number. */
static uint64_t alias_address(struct unit_program *program)
{
    uint64_t high = 1 + pick(program, 3);
    return program->hot[pick(program, PROGRAM_HOT)] + (high << (32 + 4 + pick(program, 9)));
}

static uint64_t any_data_address(struct unit_program *program)
{
    uint64_t page = program->page[pick(program, PROGRAM_PAGES)];
    uint64_t chance = pick(program, 160);
    if (chance < 1)
        return UINT64_C(0xffffffffff600000) + pick(program, 4096);
    if (chance < 3)
        return pick(program, BELOW_2_47);
    if (chance < 8)
        return alias_address(program);
    if (chance < 48)
        return stride_address(program);
    if (chance < 80)
        return page + pick(program, 4096);
    if (chance < 88)
        return page + 4096 - pick(program, 16);
    return program->hot[pick(program, PROGRAM_HOT)] + pick(program, 16);
}

/* Where a low program has what would be at `address`. */
static uint64_t lowered(const struct unit_program *program, uint64_t address)
{
    return program->low ? address & ((UINT64_C(1) << 34) - 1) : address;
}

static uint64_t data_address(struct unit_program *program)
{
    return lowered(program, any_data_address(program));
}

static uint64_t any_code_address(struct unit_program *program)
{
    uint32_t known = program->dict.segments.used;
    uint64_t chance = pick(program, 20);
    if (chance < 3)
        return UINT64_C(0x401000) + pick(program, 1 << 17);
    if (chance < 4)
        return UINT64_C(0x7f0000000000) + (pick(program, 64) << 20) + pick(program, 1 << 12);
    if (chance < 5)
        return UINT64_C(0xffffffffff600000) + pick(program, 1 << 11);
    if (chance < 7 && known)
        return msim_dict_segment_at(&program->dict, (uint32_t)pick(program, known))->address;
    if (chance < 9)
        return program->next_code + pick(program, 64);
    if (chance < 10)
        return (program->next_code | 4095) - pick(program, 24);
    return program->next_code;
}

static uint64_t code_address(struct unit_program *program)
{
    return lowered(program, any_code_address(program));
}

/* --- Segments ----------------------------------------------------------------------------- */

/* A segment in the making.  Bases are conditional or not, since MSIM_NO_ADDRESS is no base. */
struct draft {
    struct msim_segment segment;
    struct msim_instr instrs[MSIM_INSTRS_MAX];
    struct msim_access accesses[MSIM_ACCESSES_MAX];
    bool maybe[MSIM_WORDS_MAX + 1];
    struct unit_ops ops;
};

static unsigned instr_count(struct unit_program *program)
{
    if (one_in(program, 64))
        return MSIM_INSTRS_MAX;
    return 1 + (unsigned)pick(program, one_in(program, 5) ? 2 : 20);
}

static unsigned access_count(struct unit_program *program, unsigned instrs)
{
    if (one_in(program, 16))
        return 6 + (unsigned)pick(program, 40);
    if (instrs <= 20 && one_in(program, program->maps ? 8 : 50))
        return 254 + (unsigned)pick(program, one_in(program, 4) ? MSIM_ACCESSES_MAX - 253 : 4);
    return (unsigned)pick(program, 9);
}

/* The site of a line.  If sites are whole, it has one of a few inlined calls, and an address. */
static uint32_t site_of(struct unit_program *program, uint32_t line)
{
    struct msim_dict *dict = &program->dict;
    struct msim_site site = {.function = line % PROGRAM_FUNCTIONS,
                             .line = line,
                             .object = line % (PROGRAM_FUNCTIONS + 1)};
    if (program->whole && one_in(program, 2)) {
        struct msim_inlined call = {.outer = (uint32_t)pick(program, dict->inlined.used),
                                    .function = line % PROGRAM_FUNCTIONS,
                                    .file = (uint32_t)pick(program, PROGRAM_FUNCTIONS),
                                    .line = (uint32_t)pick(program, 100)};
        site.inlined = one_in(program, 4) ? msim_dict_inlined(dict, &call)
                                          : (uint32_t)pick(program, dict->inlined.used);
    }
    if (program->whole && one_in(program, 2))
        site.address = one_in(program, 9) ? unit_random(&program->random) : 4096 + line;
    if (program->functions)
        site.begins = one_in(program, 9) ? unit_random(&program->random) : 64 * (line % 7);
    return msim_dict_whole_site(dict, &site);
}

static void draft_instrs(struct unit_program *program, struct draft *draft, unsigned count)
{
    uint32_t line = (uint32_t)pick(program, PROGRAM_SITES);
    for (unsigned i = 0; i < count; i++) {
        if (one_in(program, 4))
            line = (uint32_t)pick(program, PROGRAM_SITES);
        uint32_t site = site_of(program, line);
        draft->instrs[i] = (struct msim_instr){site, (uint16_t)(1 + pick(program, 15)), 0};
        if (program->tasks && one_in(program, 4))
            draft->instrs[i].how = (uint16_t)pick(program, 1 + MSIM_INSTR_HOW);
    }
    draft->segment.instrs_used = (uint8_t)count;
}

/* Begins with the last instruction of the segment described last, which is the newest. */
static void draft_continued(const struct unit_program *program, struct draft *draft)
{
    const struct msim_segment *before =
        msim_dict_segment_at(&program->dict, program->dict.segments.used - 1);
    draft->instrs[0] = before->instrs[before->instrs_used - 1];
    draft->segment.address = program->next_code - draft->instrs[0].length;
    draft->segment.continued = 1;
}

static unsigned draft_word(struct unit_program *program, struct draft *draft)
{
    unsigned used = draft->segment.words;
    if (used && (used == MSIM_WORDS_MAX || !one_in(program, 3)))
        return 1 + (unsigned)pick(program, used);
    draft->maybe[used + 1] = one_in(program, 24);
    return draft->segment.words = (used + 1) & MSIM_WORDS_MAX;
}

static int32_t draft_offset(struct unit_program *program, const struct msim_access *before)
{
    uint64_t chance = pick(program, 100);
    if (chance < 1)
        return (int32_t)pick(program, INT32_MAX);
    if (chance < 7)
        return (int32_t)pick(program, 1 << 17) - (1 << 16);
    if (chance < 17)
        return (int32_t)pick(program, 512) - 256;
    return before ? (int32_t)(before->offset % (1 << 16)) + (int32_t)pick(program, 17) - 8 : 0;
}

static void draft_size(struct unit_program *program, struct msim_access *access)
{
    access->block = one_in(program, 40);
    if (one_in(program, access->block ? 2 : 1000))
        access->size = (1 + pick(program, MSIM_SIZE_MAX)) & MSIM_SIZE_MAX;
    else if (one_in(program, 3))
        access->size = (1 + pick(program, 64)) & MSIM_SIZE_MAX;
    else
        access->size = (1u << pick(program, 4)) & MSIM_SIZE_MAX;
    access->size += access->size == 0;
}

static void draft_accesses(struct unit_program *program, struct draft *draft, unsigned count)
{
    unsigned instr = 0, instrs = draft->segment.instrs_used;
    bool spread = one_in(program, 2); /* over all instructions, or as they come */
    for (unsigned i = 0; i < count; i++) {
        struct msim_access *access = &draft->accesses[i];
        instr += (unsigned)pick(program, 3);
        instr = spread ? i * instrs / count : instr < instrs ? instr : instrs - 1;
        access->instr = instr & 255;
        access->word = draft_word(program, draft) & MSIM_WORDS_MAX;
        access->maybe = draft->maybe[access->word];
        access->offset = draft_offset(program, i ? access - 1 : NULL);
        access->write = one_in(program, 3);
        access->modify = !access->write && one_in(program, 5);
        draft_size(program, access);
    }
    draft->segment.accesses_used = (uint16_t)count;
}

/* Where what follows the draft would be. */
static uint64_t end_of(const struct draft *draft)
{
    uint64_t end = draft->segment.address;
    for (unsigned i = 0; i < draft->segment.instrs_used; i++)
        end += draft->instrs[i].length;
    return end;
}

/* Makes the last instruction longer, if possible, so that what follows is in another line. */
static void end_line(struct unit_program *program, struct draft *draft)
{
    struct msim_instr *last = &draft->instrs[draft->segment.instrs_used - 1];
    uint64_t line = UINT64_C(16) << pick(program, 3), missing = (0 - end_of(draft)) & (line - 1);
    bool is_copy = draft->segment.continued && draft->segment.instrs_used == 1;
    if (!is_copy && last->length + missing <= 15)
        last->length = (uint16_t)(last->length + missing);
}

/* A stack that goes on from one that there is. */
static void describe_stack(struct unit_program *program)
{
    struct msim_calls *calls = &program->dict.calls;
    uint32_t call = (uint32_t)pick(program, calls->calls.used);
    for (uint64_t deeper = 1 + pick(program, 5); deeper; deeper--) {
        uint32_t frame = calls->frames.used ? (uint32_t)pick(program, calls->frames.used) : 0;
        if (!calls->frames.used || one_in(program, 2))
            frame = msim_calls_frame(calls, program->next_code + pick(program, 4096),
                                     (uint32_t)pick(program, program->dict.sites.used),
                                     (uint32_t)pick(program, PROGRAM_FUNCTIONS));
        call = msim_calls_call(calls, frame, call);
    }
}

/* Calls and returns need an access that may be one of a return address. */
static void draft_flow(struct unit_program *program, struct draft *draft)
{
    struct msim_segment *segment = &draft->segment;
    segment->entry = one_in(program, 4);
    segment->stub = one_in(program, 20);
    if (!segment->accesses_used || !one_in(program, 2))
        return;
    const struct msim_access *last = &draft->accesses[segment->accesses_used - 1];
    if (!last->maybe)
        segment->end = last->write ? MSIM_ENDS_CALL : MSIM_ENDS_RETURN;
}

/* Many stores pass by the caches, and there are fences. */
static void draft_past(struct unit_program *program, struct draft *draft)
{
    struct msim_ops *ops = draft->segment.ops;
    for (unsigned i = 0; i < ops->ops && draft->segment.accesses_used; i++) {
        uint64_t access = pick(program, draft->segment.accesses_used);
        if (msim_op_hints(ops->op[i].class) || !draft->accesses[access].write)
            continue;
        ops->op[i].class = MSIM_OP_STORE_PAST;
        ops->op[i].access = (uint16_t)access;
    }
    if (one_in(program, 40))
        draft->instrs[pick(program, draft->segment.instrs_used)].how =
            one_in(program, 2) ? MSIM_INSTR_FENCE : MSIM_INSTR_ATOMIC;
}

void program_translate(struct unit_program *program, unsigned count)
{
    for (; count; count--) {
        static struct draft draft;
        draft.segment = (struct msim_segment){.instrs = draft.instrs, .accesses = draft.accesses};
        uint32_t known = program->dict.segments.used;
        unsigned instrs = instr_count(program);
        draft_instrs(program, &draft, instrs);
        if (known && one_in(program, 8))
            draft_continued(program, &draft);
        else
            draft.segment.address = code_address(program);
        if (one_in(program, 2))
            end_line(program, &draft);
        draft_accesses(program, &draft, access_count(program, instrs));
        if (program->flows)
            draft_flow(program, &draft);
        if (program->functions && one_in(program, 2))
            draft.segment.moved = one_in(program, 9) ? unit_random(&program->random) : 1 << 20;
        if (program->operations)
            draft.segment.ops =
                unit_ops_draw(&program->random, &draft.segment, 2 * instrs, &draft.ops);
        if (program->stores_past)
            draft_past(program, &draft);
        msim_dict_segment(&program->dict, &draft.segment);
        if (program->dict.segments.used > known)
            program->next_code = end_of(&draft);
    }
    describe_stack(program);
}

/* --- Running ------------------------------------------------------------------------------ */

/* Loops of up to 16 segments described one after the other, up to 40 times; then another loop. */
static uint32_t next_segment(struct unit_program *program)
{
    uint32_t known = program->dict.segments.used;
    if (program->loop_left == 0) {
        program->loop = (uint32_t)pick(program, known);
        program->loop_length = 1 + (uint32_t)pick(program, 16);
        program->loop_left = 1 + (uint32_t)pick(program, 40) * program->loop_length;
    }
    uint32_t number = program->loop + --program->loop_left % program->loop_length;
    return (one_in(program, 8) ? (uint32_t)pick(program, known) : number) % known;
}

/* What a block's address, size or anything else may be. */
static uint64_t event_word(struct unit_program *program)
{
    switch (pick(program, 5)) {
    case 0:
        return 0;
    case 1:
        return one_in(program, 8) ? UINT64_MAX : unit_random(&program->random);
    case 2:
        return pick(program, 4096);
    default:
        return program->hot[pick(program, PROGRAM_HOT)];
    }
}

static void right_task(struct unit_random *random, uint64_t *record)
{
    uint64_t call = unit_below(random, MSIM_TASK_CALLS), number = record[1] >> 32;
    number += number == 0;
    record[1] = number << 32 | call;
    if (call == MSIM_TASK_CREATED)
        record[2] %= number;
    else if (call == MSIM_TASK_WOKEN)
        record[2] = (uint32_t)record[2] == number ? 0 : (uint32_t)record[2];
    else if (call == MSIM_TASK_YIELDS)
        record[2] = 0;
    else if (call != MSIM_TASK_POINTER)
        record[2] %= MSIM_ADDRESSES;
}

void program_right_event(const struct msim_dict *dict, struct unit_random *random, uint64_t *record)
{
    const uint64_t half = MSIM_ADDRESSES / 2;
    enum msim_event event = msim_event_of(record[0]);
    if (event == MSIM_EVENT_HEAP)
        record[1] =
            unit_below(random, dict->calls.calls.used) << 32 | unit_below(random, MSIM_HEAP_CALLS);
    if (event == MSIM_EVENT_POOL)
        record[1] =
            unit_below(random, dict->calls.calls.used) << 32 | unit_below(random, MSIM_POOL_CALLS);
    if (event == MSIM_EVENT_PART)
        record[1] =
            unit_below(random, dict->strings.used) << 32 | unit_below(random, MSIM_PART_CALLS);
    if (event == MSIM_EVENT_TASK)
        right_task(random, record);
    if (event == MSIM_EVENT_MAP || event == MSIM_EVENT_UNMAP || event == MSIM_EVENT_PROTECT)
        if (record[1] >= record[2] || record[2] > half) {
            record[1] %= half;
            record[2] = record[1] + 1 + record[2] % half;
        }
    if (event == MSIM_EVENT_MAP)
        record[4] = unit_below(random, dict->strings.used) << 32 | (uint32_t)record[4];
    if (event == MSIM_EVENT_KERNEL)
        record[3] = unit_below(random, dict->sites.used) << 32 | (uint32_t)record[3];
    if (event == MSIM_EVENT_MOVE) {
        record[1] %= half / 4;
        record[2] = half / 2 + record[2] % (half / 4);
        record[3] = 1 + record[3] % (half / 4);
    }
}

static size_t put_words(uint64_t *words, enum msim_event event, uint64_t first, uint64_t second)
{
    uint32_t count = msim_event_words(event);
    words[0] = msim_event_header(event, count);
    words[1] = first;
    if (count > 1)
        words[2] = second;
    return 1 + count;
}

static size_t put_task_call(uint64_t *words, enum msim_task_call call, uint64_t number,
                            uint64_t value)
{
    return put_words(words, MSIM_EVENT_TASK, number << 32 | call, value);
}

/* Something that may happen to the thread of this number. */
static size_t put_change(struct unit_program *program, uint32_t number, uint64_t *words)
{
    bool blocked = program->task[number - 1] == PROGRAM_BLOCKED;
    uint64_t waker = pick(program, program->tasks_used + 1);
    if (one_in(program, 6)) {
        program->task[number - 1] = PROGRAM_ENDED;
        return put_task_call(words, MSIM_TASK_ENDED, number, pick(program, MSIM_ADDRESSES));
    }
    if (!blocked && one_in(program, 2))
        return put_words(words, MSIM_EVENT_THREAD, number, 0);
    program->task[number - 1] = blocked ? PROGRAM_RUNS : PROGRAM_BLOCKED;
    if (blocked)
        return put_task_call(words, MSIM_TASK_WOKEN, number, waker == number ? 0 : waker);
    return put_task_call(words, MSIM_TASK_BLOCKED, number, data_address(program) % MSIM_ADDRESSES);
}

/* By the rules of stream/tasks.h. */
static size_t put_task(struct unit_program *program, uint64_t *words)
{
    uint32_t used = program->tasks_used, number = 1 + (uint32_t)pick(program, used + 1);
    bool runs = number <= used && program->task[number - 1] == PROGRAM_RUNS;
    if (number <= used && program->task[number - 1] != PROGRAM_ENDED && !one_in(program, 5))
        return put_change(program, number, words);
    if (used == PROGRAM_TASKS)
        return put_words(words, MSIM_EVENT_SIGNAL, 0, 0);
    program->tasks_used++;
    return put_task_call(words, MSIM_TASK_CREATED, used + 1, runs ? number : 0);
}

static size_t put_event(struct unit_program *program, uint64_t *words)
{
    unsigned kinds = program->maps ? MSIM_EVENT_POOL : MSIM_EVENT_STACKS;
    enum msim_event event = (enum msim_event)(MSIM_EVENT_HEAP + pick(program, kinds));
    if (program->tasks && one_in(program, 2))
        return put_task(program, words);
    if (program->flows && one_in(program, 2))
        event = one_in(program, 2) && !program->tasks ? MSIM_EVENT_THREAD : MSIM_EVENT_SIGNAL;
    uint32_t count = msim_event_words(event);
    words[0] = msim_event_header(event, count);
    for (uint32_t i = 1; i <= count; i++)
        words[i] = event_word(program);
    program_right_event(&program->dict, &program->random, words);
    if (event == MSIM_EVENT_THREAD || event == MSIM_EVENT_SIGNAL)
        words[1] %= 5;
    return 1 + count;
}

static bool is_continued(const struct unit_program *program, uint32_t number)
{
    return msim_dict_segment_at(&program->dict, number)->continued;
}

/* A continued segment comes directly after the one that it continues, described before. */
static uint32_t next_in_order(struct unit_program *program)
{
    if (program->next > program->target) {
        program->next = program->target = next_segment(program);
        while (is_continued(program, program->next))
            program->next--;
    }
    return program->next++;
}

static size_t put_record(struct unit_program *program, uint64_t *words)
{
    if (program->next > program->target && one_in(program, program->maps ? 8 : 50))
        return put_event(program, words);
    uint32_t number = next_in_order(program);
    const struct msim_segment *segment = msim_dict_segment_at(&program->dict, number);
    bool maybe[MSIM_WORDS_MAX + 1] = {false};
    for (unsigned i = 0; i < segment->accesses_used; i++)
        maybe[segment->accesses[i].word] |= segment->accesses[i].maybe;
    words[0] = msim_header(number, segment->words);
    for (unsigned i = 1; i <= segment->words; i++)
        words[i] = maybe[i] && one_in(program, 2) ? MSIM_NO_ADDRESS : data_address(program);
    return 1 + (size_t)segment->words;
}

size_t program_run(struct unit_program *program, uint64_t *words, size_t room)
{
    size_t used = 0;
    while (room - used > MSIM_WORDS_MAX)
        used += put_record(program, words + used);
    return used;
}

void program_start(struct unit_program *program, const struct msim_mem *mem, uint64_t seed)
{
    static const uint64_t steps[] = {4, 8, 24, 64, 100, 4096, 4160, 16384, 65536};
    *program = (struct unit_program){.random = {seed}, .next_code = UINT64_C(0x400000), .next = 1};
    msim_dict_init(&program->dict, mem);
    static const char *const names[PROGRAM_FUNCTIONS] = {"",      "one",      "two",
                                                         "three", "two.cold", "one [clone .cold]"};
    for (unsigned i = 0; i < PROGRAM_FUNCTIONS; i++)
        msim_dict_string(&program->dict, names[i]);
    uint64_t heap = UINT64_C(0x10000000) + (pick(program, 1 << 20) << 4);
    for (unsigned i = 0; i < PROGRAM_PAGES; i++)
        program->page[i] = (heap & ~UINT64_C(4095)) + (pick(program, 1 << 12) << 12);
    for (unsigned i = 0; i < PROGRAM_HOT; i++)
        program->hot[i] = (i & 1 ? heap : program->page[i]) + (pick(program, 1024) << 3);
    for (unsigned i = 0; i < PROGRAM_STREAMS; i++) {
        program->stream[i].start = one_in(program, 3) ? pick(program, BELOW_2_47) : heap;
        program->stream[i].step = steps[pick(program, sizeof steps / sizeof *steps)];
        program->stream[i].length = 1 + pick(program, one_in(program, 2) ? 16 : 400);
    }
}
