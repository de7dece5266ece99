/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * engine [OPTION ...] TRACE
 *
 * Times the study alone over a recorded stream (see `streams`): prints nanoseconds per record, and
 * a sum that changes with every count.  Each chunk is decoded into memory, which is not timed, and
 * then studied.  Decoding uses the processor's caches and predictors as the guest's code would, so
 * a chunk meets them as it does in the tool.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include "engine/study.h"
#include "stream/trace/read.h"

static _Noreturn void fail(const char *what, const char *name)
{
    fprintf(stderr, "engine: %s: %s\n", name, what);
    exit(1);
}

static void *get(void *self, size_t bytes, size_t align)
{
    (void)self;
    void *piece;
    if (bytes >= 32 * 1024) {
        piece = mmap(NULL, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
        return piece == MAP_FAILED ? NULL : piece;
    }
    if (posix_memalign(&piece, align < 16 ? 16 : align, bytes ? bytes : 1))
        return NULL;
    return memset(piece, 0, bytes);
}

static long read_file(void *self, void *to, size_t bytes)
{
    return (long)fread(to, 1, bytes, self);
}

static double nanoseconds(void)
{
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec * 1e9 + (double)now.tv_nsec;
}

static void set_options(struct msim_options *options, const struct msim_mem *mem, char **argument,
                        struct msim_machine *machine)
{
    const char *note, *wrong;
    msim_options_init(options, mem);
    for (; *argument && (*argument)[0] == '-'; argument++) {
        const struct msim_option *option = msim_option_find(*argument);
        if (!option || msim_option_set(options, option, *argument))
            fail("bad option", *argument);
    }
    memset(machine, 0, sizeof *machine);
    wrong = msim_machine_choose(&options->machine, machine, &note);
    if (wrong)
        fail(wrong, "options");
    options->has_stream = true;
}

static uint64_t sum_of(const struct msim_study *study)
{
    uint64_t sum = 0;
    for (uint32_t site = 0; site < study->profile.rows.used; site++) {
        const struct msim_row *row = msim_profile_row(&study->profile, site);
        for (int kind = 0; kind < MSIM_KINDS; kind++)
            for (int count = 0; count < MSIM_COUNTS; count++)
                sum = (sum ^ row->count[kind][count]) * UINT64_C(0x9e3779b97f4a7c15) >> 1;
    }
    return sum;
}

/* Nanoseconds that the study took for the whole stream. */
static double play(struct msim_trace_reader *reader, struct msim_study *study, const char *name)
{
    double spent = 0;
    enum msim_trace_event event;
    while ((event = msim_trace_next(reader)) != MSIM_TRACE_END) {
        if (event == MSIM_TRACE_FAILED)
            fail("damaged", name);
        if (event != MSIM_TRACE_CHUNK)
            continue;
        double start = nanoseconds();
        msim_study_extend(study);
        msim_study_run(study, reader->words, reader->end);
        spent += nanoseconds() - start;
    }
    msim_study_extend(study);
    msim_study_settle(study);
    return spent;
}

int main(int argc, char **argv)
{
    static struct msim_trace_reader reader;
    static struct msim_study study;
    const struct msim_mem mem = {get, NULL};
    struct msim_options options;
    struct msim_machine machine;
    struct msim_refusal refusal;
    const char *name = argv[argc - 1];
    FILE *file = argc < 2 ? NULL : fopen(name, "rb");
    if (!file)
        fail("cannot be read", name);
    struct msim_feed feed = {read_file, file};
    set_options(&options, &mem, argv + 1, &machine);
    msim_trace_open(&reader, &mem, &feed);
    if (!msim_study_init(&study, &mem, &reader.dict, &options, &machine, 0, &refusal))
        fail(refusal.reason, refusal.option);
    double spent = play(&reader, &study, name);
    printf("%" PRIu64 " records: %.2f ns; counts %016" PRIx64 "\n", reader.totals.records,
           spent / (double)reader.totals.records, sum_of(&study));
    fclose(file);
    return 0;
}
