/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks and pages in regions.  Each argument is a step:
 *
 *     +NAME  -NAME      the region begins, ends
 *     gN=SIZE  lN=SIZE  block N is allocated, by give() or lend()
 *     rN=SIZE           and resized, by grow()
 *     fN                and freed
 *     nSIZE             an allocation that fails, in give()
 *     w=N  x=N  k=N     N pages of memory are written for the first time; N pages of code run; the kernel
 *                       writes N pages
 *     c                 calls tail(), which ends in a jump to malloc; the block is freed by drop()
 *     >                 the other thread takes the next steps
 *     b  u              the other thread takes the next steps while this one waits for the kernel to
 *                       write a page; it does, and this one takes the next steps
 *     F                 fork: the child takes all further steps first, then the parent does
 *
 * All blocks, and all that is touched for the first time, are what the steps say, but for what runs in
 * no region before the first step.  check/regions-heap and check/regions-pages compute what each region
 * has.  Flags: -O1 -g -pthread
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <semaphore.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <valgrind/memsim.h>

enum { PAGE = 4096, PAGES = 4096, BLOCKS = 64, RETURN = 0xc3 };

#define APART __attribute__((noinline))

static char **step;
static void *block[BLOCKS];
static unsigned char *data, *code;
static int zeros, ends[2];
static sem_t turn[2];

APART void *give(size_t bytes)
{
    void *made = malloc(bytes);
    __asm__ volatile("" : : "r"(made) : "memory");
    return made;
}

APART void *lend(size_t bytes)
{
    void *made = malloc(bytes);
    __asm__ volatile("" : : "r"(made) : "memory");
    return made;
}

APART void *grow(void *old, size_t bytes)
{
    void *made = realloc(old, bytes);
    __asm__ volatile("" : : "r"(made) : "memory");
    return made;
}

APART void drop(void *old)
{
    free(old);
    __asm__ volatile("" : : : "memory");
}

APART void *tail(size_t bytes);
__asm__(
    ".text\n.globl tail\n.type tail, @function\ntail:\n\tjmp malloc@PLT\n.size tail, . - tail\n");

static size_t number(const char **at)
{
    size_t number = 0;
    for (; **at >= '0' && **at <= '9'; (*at)++)
        number = 10 * number + (size_t)(**at - '0');
    *at += **at == '=';
    return number;
}

/* A read by the kernel.  No function of libc is called: what it runs besides is not the same everywhere. */
APART void ask_kernel(int from, unsigned char *page)
{
    long result = SYS_read;
    __asm__ volatile("syscall"
                     : "+a"(result)
                     : "D"((long)from), "S"(page), "d"(1L)
                     : "rcx", "r11", "memory");
}

APART void touch(char how, size_t pages)
{
    for (; pages; pages--) {
        if (how == 'w')
            *data = 1;
        else if (how == 'k')
            ask_kernel(zeros, data);
        else
            ((void (*)(void))(uintptr_t)code)();
        if (how == 'x')
            code += PAGE;
        else
            data += PAGE;
    }
}

static void blocks(char what, const char *at)
{
    size_t which = number(&at), bytes = number(&at);
    if (what == 'g')
        block[which] = give(bytes);
    else if (what == 'l')
        block[which] = lend(bytes);
    else if (what == 'r')
        block[which] = grow(block[which], bytes);
    else if (what == 'n')
        give(which);
    else
        drop(block[which]);
}

/* The page is touched when the call returns, by this thread. */
static void block_until(int self)
{
    unsigned char *page = data;
    data += PAGE;
    sem_post(&turn[!self]);
    ask_kernel(ends[0], page);
}

static void run(int self)
{
    while (*step) {
        const char *at = *step++;
        switch (*at) {
        case '+':
            MEMSIM_BEGIN(at + 1);
            break;
        case '-':
            MEMSIM_END(at + 1);
            break;
        case 'w':
        case 'x':
        case 'k':
            at += 2;
            touch(**(step - 1), number(&at));
            break;
        case 'c':
            drop(tail(100));
            break;
        case '>':
            sem_post(&turn[!self]);
            sem_wait(&turn[self]);
            break;
        case 'b':
            block_until(self);
            break;
        case 'u':
            (void)!write(ends[1], "", 1);
            sem_wait(&turn[self]);
            break;
        case 'F':
            if (fork())
                wait(NULL);
            break;
        default:
            blocks(*at, at + 1);
        }
    }
    sem_post(&turn[!self]);
}

static void *other(void *unused)
{
    sem_wait(&turn[1]);
    run(1);
    return unused;
}

int main(int argc, char **argv)
{
    pthread_t thread;
    (void)argc;
    step = argv + 1;
    data = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    zeros = open("/dev/zero", O_RDONLY);
    int file = memfd_create("code", 0);
    code = mmap(NULL, PAGES * PAGE, PROT_READ | PROT_EXEC, MAP_PRIVATE, file, 0);
    if (data == MAP_FAILED || code == MAP_FAILED || zeros < 0 || pipe(ends) ||
        ftruncate(file, PAGES * PAGE))
        return 1;
    for (long i = 0; i < PAGES; i++)
        if (pwrite(file, &(unsigned char){RETURN}, 1, i * PAGE) != 1)
            return 1;
    for (char **at = step; *at; at++)
        if (**at == '>' || **at == 'b') { /* only then is there a second thread */
            sem_init(&turn[0], 0, 0);
            sem_init(&turn[1], 0, 0);
            if (pthread_create(&thread, NULL, other, NULL))
                return 1;
            break;
        }
    run(0);
    _exit(0);
}
