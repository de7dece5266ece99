/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * switches MODE
 *
 * Programs that change their stack or their return addresses themselves, and code that has no name; each ends in
 * spot(), N times.  The test knows which functions lead to it.
 *
 *     push      main -> pusher, which pushes the address of pushed and returns there; pushed -> spot
 *     corrupt   main -> lead -> victim, which overwrites its return address; so it returns to elsewhere -> spot
 *     wild      main -> lead -> wild -> spot, and then wild returns to address 16: a fatal signal
 *     returns   main -> swapper, switching to and from coroutine -> step -> spot by a function in assembly that returns
 *               on another stack
 *     jumps     the same, by a function that jumps there instead of returning, as in boost.context
 *     nested    main -> swapper, to coroutine -> step -> swapper2, to second -> spot
 *     moved     coroutine -> step -> spot; the coroutine begins in one thread, and goes on in another
 *     large     main -> large, which has 3 MB of locals, -> spot
 *     generated main -> caller -> code made at run time -> spot
 *     rewritten the same, whose code then is replaced: -> spot, -> inner -> spot, in turns
 *     depth     main -> down -> ... (20 deep) -> leaver, which exits; exit() -> spot
 *     hundred   100 threads: worker -> down -> ... (1 to 100 deep) -> spot
 */
#define _GNU_SOURCE
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#define APART __attribute__((noinline, used))

enum { TIMES = 50, DEPTH = 20, THREADS = 100, STACK = 64 * 1024 };

static volatile int count, depth = DEPTH; /* unknown to the compiler: it makes no copies */
static char other_stacks[2][STACK] __attribute__((aligned(16)));
static void *here[2], *there[2];

void spot(void);
void pusher(void);
void victim(void);
void wild(void);
void return_to(void **save, void *stack);
void jump_to(void **save, void *stack);

APART void spot(void)
{
    count++;
}

APART void inner(void);
APART void inner(void)
{
    spot();
    count++;
}

APART void pushed(void);
APART void pushed(void)
{
    spot();
    count++;
}

APART void elsewhere(void);
APART __attribute__((noreturn, force_align_arg_pointer)) void elsewhere(void)
{
    for (int i = 0; i < TIMES; i++)
        spot();
    exit(0);
}

/* A stack that is not running has, from its pointer up, rbp and rbx, and where it goes on. */
__asm__(".text\n"
        ".macro function name\n"
        ".globl \\name\n.type \\name, @function\n"
        "\\name:\n"
        ".endm\n"
        ".macro ends name\n"
        ".size \\name, . - \\name\n"
        ".endm\n"
        "function pusher\n"
        "    lea pushed(%rip), %rax\n"
        "    push %rax\n"
        "    ret\n"
        "ends pusher\n"
        "function victim\n"
        "    lea elsewhere(%rip), %rax\n"
        "    mov %rax, (%rsp)\n"
        "    ret\n"
        "ends victim\n"
        "function wild\n"
        "    sub $8, %rsp\n"
        "    call spot\n"
        "    add $8, %rsp\n"
        "    movq $16, (%rsp)\n"
        "    ret\n"
        "ends wild\n"
        "function return_to\n"
        "    push %rbx\n"
        "    push %rbp\n"
        "    mov %rsp, (%rdi)\n"
        "    mov %rsi, %rsp\n"
        "    pop %rbp\n"
        "    pop %rbx\n"
        "    ret\n"
        "ends return_to\n"
        "function jump_to\n"
        "    push %rbx\n"
        "    push %rbp\n"
        "    mov %rsp, (%rdi)\n"
        "    mov %rsi, %rsp\n"
        "    pop %rbp\n"
        "    pop %rbx\n"
        "    pop %r8\n"
        "    jmp *%r8\n"
        "ends jump_to\n");

static void (*switch_to)(void **save, void *stack) = return_to;

/* A new stack, on which this function comes first.  The word above stands for its return address. */
static void *new_stack(char *stack, void (*first)(void))
{
    uint64_t *top = (uint64_t *)(void *)(stack + STACK) - 2;
    *top-- = 0;
    *top-- = (uint64_t)(uintptr_t)first;
    return top - 1;
}

