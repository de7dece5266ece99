/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * pieces RUNS ADDRESS[,ADDRESS ...] COMMAND [ARGUMENT ...]
 *
 * How long a command takes where others use the processor, too. Whole runs all meet them, but short
 * pieces do not: breakpoints at these addresses (up to four, of which the processor tells) divide
 * each run at the same places, and the least time of each piece is added up. Prints nanoseconds:
 *
 *     pieces, runs that had as many, the least whole run, the sum, the longest piece of it, what a
 *     breakpoint takes; and the user's and the system's time of as many runs without breakpoints
 *
 * With 0 RUNS, it prints when one run came to each breakpoint, and the run's end. Addresses are
 * those of a process that the system gives no random ones, as it has here. Output goes nowhere.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <linux/hw_breakpoint.h>
#include <linux/perf_event.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { MOST_ADDRESSES = 4, PAGE = 4096, BYTES = 128 * PAGE, MOST_TIMES = BYTES / 16, TRIES = 200 };

static _Noreturn void fail(const char *what)
{
    fprintf(stderr, "pieces: %s: %s\n", what, strerror(errno));
    exit(1);
}

/* The breakpoints of one process, and the one buffer that they write to. */
struct watch {
    int event[MOST_ADDRESSES];
    unsigned used;
    char *buffer; /* a page that says how much, and BYTES */
};

static void watch(struct watch *watch, const uint64_t *address, unsigned used, pid_t pid)
{
    for (watch->used = 0; watch->used < used; watch->used++) {
        struct perf_event_attr attr = {.type = PERF_TYPE_BREAKPOINT,
                                       .size = sizeof attr,
                                       .bp_type = HW_BREAKPOINT_X,
                                       .bp_addr = address[watch->used],
                                       .bp_len = sizeof(long),
                                       .sample_period = 1,
                                       .sample_type = PERF_SAMPLE_TIME,
                                       .sample_id_all = 1,
                                       .disabled = pid != 0,
                                       .enable_on_exec = pid != 0,
                                       .exclude_kernel = 1,
                                       .exclude_hv = 1,
                                       .task = watch->used == 0,
                                       .comm = watch->used == 0,
                                       .comm_exec = watch->used == 0,
                                       .use_clockid = 1,
                                       .clockid = CLOCK_MONOTONIC,
                                       .watermark = 1,
                                       .wakeup_watermark = BYTES};
        int event = (int)syscall(SYS_perf_event_open, &attr, pid, -1, -1, 0);
        if (event < 0)
            fail("no breakpoint");
        watch->event[watch->used] = event;
        if (watch->used == 0) {
            watch->buffer = mmap(NULL, PAGE + BYTES, PROT_READ | PROT_WRITE, MAP_SHARED, event, 0);
            if (watch->buffer == MAP_FAILED)
                fail("no room for times");
        } else if (ioctl(event, PERF_EVENT_IOC_SET_OUTPUT, watch->event[0])) {
            fail("one buffer");
        }
    }
}

static void unwatch(struct watch *watch)
{
    for (unsigned i = watch->used; i-- > 0;)
        close(watch->event[i]);
    munmap(watch->buffer, PAGE + BYTES);
}

/* Takes the times out of the buffer, in order: the start of the program, each breakpoint, the end. */
static unsigned take_times(const struct watch *watch, uint64_t *time)
{
    const struct perf_event_mmap_page *page = (const void *)watch->buffer;
    uint64_t head = __atomic_load_n(&page->data_head, __ATOMIC_ACQUIRE);
    unsigned used = 0;
    for (uint64_t at = 0; at < head && used < MOST_TIMES;) {
        struct perf_event_header event;
        const char *record = watch->buffer + PAGE + at;
        memcpy(&event, record, sizeof event);
        bool begins = event.type == PERF_RECORD_COMM && event.misc & PERF_RECORD_MISC_COMM_EXEC;
        if (event.type == PERF_RECORD_SAMPLE)
            memcpy(&time[used++], record + sizeof event, sizeof *time);
        else if (begins || event.type == PERF_RECORD_EXIT)
            memcpy(&time[used++], record + event.size - sizeof *time, sizeof *time);
        at += event.size;
    }
    return used;
}

/* The command, when the byte comes. */
static _Noreturn void become(const int *gate, char **command)
{
    char byte;
    close(gate[1]); /* no byte comes if whoever has it ends */
    int nowhere = open("/dev/null", O_RDWR);
    for (int i = 0; i < 3; i++)
        dup2(nowhere, i);
    personality(ADDR_NO_RANDOMIZE);
    if (read(gate[0], &byte, 1) == 1)
        execvp(command[0], command);
    _exit(127);
}

