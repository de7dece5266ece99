/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads traces of arbitrary bytes, for fuzzers; and a small fuzzer of its own.
 *
 *      trace.fuzz [--fix] [FILE]                    reads FILE or stdin to the end and says what it finds
 *      trace.fuzz --words FILE                      prints the records, then sites, inlined calls, instructions
 *                                                   that are something to other threads, operations, frames and
 *                                                   calls, one per line, in hex
 *      trace.fuzz --mutate SEED ROUNDS FILE...      reads that many variants of the files
 *      trace.fuzz --make SEED FILE [whole] [tasks [functions] [operations]]
 *                                                   writes a small trace of a random program; "whole": with
 *                                                   inlined calls and addresses of sites, "tasks": with threads,
 *                                                   "functions": with where functions begin,
 *                                                   "operations": with what segments compute
 *
 * --fix first gives every block the right checksum for its contents, so that changes get past the
 * checksum.  The variants depend only on the seed: round N of a seed is always the same, so a
 * failure can be repeated with the seed that was printed.  Half of them are fixed.
 *
 * Exit status 0: everything was read or refused; fuzzing looks for a crash or a sanitizer's report.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "stream/trace/read.h"
#include "stream/trace/write.h"
#include "tests/unit/stream/drawn.h"
#include "tests/unit/lib/program.h"
#include "tests/unit/lib/trace_file.h"

static struct msim_crc crc;

/* --- Reading ----------------------------------------------------------------------------------- */

/* A site's inlined calls are followed to the outermost. */
static uint64_t observe_site(const struct msim_dict *dict, uint32_t number)
{
    const struct msim_site *site = msim_dict_site_at(dict, number);
    uint64_t sum = strlen(msim_dict_text(dict, site->function));
    for (uint32_t call = site->inlined; call;) {
        const struct msim_inlined *inlined = msim_dict_inlined_at(dict, call);
        sum += strlen(msim_dict_text(dict, inlined->function));
        sum += strlen(msim_dict_text(dict, inlined->file));
        if (call >= dict->inlined.used || inlined->outer >= call)
            abort();
        call = inlined->outer;
    }
    return sum;
}

/* What observers believe of mappings, and of what the kernel reads and writes. */
static uint64_t observe_mapping(const struct msim_dict *dict, const uint64_t *record)
{
    switch (msim_event_of(*record)) {
    case MSIM_EVENT_MAP:
        if (record[1] >= record[2])
            abort();
        return strlen(msim_dict_text(dict, msim_event_upper(record[4])));
    case MSIM_EVENT_MOVE:
        if (record[1] + record[3] < record[1] || record[2] + record[3] < record[2])
            abort();
        return record[3];
    case MSIM_EVENT_KERNEL:
        return record[3] & MSIM_KERNEL_START
                   ? 0
                   : msim_dict_site_at(dict, msim_event_upper(record[3]))->line;
    default:
        return record[1];
    }
}

/* What observers believe of threads: their numbers are those of the ones that were created. */
static uint32_t threads;

static uint64_t observe_task(const uint64_t *record)
{
    bool runs = msim_event_of(*record) == MSIM_EVENT_THREAD;
    uint64_t number = runs ? record[1] : msim_task_of(record);
    threads += !runs && msim_task_call_of(record) == MSIM_TASK_CREATED;
    if (!number || number > threads)
        abort();
    if (!runs && msim_task_call_of(record) == MSIM_TASK_WOKEN && record[2] > threads)
        abort();
    return number;
}

/* A stack is followed to its outermost call. */
static uint64_t observe_event(const struct msim_dict *dict, const uint64_t *record)
{
    uint64_t sum = 0;
    uint32_t words = msim_event_words(msim_event_of(*record));
    if (!words || words != msim_header_words(*record))
        abort();
    bool pool = msim_event_of(*record) == MSIM_EVENT_POOL;
    if (msim_event_of(*record) != MSIM_EVENT_HEAP && !pool)
        return observe_mapping(dict, record);
    if (pool ? msim_pool_call_of(record) >= MSIM_POOL_CALLS
             : msim_heap_call_of(record) >= MSIM_HEAP_CALLS ||
                   msim_heap_allocator_of(record) >= MSIM_HEAP_ALLOCATORS)
        abort();
    for (uint32_t number = msim_heap_stack_of(record); number;) {
        const struct msim_call *call = msim_call_at(&dict->calls, number);
        const struct msim_frame *frame = msim_frame_at(&dict->calls, call->frame);
        sum += strlen(msim_dict_text(dict, frame->object));
        sum += observe_site(dict, frame->site);
        if (call->caller >= number)
            abort();
        number = call->caller;
    }
    return sum;
}