APART static void lead(void (*last)(void))
{
    last();
    count++;
}

APART static void second(void)
{
    for (;;) {
        spot();
        switch_to(&there[1], here[1]);
        count++;
    }
}

APART static void swapper2(void)
{
    switch_to(&here[1], there[1]);
    count++;
}

APART static void step(void)
{
    if (there[1])
        swapper2();
    else
        spot();
    count++;
}

APART static void coroutine(void)
{
    for (;;) {
        step();
        switch_to(&there[0], here[0]);
        count++;
    }
}

APART static void swapper(void)
{
    for (int i = 0; i < TIMES; i++) {
        switch_to(&here[0], there[0]);
        count++;
    }
}

APART static void *mover(void *unused)
{
    swapper();
    return unused;
}

static void moved(void)
{
    pthread_t thread;
    for (int i = 0; i < 2; i++) {
        pthread_create(&thread, NULL, mover, NULL);
        pthread_join(thread, NULL);
    }
}

APART static void large(void)
{
    char locals[3 << 20];
    locals[0] = 1;
    __asm__ volatile("" ::"r"(locals) : "memory");
    for (int i = 0; i < TIMES; i++)
        spot();
    __asm__ volatile("" ::"r"(locals) : "memory");
}

/* sub $8, %rsp; call *%rdi; add $8, %rsp; ret */
static const unsigned char code[] = {0x48, 0x83, 0xec, 0x08, 0xff, 0xd7,
                                     0x48, 0x83, 0xc4, 0x08, 0xc3};

typedef void code_function(void (*called)(void));

static code_function *generate(void)
{
    union {
        void *memory;
        code_function *call;
    } made = {
        mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)};
    memcpy(made.memory, code, sizeof code);
    return made.call;
}

/* The same code begins some bytes later, after nop. */
static void rewrite(code_function *made, int round)
{
    union {
        code_function *call;
        unsigned char *bytes;
    } at = {made};
    memset(at.bytes, 0x90, 8);
    memcpy(at.bytes + round % 8, code, sizeof code);
}

APART static void caller(code_function *made, void (*last)(void))
{
    made(last);
    count++;
}

static void rewritten(code_function *made)
{
    for (int i = 0; i < TIMES; i++) {
        rewrite(made, i);
        caller(made, i % 2 ? inner : spot);
    }
}

APART static void leaver(void)
{
    atexit(spot);
    exit(0);
}

APART static void down(int levels, void (*last)(void))
{
    if (levels == 1)
        last();
    else
        down(levels - 1, last);
    count++;
}

APART static void *worker(void *number)
{
    down((int)(intptr_t)number, spot);
    return NULL;
}

static void hundred(void)
{
    pthread_t thread[THREADS];
    for (int i = 0; i < THREADS; i++)
        pthread_create(&thread[i], NULL, worker, (void *)(intptr_t)(i + 1));
    for (int i = 0; i < THREADS; i++)
        pthread_join(thread[i], NULL);
}

int main(int argc, char **argv)
{
    const char *mode = argc > 1 ? argv[1] : "push";
    there[0] = new_stack(other_stacks[0], coroutine);
    if (!strcmp(mode, "jumps"))
        switch_to = jump_to;
    if (!strcmp(mode, "nested"))
        there[1] = new_stack(other_stacks[1], second);
    if (!strcmp(mode, "push"))
        pusher();
    else if (!strcmp(mode, "corrupt"))
        lead(victim);
    else if (!strcmp(mode, "wild"))
        lead(wild);
    else if (!strcmp(mode, "moved"))
        moved();
    else if (!strcmp(mode, "large"))
        large();
    else if (!strcmp(mode, "generated"))
        caller(generate(), spot);
    else if (!strcmp(mode, "rewritten"))
        rewritten(generate());
    else if (!strcmp(mode, "depth"))
        down(depth, leaver);
    else if (!strcmp(mode, "hundred"))
        hundred();
    else
        swapper();
    printf("%d\n", count);
    return 0;
}
