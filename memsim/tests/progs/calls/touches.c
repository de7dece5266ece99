/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * touches
 *
 * Touches fresh pages in known numbers from known places.  The test knows how many first touches and
 * faults each of these has:
 *
 *     ten -> touch               10 pages written
 *     twenty -> touch            20 pages written
 *     again -> touch             none: those of ten again
 *     looks -> look               6 pages read (of the page of zeros)
 *     copies -> touch             the same 6 written: copied
 *     down -> down -> ... -> touch    3 pages from each of 5 levels
 *     handler -> touch            7 pages, in a signal handler
 *     worker -> touch             4 pages in each of 3 threads
 *     kernel -> read              8 pages that the kernel writes
 *     across                      one write that lies in two pages
 *     filled -> mmap              9 pages that MAP_POPULATE brings, and none is touched
 *     unmapped -> touch           5 pages, three times, as they are unmapped in between
 *     child -> touch              10 pages, copied in the child of a fork; its only list
 */
#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdint.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#define APART __attribute__((noinline, used))

enum { PAGE = 4096, THREADS = 3 };

static volatile int sum;
static char *for_handler;

static char *fresh(size_t pages)
{
    return mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

APART static void touch(volatile char *memory, int pages)
{
    for (int i = 0; i < pages; i++)
        memory[i * PAGE] = 1;
    sum++; /* no tail call */
}

APART static void look(const volatile char *memory, int pages)
{
    for (int i = 0; i < pages; i++)
        sum += memory[i * PAGE];
}

APART static void ten(char *memory)
{
    touch(memory, 10);
    sum++;
}

APART static void twenty(char *memory)
{
    touch(memory, 20);
    sum++;
}

APART static void again(char *memory)
{
    touch(memory, 10);
    sum++;
}

APART static void looks(const char *memory)
{
    look(memory, 6);
    sum++;
}

APART static void copies(char *memory)
{
    touch(memory, 6);
    sum++;
}

APART static void down(char *memory, int level)
{
    touch(memory, 3);
    if (level > 1)
        down(memory + 3 * PAGE, level - 1);
    sum++;
}

APART static void handler(int signal)
{
    touch(for_handler, 7);
    sum += signal;
}

APART static void *worker(void *memory)
{
    touch(memory, 4);
    sum++;
    return NULL;
}

APART static void kernel(char *memory)
{
    int zero = open("/dev/zero", O_RDONLY);
    if (read(zero, memory, (size_t)8 * PAGE) != 8 * PAGE)
        _exit(1);
    close(zero);
}

APART static void across(char *memory)
{
    *(volatile uint64_t *)(void *)(memory + PAGE - 4) = 1;
    sum++;
}

APART static void filled(void)
{
    mmap(NULL, (size_t)9 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_POPULATE,
         -1, 0);
    sum++;
}

APART static void unmapped(void)
{
    for (int i = 0; i < 3; i++) {
        char *memory = fresh(5);
        touch(memory, 5);
        munmap(memory, (size_t)5 * PAGE);
    }
}

APART static void child(char *memory)
{
    sum++; /* its page is copied here */
    touch(memory, 10);
    sum++;
}

int main(void)
{
    static const size_t sizes[] = {10, 20, 6, 15, 8, 2};
    char *memory[sizeof sizes / sizeof *sizes];
    pthread_t thread[THREADS];
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        memory[i] = fresh(sizes[i]);
    ten(memory[0]);
    twenty(memory[1]);
    again(memory[0]);
    looks(memory[2]);
    copies(memory[2]);
    down(memory[3], 5);
    kernel(memory[4]);
    across(memory[5]);
    filled();
    unmapped();
    for_handler = fresh(7);
    signal(SIGUSR1, handler);
    raise(SIGUSR1);
    for (int i = 0; i < THREADS; i++) {
        pthread_create(&thread[i], NULL, worker, fresh(4));
        pthread_join(thread[i], NULL);
    }
    int process = fork();
    if (!process) {
        child(memory[0]);
        _exit(0);
    }
    waitpid(process, NULL, 0);
    return 0;
}