/* Looks at all that an observer would; the sum keeps the compiler from leaving it out. */
static uint64_t observe(const struct msim_trace_reader *reader)
{
    uint64_t sum = 0;
    for (const uint64_t *at = reader->words; at < reader->end; at += 1 + msim_header_words(*at)) {
        if (msim_header_is_event(*at)) {
            enum msim_event event = msim_event_of(*at);
            sum += observe_event(&reader->dict, at);
            if (reader->tasks.recorded && (event == MSIM_EVENT_THREAD || event == MSIM_EVENT_TASK))
                sum += observe_task(at);
            continue;
        }
        uint32_t number = msim_header_segment(*at);
        if (number >= reader->dict.segments.used)
            abort();
        const struct msim_segment *segment = msim_dict_segment_at(&reader->dict, number);
        if (segment->words != msim_header_words(*at) || !unit_ops_fit(segment))
            abort();
        for (unsigned i = 0; i < segment->accesses_used; i++) {
            const struct msim_access *access = &segment->accesses[i];
            uint32_t site = segment->instrs[access->instr].site;
            sum += at[access->word] + observe_site(&reader->dict, site);
        }
    }
    return sum;
}

static void print(const struct msim_trace_reader *reader)
{
    for (const uint64_t *at = reader->words; at < reader->end;)
        for (unsigned left = 1 + msim_header_words(*at); left; left--)
            printf("%llx%c", (unsigned long long)*at++, left > 1 ? ' ' : '\n');
}

/* The dictionary's part that the words do not show. */
static void print_sites(const struct msim_dict *dict)
{
    for (uint32_t i = 0; i < dict->sites.used; i++) {
        const struct msim_site *site = msim_dict_site_at(dict, i);
        printf("site %x %x %x %x %x %llx\n", site->file, site->function, site->line, site->object,
               site->inlined, (unsigned long long)site->address);
    }
    for (uint32_t i = 1; i < dict->inlined.used; i++) {
        const struct msim_inlined *call = msim_dict_inlined_at(dict, i);
        printf("inlined %x %x %x %x\n", call->outer, call->function, call->file, call->line);
    }
}

static void print_instrs(const struct msim_dict *dict)
{
    for (uint32_t number = 0; number < dict->segments.used; number++) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, number);
        uint64_t address = segment->address;
        for (unsigned i = 0; i < segment->instrs_used; i++) {
            if (segment->instrs[i].how)
                printf("instr %x %llx %x\n", number, (unsigned long long)address,
                       segment->instrs[i].how);
            address += segment->instrs[i].length;
        }
    }
}

static void print_ops(const struct msim_ops *ops, uint32_t number)
{
    const uint16_t *source = ops->source;
    printf("ends %x %x %x %x %x\n", number, ops->end, ops->indirect, ops->fused, ops->repeats);
    for (unsigned i = 0; i < ops->ops; i++) {
        const struct msim_operation *op = &ops->op[i];
        printf("op %x %x %x %x", op->instr, op->class, op->sources, op->access);
        for (unsigned left = op->sources + op->data; left; left--)
            printf(" %x", *source++);
        printf("\n");
    }
    for (unsigned i = 0; i < ops->results; i++)
        printf("result %x %x\n", ops->result[i].reg, ops->result[i].source);
}

static void print_all_ops(const struct msim_dict *dict)
{
    for (uint32_t number = 0; number < dict->segments.used; number++) {
        const struct msim_segment *segment = msim_dict_segment_at(dict, number);
        if (segment->ops)
            print_ops(segment->ops, number);
    }
}

static void print_calls(const struct msim_dict *dict)
{
    for (uint32_t i = 0; i < dict->calls.frames.used; i++) {
        const struct msim_frame *frame = msim_frame_at(&dict->calls, i);
        printf("frame %llx %x %x\n", (unsigned long long)frame->address, frame->site,
               frame->object);
    }
    for (uint32_t i = 0; i < dict->calls.calls.used; i++) {
        const struct msim_call *call = msim_call_at(&dict->calls, i);
        printf("call %x %x\n", call->frame, call->caller);
    }
}

enum how { QUIET, SAY, WORDS };

