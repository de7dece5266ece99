/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Code that is gone at the end of the run: a plug-in that is closed, with static data and blocks of its
 * own, and copied code whose mapping is removed. Flags: -O1 -g, -ldl. Usage: vanish PLUGIN [kill] */
#include "places.h"
#include <dlfcn.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef unsigned (*work_function)(unsigned);

/* mov %edi, (%rsi); lea 1(%rdi), %eax; ret */
static const unsigned char copied[] = {0x89, 0x3e, 0x8d, 0x47, 0x01, 0xc3};
static int target[512];

static NOINLINE unsigned plug(const char *name)
{
    void *plugin = dlopen(name, RTLD_NOW);
    work_function work;
    if (!plugin) {
        fprintf(stderr, "%s\n", dlerror());
        exit(2);
    }
    void *symbol = dlsym(plugin, "plug_work");
    memcpy(&work, &symbol, sizeof work);
    unsigned sum = work(1);
    dlclose(plugin);
    return sum;
}

static NOINLINE void run_copy(void)
{
    void *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    int (*call)(int, int *);
    if (code == MAP_FAILED)
        exit(2);
    memcpy(code, copied, sizeof copied);
    if (mprotect(code, 4096, PROT_READ | PROT_EXEC))
        exit(2);
    memcpy(&call, &code, sizeof call);
    for (int i = 0; i < 512; i++)
        call(i, &target[i]);
    munmap(code, 4096);
}

int main(int argc, char **argv)
{
    unsigned sum = 0;
    if (argc < 2)
        return 2;
    for (int i = 0; i < 5; i++)
        sum += plug(argv[1]);
    run_copy();
    if (argc > 2 && strcmp(argv[2], "kill") == 0)
        kill(getpid(), SIGTERM);
    if (argc > 2 && strcmp(argv[2], "crash") == 0)
        *(volatile int *)NULL = (int)sum;
    places_begin();
    layout("int", sizeof target[0]);
    field("[]", 0, sizeof target[0]);
    static_place("target", target, sizeof target, "int");
    places_end();
    return 0;
}
