/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Regions whose counts can be computed by hand.  steps MODE runs the function of that name; each consists of
 * steps in assembly, with nothing between them:
 *
 *     BEGIN(a)  END(a)  MARK(a)    3 instructions; the region begins or ends after them
 *     LOOP(n)                      4n + 1 instructions, n reads, n writes
 *     CALLGRIND(request)           Callgrind's: dump, zero, toggle
 *     NOTHING(request)             a request with no name (0, or where nothing can be read), or an empty one
 *
 * check/regions reads the steps below and computes what each region has.  Flags: -O1 -g -pthread
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include <valgrind/memsim.h>

/* What a client request is on amd64; %rax points to its number and arguments. */
#define MAGIC                                                                                      \
    "rolq $3, %%rdi\n\trolq $13, %%rdi\n\trolq $61, %%rdi\n\trolq $51, %%rdi\n\txchgq %%rbx, "     \
    "%%rbx\n\t"
#define REQUEST(of)     "leaq " of "(%%rip), %%rax\n\txorl %%edx, %%edx\n\t" MAGIC
#define BEGIN(name)     REQUEST("begin_" #name)
#define END(name)       REQUEST("end_" #name)
#define MARK(name)      REQUEST("mark_" #name)
#define CALLGRIND(name) REQUEST("callgrind_" #name)
#define NOTHING(name)   REQUEST(#name)
#define LOOP(times)                                                                                \
    "movl $" #times ", %%ecx\n7:\tmovl word(%%rip), %%eax\n\tmovl %%eax, word(%%rip)\n\t"          \
    "decl %%ecx\n\tjnz 7b\n\t"
#define STEPS(...) __asm__ volatile(__VA_ARGS__ : : : "rax", "rcx", "rdx", "rdi", "cc", "memory")

#define ARGUMENTS(label, request, name)                                                            \
    ".globl " label "\n" label ": .quad " request ", " name ", 0, 0, 0, 0\n"