static enum msim_trace_event read_trace(struct trace_file *file, enum how how)
{
    static struct msim_trace_reader reader;
    struct unit_memory memory;
    unit_memory_start(&memory);
    file->at = 0;
    threads = 0;
    msim_trace_open(&reader, &memory.mem, &file->feed);
    enum msim_trace_event event;
    volatile uint64_t sum = 0;
    while ((event = msim_trace_next(&reader)) != MSIM_TRACE_END && event != MSIM_TRACE_FAILED) {
        if (event == MSIM_TRACE_CHUNK)
            sum = sum + observe(&reader);
        if (event == MSIM_TRACE_CHUNK && how == WORDS)
            print(&reader);
    }
    if (how == WORDS) {
        print_sites(&reader.dict);
        print_instrs(&reader.dict);
        print_all_ops(&reader.dict);
        print_calls(&reader.dict);
    }
    if (event == MSIM_TRACE_FAILED && (!reader.error.expected || reader.error.offset > file->used))
        abort();
    if (how != QUIET && event == MSIM_TRACE_FAILED)
        printf("offset %llu: expected %s\n", (unsigned long long)reader.error.offset,
               reader.error.expected);
    else if (how == SAY)
        printf("%llu records\n", (unsigned long long)reader.totals.records);
    unit_memory_end(&memory);
    return event;
}

static void load(struct trace_file *file, const char *name)
{
    FILE *from = name ? fopen(name, "rb") : stdin;
    char bytes[4096];
    size_t got;
    trace_file_start(file);
    if (!from) {
        perror(name);
        exit(2);
    }
    while ((got = fread(bytes, 1, sizeof bytes, from)) > 0)
        file->sink.put(file, bytes, got);
    if (name)
        fclose(from);
}

/* --- Variants ---------------------------------------------------------------------------------- */

static void change_bytes(struct unit_random *random, struct trace_file *file)
{
    static const uint8_t values[] = {0, 1, 0x3f, 0x40, 0x7f, 0x80, 0x81, 0xc0, 0xfe, 0xff};
    for (uint64_t count = 1 + unit_below(random, 4); count && file->used; count--) {
        uint8_t *byte = &file->bytes[unit_below(random, file->used)];
        switch (unit_below(random, 4)) {
        case 0:
            *byte ^= (uint8_t)(1 << unit_below(random, 8));
            break;
        case 1:
            *byte = values[unit_below(random, sizeof values)];
            break;
        case 2:
            *byte = (uint8_t)(*byte + unit_below(random, 9) - 4);
            break;
        default:
            *byte = (uint8_t)unit_random(random);
        }
    }
}

/* Some bytes are left out, or doubled. */
static void shift_bytes(struct unit_random *random, struct trace_file *file)
{
    size_t at = unit_below(random, file->used), most = file->used - at;
    size_t count = unit_below(random, (most < 64 ? most : 64) + 1);
    uint8_t *place = file->bytes + at;
    if (unit_one_in(random, 2)) {
        memmove(place, place + count, most - count);
        file->used -= count;
        return;
    }
    uint8_t copy[64];
    memcpy(copy, place, count);
    file->sink.put(file, (const char *)copy, count); /* makes room */
    place = file->bytes + at;
    memmove(place + count, place, most);
}

/* Where the `number`th block of the file begins, or the end. */
static size_t block_at(const struct trace_file *file, size_t number)
{
    size_t at = MSIM_TRACE_START_BYTES;
    for (; number && at + MSIM_TRACE_HEAD_BYTES <= file->used; number--)
        at += MSIM_TRACE_HEAD_BYTES + msim_get32(file->bytes + at + 4);
    return at < file->used ? at : file->used;
}

/* The first blocks of one and the last blocks of the other, or from a byte on. */
static void splice(struct unit_random *random, struct trace_file *file,
                   const struct trace_file *other)
{
    bool blocks = unit_one_in(random, 2);
    size_t keep = blocks ? block_at(file, unit_below(random, 8)) : unit_below(random, file->used);
    size_t from = blocks ? block_at(other, unit_below(random, 8)) : unit_below(random, other->used);
    file->used = keep;
    file->sink.put(file, (const char *)other->bytes + from, other->used - from);
}

/* A change of length within a block: its head says the length that its bytes now have. */
static void shift_in_block(struct unit_random *random, struct trace_file *file)
{
    size_t start = block_at(file, unit_below(random, 8)), before = file->used;
    if (start + MSIM_TRACE_HEAD_BYTES >= file->used)
        return;
    uint32_t length = msim_get32(file->bytes + start + 4);
    struct trace_file rest;
    trace_file_start(&rest);
    size_t payload = start + MSIM_TRACE_HEAD_BYTES;
    rest.sink.put(&rest, (const char *)file->bytes + payload, file->used - payload);
    if (rest.used && length && length <= rest.used) {
        size_t after = rest.used - length;
        shift_bytes(random, &rest);
        if (rest.used >= after) {
            file->used = payload;
            file->sink.put(file, (const char *)rest.bytes, rest.used);
            msim_put32(file->bytes + start + 4, (uint32_t)(length + file->used - before));
        }
    }
    trace_file_end(&rest);
}

