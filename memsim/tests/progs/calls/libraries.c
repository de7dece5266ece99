/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * libraries FIRST SECOND
 *
 * Loads a library, calls its visit(), which calls spot() through functions of its own, and closes it; then the
 * same with the other one, ten times each.  Prints 1 if all were at one address, else 0.
 *
 *     main -> round_of -> visit -> first_inner -> spot     in FIRST (progs/calls/firstlib.c)
 *     main -> round_of -> visit -> second_outer -> second_inner -> spot     in SECOND (progs/calls/secondlib.c)
 */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

#define APART __attribute__((noinline, used))

enum { TIMES = 10 };

typedef void visitor(void (*called)(void));

static volatile int count;

APART static void spot(void)
{
    count++;
}

APART static void *round_of(const char *name)
{
    void *library = dlopen(name, RTLD_NOW);
    union {
        void *address;
        visitor *call;
    } visit = {library ? dlsym(library, "visit") : NULL};
    if (!visit.address) {
        fprintf(stderr, "%s\n", dlerror());
        exit(1);
    }
    visit.call(spot);
    dlclose(library);
    return visit.address;
}

int main(int argc, char **argv)
{
    void *at = NULL;
    int same = 1;
    for (int i = 0; argc > 2 && i < 2 * TIMES; i++) {
        void *address = round_of(argv[1 + i % 2]);
        same &= !at || at == address;
        at = address;
    }
    printf("%d\n", same);
    return 0;
}
