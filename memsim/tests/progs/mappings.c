/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Mappings of all kinds: mappings COUNT.  Prints nothing; ends with 0.
 *
 *   - COUNT times: maps 1 to 3 pages, touches the first, unmaps
 *   - reserves 1 TB, or as much as there is, and writes two pages far apart
 *   - PROT_NONE, then writable: the page is touched once, after it became writable
 *   - a page discarded with MADV_DONTNEED and touched again: listed twice
 *   - 16 pages moved by mremap and touched there again: listed again
 *   - a page read first and written later: one line, two faults
 *   - a stack that grows by 1 MB
 *   - signals on an alternate stack, then a fault on another one, in the middle of straight code: the
 *     kernel touches the last page of each
 */
#define _GNU_SOURCE
#include <signal.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

enum { PAGE = 4096 };

static char *map(size_t bytes, int rights)
{
    char *got = mmap(NULL, bytes, rights, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (got == MAP_FAILED)
        _exit(1);
    return got;
}

static void come_and_go(unsigned count)
{
    for (unsigned i = 0; i < count; i++) {
        size_t bytes = (1 + i % 3) * PAGE;
        char *volatile page = map(bytes, PROT_READ | PROT_WRITE);
        page[0] = 1;
        munmap(page, bytes);
    }
}

static void sparse(void)
{
    size_t half = (size_t)1 << 39;
    volatile char *region = MAP_FAILED;
    for (; region == MAP_FAILED; half /= 2)
        region = mmap(NULL, 2 * half, PROT_READ | PROT_WRITE,
                      MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    region[0] = region[half] = 1;
    munmap((void *)region, 4 * half);
}

static void change(void)
{
    volatile char *page = map(16 * PAGE, PROT_NONE);
    mprotect((void *)page, 16 * PAGE, PROT_READ | PROT_WRITE);
    for (unsigned i = 0; i < 16; i++)
        page[i * PAGE] = 1;
    madvise((void *)page, PAGE, MADV_DONTNEED);
    page[0] = 1;
    page = mremap((void *)page, 16 * PAGE, 64 * PAGE, MREMAP_MAYMOVE);
    for (unsigned i = 0; i < 16; i++)
        page[i * PAGE] = 1;
    page = map(PAGE, PROT_READ | PROT_WRITE);
    if (!page[0])
        page[0] = 1;
}

static __attribute__((noinline)) int deep(int levels)
{
    volatile char here[PAGE];
    here[0] = (char)levels;
    return levels ? deep(levels - 1) + here[0] : here[0];
}

static void handle(int number)
{
    (void)number;
}

static void permit(int number, siginfo_t *info, void *context)
{
    (void)number, (void)context;
    if (mprotect(info->si_addr, PAGE, PROT_READ | PROT_WRITE) != 0)
        _exit(2);
}

static void on_new_stack(int number, struct sigaction action)
{
    stack_t stack = {.ss_sp = map(16 * PAGE, PROT_READ | PROT_WRITE), .ss_size = 16 * PAGE};
    action.sa_flags |= SA_ONSTACK;
    if (sigaltstack(&stack, NULL) != 0 || sigaction(number, &action, NULL) != 0)
        _exit(3);
}

static void signals(void)
{
    on_new_stack(SIGUSR1, (struct sigaction){.sa_handler = handle});
    for (int i = 0; i < 10; i++)
        raise(SIGUSR1);
    on_new_stack(SIGSEGV, (struct sigaction){.sa_sigaction = permit, .sa_flags = SA_SIGINFO});
    volatile char *page = map(PAGE, PROT_NONE);
    page[0] = 1;
}

int main(int argc, char **argv)
{
    come_and_go(argc > 1 ? (unsigned)atoi(argv[1]) : 1000);
    sparse();
    change();
    deep(256);
    signals();
    return 0;
}
