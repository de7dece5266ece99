/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Loads a plug-in, calls its plug_work(), unloads it, many times: code whose
 * translations are thrown away and made anew, often at the same addresses.
 * Flags: -O1 -g, with -ldl. Usage: dlopener PLUGIN [TIMES] */
#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned (*work_function)(unsigned);

static int one_round(const char *name, unsigned round, unsigned *sum)
{
    void *plugin = dlopen(name, RTLD_NOW);
    union {
        void *address;
        work_function call;
    } work;

    if (plugin == NULL) {
        fprintf(stderr, "%s\n", dlerror());
        return 1;
    }
    work.address = dlsym(plugin, "plug_work");
    if (work.address == NULL)
        return 1;
    *sum += work.call(round);
    return dlclose(plugin);
}

int main(int argc, char **argv)
{
    unsigned times = argc > 2 ? (unsigned)strtoul(argv[2], NULL, 0) : 20;
    unsigned sum = 0;

    if (argc < 2) {
        fprintf(stderr, "usage: %s PLUGIN [TIMES]\n", argv[0]);
        return 2;
    }
    for (unsigned round = 0; round < times; round++)
        if (one_round(argv[1], round, &sum) != 0)
            return 1;
    printf("%u\n", sum);
    return 0;
}