/* Runs the command, with these breakpoints, or with none: returns how many times there are. */
static unsigned run(char **command, const uint64_t *address, unsigned addresses, uint64_t *time,
                    struct rusage *spent)
{
    int gate[2], status;
    struct watch its;
    unsigned used = 0;
    if (pipe(gate))
        fail("pipe");
    pid_t child = fork();
    if (child == 0)
        become(gate, command);
    if (child < 0)
        fail("fork");
    if (addresses)
        watch(&its, address, addresses, child);
    if (write(gate[1], "", 1) != 1 || wait4(child, &status, 0, spent) != child)
        fail(command[0]);
    close(gate[0]);
    close(gate[1]);
    if (!WIFEXITED(status) || WEXITSTATUS(status) == 127) {
        fprintf(stderr, "pieces: %s does not run\n", command[0]);
        exit(1);
    }
    if (addresses) {
        used = take_times(&its, time);
        unwatch(&its);
    }
    return used;
}

static uint64_t earlier(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

static __attribute__((noinline)) void meet(void)
{
    __asm__ volatile("");
}

/* What a breakpoint takes, in nanoseconds: the least time from one to the next. */
static uint64_t breakpoint_takes(uint64_t *time)
{
    struct watch own;
    const uint64_t address = (uint64_t)(uintptr_t)meet;
    uint64_t least = UINT64_MAX;
    watch(&own, &address, 1, 0);
    for (int i = 0; i < TRIES; i++)
        meet();
    unsigned used = take_times(&own, time);
    unwatch(&own);
    for (unsigned i = 1; i < used; i++)
        least = earlier(least, time[i] - time[i - 1]);
    return least;
}

static uint64_t nanoseconds(const struct timeval *spent)
{
    return (uint64_t)spent->tv_sec * 1000000000 + (uint64_t)spent->tv_usec * 1000;
}

/* The first run with breakpoints says how many pieces there are. */
static void measure(char **command, const uint64_t *address, unsigned addresses, unsigned runs)
{
    static uint64_t time[MOST_TIMES], least[MOST_TIMES];
    uint64_t whole = UINT64_MAX, takes = UINT64_MAX, sum = 0, longest = 0, user = 0, system = 0;
    unsigned pieces = 0, alike = 0;
    struct rusage spent;
    for (unsigned i = 0; i < runs; i++) {
        run(command, NULL, 0, NULL, &spent);
        user += nanoseconds(&spent.ru_utime);
        system += nanoseconds(&spent.ru_stime);
        whole = earlier(whole, nanoseconds(&spent.ru_utime) + nanoseconds(&spent.ru_stime));
        takes = earlier(takes, breakpoint_takes(time));
        unsigned used = run(command, address, addresses, time, &spent);
        if (!pieces)
            pieces = used - 1;
        if (used != pieces + 1)
            continue;
        for (unsigned j = 0; j < pieces; j++)
            least[j] = earlier(alike ? least[j] : UINT64_MAX, time[j + 1] - time[j]);
        alike++;
    }
    for (unsigned i = 0; i < pieces; i++) {
        sum += least[i];
        longest = least[i] > longest ? least[i] : longest;
    }
    printf("%u %u %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 " %" PRIu64 "\n",
           pieces, alike, whole, sum, longest, takes, user, system);
}

static void print_times(char **command, const uint64_t *address, unsigned addresses)
{
    static uint64_t time[MOST_TIMES];
    struct rusage spent;
    unsigned used = run(command, address, addresses, time, &spent);
    for (unsigned i = 1; i < used; i++)
        printf("%" PRIu64 "\n", time[i] - time[0]);
}

int main(int words, char **word)
{
    uint64_t address[MOST_ADDRESSES];
    unsigned addresses = 0;
    if (words < 4) {
        fputs("pieces: usage: pieces RUNS ADDRESS[,ADDRESS ...] COMMAND [ARGUMENT ...]\n", stderr);
        return 2;
    }
    for (char *at = strtok(word[2], ","); at && addresses < MOST_ADDRESSES; at = strtok(NULL, ","))
        address[addresses++] = strtoull(at, NULL, 0);
    if (!addresses) {
        fputs("pieces: no address to stop at\n", stderr);
        return 2;
    }
    unsigned runs = (unsigned)strtoul(word[1], NULL, 10);
    if (runs)
        measure(word + 3, address, addresses, runs);
    else
        print_times(word + 3, address, addresses);
    return 0;
}