static void mutate(uint64_t seed, uint64_t round, const struct trace_file *files, size_t count)
{
    struct unit_random random = {seed + round * UINT64_C(0xd1342543de82ef95)};
    struct trace_file file;
    trace_file_copy(&file, &files[unit_below(&random, count)]);
    for (uint64_t changes = 1 + unit_below(&random, 3); changes && file.used; changes--) {
        uint64_t chance = unit_below(&random, 16);
        if (chance < 9)
            change_bytes(&random, &file);
        else if (chance < 12)
            shift_in_block(&random, &file);
        else if (chance < 13)
            shift_bytes(&random, &file);
        else if (chance < 15)
            splice(&random, &file, &files[unit_below(&random, count)]);
        else
            file.used = unit_below(&random, file.used);
    }
    if (!unit_one_in(&random, 8))
        trace_file_mend(&file, &crc);
    read_trace(&file, QUIET);
    trace_file_end(&file);
}

static int run_mutations(int argc, char **argv)
{
    uint64_t seed = strtoull(argv[0], NULL, 0), rounds = strtoull(argv[1], NULL, 0);
    size_t count = (size_t)argc - 2;
    struct trace_file *files = calloc(count, sizeof *files);
    if (!files)
        return 2;
    for (size_t i = 0; i < count; i++) {
        load(&files[i], argv[i + 2]);
        files[i].sink.self = files[i].feed.self = &files[i];
    }
    for (uint64_t round = 0; round < rounds; round++) {
        if (round % 1000 == 0) {
            printf("seed %llu round %llu\n", (unsigned long long)seed, (unsigned long long)round);
            fflush(stdout);
        }
        mutate(seed, round, files, count);
    }
    for (size_t i = 0; i < count; i++)
        trace_file_end(&files[i]);
    free(files);
    return 0;
}

/* --- Making the corpus ------------------------------------------------------------------------- */

/* What the trace of a random program has. */
struct wanted {
    bool whole, tasks, functions, operations;
};

static int make(uint64_t seed, const char *name, const struct wanted *wanted)
{
    static struct msim_trace_writer writer;
    static uint64_t words[4096];
    struct unit_memory memory;
    struct unit_program program;
    struct trace_file file;
    unit_memory_start(&memory);
    trace_file_start(&file);
    program_start(&program, &memory.mem, seed);
    program.maps = true;
    program.whole = wanted->whole;
    program.tasks = wanted->tasks;
    program.functions = wanted->functions;
    program.operations = wanted->operations;
    msim_trace_init(&writer, &memory.mem, &program.dict, &file.sink);
    writer.whole_sites = wanted->whole;
    writer.has_tasks = wanted->tasks;
    writer.functions = wanted->functions;
    writer.operations = wanted->operations;
    msim_trace_header(&writer, "command: ./a.out\n");
    for (unsigned chunk = 0; chunk < 3; chunk++) {
        program_translate(&program, 2 + (unsigned)unit_below(&program.random, 3));
        size_t used = program_run(&program, words, 64 + unit_below(&program.random, 300));
        msim_trace_chunk(&writer, words, words + used);
        if (chunk == 1)
            msim_trace_mark(&writer, MSIM_MARK_FORK_CLEAR, NULL, 0);
    }
    msim_trace_end(&writer, "exit: 0\n");
    FILE *to = fopen(name, "wb");
    bool good = to && fwrite(file.bytes, 1, file.used, to) == file.used && fclose(to) == 0;
    trace_file_end(&file);
    unit_memory_end(&memory);
    return good ? 0 : 2;
}

static bool is_asked(int argc, char **argv, const char *what)
{
    for (int i = 4; i < argc; i++)
        if (strcmp(argv[i], what) == 0)
            return true;
    return false;
}

int main(int argc, char **argv)
{
    msim_crc_init(&crc);
    if (argc > 4 && strcmp(argv[1], "--mutate") == 0)
        return run_mutations(argc - 2, argv + 2);
    if (argc >= 4 && strcmp(argv[1], "--make") == 0) {
        const struct wanted wanted = {is_asked(argc, argv, "whole"), is_asked(argc, argv, "tasks"),
                                      is_asked(argc, argv, "functions"),
                                      is_asked(argc, argv, "operations")};
        return make(strtoull(argv[2], NULL, 0), argv[3], &wanted);
    }
    bool fix = argc > 1 && strcmp(argv[1], "--fix") == 0;
    bool words = argc > 1 && strcmp(argv[1], "--words") == 0, option = fix || words;
    struct trace_file file;
    load(&file, argc > 1 + option ? argv[1 + option] : NULL);
    if (fix)
        trace_file_mend(&file, &crc);
    read_trace(&file, words ? WORDS : SAY);
    trace_file_end(&file);
    return 0;
}