#define NAMED(name)                                                                                \
    "name_" #name ": .asciz \"" #name                                                              \
    "\"\n.balign 8\n" ARGUMENTS("begin_" #name, "0x4d530000", "name_" #name)                       \
        ARGUMENTS("end_" #name, "0x4d530001", "name_" #name)                                       \
            ARGUMENTS("mark_" #name, "0x4d530002", "name_" #name)
__asm__(".data\n.balign 8\nword: .long 0\n" NAMED(a) NAMED(b) NAMED(c)  /* */
        "empty: .asciz \"\"\n.balign 8\n"                               /* */
        ARGUMENTS("callgrind_dump", "0x43540000", "0")                  /* */
        ARGUMENTS("callgrind_zero", "0x43540001", "0")                  /* */
        ARGUMENTS("callgrind_toggle", "0x43540002", "0")                /* */
        ARGUMENTS("begin_null", "0x4d530000", "0")                      /* */
        ARGUMENTS("begin_unreadable", "0x4d530000", "0x10")             /* */
        ARGUMENTS("end_unreadable", "0x4d530001", "0xffffffffff600000") /* */
        ARGUMENTS("begin_empty", "0x4d530000", "empty") ".text\n");

#define STEP static __attribute__((noinline)) void

STEP simple(void)
{
    STEPS(BEGIN(a) LOOP(1000) END(a));
}

STEP twice(void)
{
    STEPS(LOOP(2) BEGIN(a) LOOP(3) END(a) LOOP(4) BEGIN(a) LOOP(5) END(a));
}

STEP nested(void)
{
    STEPS(BEGIN(a) LOOP(10) BEGIN(b) LOOP(20) END(b) LOOP(5) BEGIN(b) BEGIN(c) LOOP(7) END(c) END(b)
              END(a) BEGIN(b) LOOP(9) END(b));
}

STEP recursive(void)
{
    STEPS(BEGIN(a) LOOP(10) BEGIN(a) LOOP(20) BEGIN(b) LOOP(1) BEGIN(a) LOOP(2) END(a) LOOP(3)
              END(a) LOOP(4) END(b) LOOP(5) END(a) LOOP(6));
}

STEP crossed(void)
{
    STEPS(BEGIN(a) LOOP(10) BEGIN(b) LOOP(20) BEGIN(c) LOOP(1) END(a) LOOP(30) END(b) LOOP(2)
              END(c));
}

STEP ended_twice(void)
{
    STEPS(BEGIN(a) LOOP(10) END(a) END(a) LOOP(7) END(b) LOOP(8) BEGIN(b) END(a) LOOP(1) END(b));
}

STEP marked(void)
{
    STEPS(LOOP(3) MARK(a) LOOP(4) BEGIN(b) MARK(a) LOOP(5) END(b) MARK(b));
}

STEP nameless(void)
{
    STEPS(NOTHING(begin_null) LOOP(1) NOTHING(begin_unreadable) LOOP(2) NOTHING(begin_empty) LOOP(3)
              NOTHING(end_unreadable) BEGIN(a) NOTHING(begin_null) LOOP(4) END(a));
}

STEP dumped(void)
{
    STEPS(LOOP(1) BEGIN(a) LOOP(10) BEGIN(b) LOOP(2) CALLGRIND(dump) LOOP(20) END(b) LOOP(3) END(a)
              LOOP(4) BEGIN(b) LOOP(5) END(b) CALLGRIND(dump) LOOP(6) BEGIN(a) LOOP(7) END(a));
}

STEP zeroed(void)
{
    STEPS(LOOP(1) BEGIN(a) LOOP(10) END(a) BEGIN(b) LOOP(2) CALLGRIND(zero) LOOP(20) BEGIN(a)
              LOOP(3) END(b) LOOP(4) END(a) LOOP(5));
}

STEP zeroed_later(void)
{
    STEPS(BEGIN(a) LOOP(10) CALLGRIND(dump) LOOP(20) END(a) LOOP(4) CALLGRIND(zero) LOOP(5) BEGIN(a)
              LOOP(6) END(a));
}

STEP toggled(void)
{
    STEPS(BEGIN(a) LOOP(10) CALLGRIND(toggle) LOOP(20) BEGIN(b) LOOP(30) CALLGRIND(toggle) LOOP(2)
              END(b) LOOP(3) END(a) CALLGRIND(toggle) LOOP(4) CALLGRIND(toggle) LOOP(5));
}

/* Of another thread: regions are per thread. */
STEP other_first(void)
{
    STEPS(LOOP(1) BEGIN(b) LOOP(2) END(a));
}

STEP other_second(void)
{
    STEPS(LOOP(3) BEGIN(c) LOOP(4) END(b) END(c) LOOP(5));
}

STEP this_first(void)
{
    STEPS(BEGIN(a) LOOP(6));
}

STEP this_second(void)
{
    STEPS(LOOP(7) END(b) LOOP(8) END(a) LOOP(9));
}

static pthread_barrier_t barrier;

static void *other(void *unused)
{
    other_first();
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    other_second();
    return unused;
}

/* Both are in a region between the two barriers. */
static void threads(void)
{
    pthread_t thread;
    if (pthread_barrier_init(&barrier, NULL, 2) || pthread_create(&thread, NULL, other, NULL))
        exit(99);
    this_first();
    pthread_barrier_wait(&barrier);
    pthread_barrier_wait(&barrier);
    this_second();
    pthread_join(thread, NULL);
}

STEP before_fork(void)
{
    STEPS(BEGIN(a) LOOP(1) END(a) BEGIN(a) LOOP(10) BEGIN(b) LOOP(20) END(b) LOOP(2));
}

STEP in_child(void)
{
    STEPS(LOOP(3) BEGIN(b) LOOP(4) END(b) END(a) LOOP(5));
}

STEP in_parent(void)
{
    STEPS(LOOP(6) END(a) LOOP(7));
}

static void forked(void)
{
    int status = 0;
    before_fork();
    pid_t child = fork();
    if (child == 0) {
        in_child();
        _exit(0);
    }
    in_parent();
    if (child < 0 || waitpid(child, &status, 0) != child || status)
        exit(99);
}

STEP left_open(void)
{
    STEPS(LOOP(1) BEGIN(a) LOOP(2) BEGIN(b) LOOP(3));
}

/* --- names that are made while it runs ---------------------------------------------------------- */

/* A region with 50 instructions: 45 in the loop, two, 3 for the end; 11 reads, 11 writes. */
static __attribute__((noinline)) void one(const size_t *begin, const size_t *end)
{
    __asm__ volatile("movq %0, %%rax\n\txorl %%edx, %%edx\n\t" MAGIC LOOP(
                         11) "nop\n\tnop\n\tmovq %1, %%rax\n\txorl %%edx, %%edx\n\t" MAGIC
                     :
                     : "r"(begin), "r"(end)
                     : "rax", "rcx", "rdx", "rdi", "cc", "memory");
}

static void region(const char *name)
{
    const size_t begin[6] = {VG_USERREQ__MEMSIM_BEGIN, (size_t)name};
    const size_t end[6] = {VG_USERREQ__MEMSIM_END, (size_t)name};
    one(begin, end);
}

static void many(void)
{
    char name[32];
    for (int i = 0; i < 10000; i++) {
        snprintf(name, sizeof name, "region %d", i % 10000);
        region(name);
    }
    region("region 4711");
}

/* A million bytes are cut to 255; control characters become blanks. */
static void names(void)
{
    char *name = malloc(1000001);
    memset(name, 'x', 1000000);
    name[1000000] = 0;
    region(name);
    region("tab\there\nand \001");
    region("a;b");
    region("fl=x");
    free(name);
}

/* One region in each other; `deepest` runs in the last. */
static __attribute__((noinline)) void deepest(void)
{
    STEPS(LOOP(5));
}

static void dive(int depth, int most)
{
    char name[32];
    if (depth == most) {
        deepest();
        return;
    }
    snprintf(name, sizeof name, "d%d", depth);
    MEMSIM_BEGIN(name);
    dive(depth + 1, most);
    MEMSIM_END(name);
}

static void deep(void)
{
    dive(0, 64);
}

static void too_deep(void)
{
    dive(0, 66);
}

int main(int argc, char **argv)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } modes[] = {{"simple", simple},
                 {"twice", twice},
                 {"nested", nested},
                 {"recursive", recursive},
                 {"crossed", crossed},
                 {"ended_twice", ended_twice},
                 {"marked", marked},
                 {"nameless", nameless},
                 {"dumped", dumped},
                 {"zeroed", zeroed},
                 {"zeroed_later", zeroed_later},
                 {"toggled", toggled},
                 {"threads", threads},
                 {"forked", forked},
                 {"left_open", left_open},
                 {"many", many},
                 {"names", names},
                 {"deep", deep},
                 {"too_deep", too_deep}};
    for (size_t i = 0; argc > 1 && i < sizeof modes / sizeof *modes; i++)
        if (!strcmp(argv[1], modes[i].name)) {
            modes[i].run();
            return 0;
        }
    return 98;
}
