/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim-kernels: runs one of the kernels (kernels.h).
 *
 *     memsim-kernels --list                                lists them
 *     memsim-kernels NAME ROUNDS [PARAMETER...]            runs one, and prints nothing
 *     memsim-kernels --time=MS,SAMPLES NAME [PARAMETER...] times one
 *
 * The last prints a line "ROUNDS IN-ROUND NANOSECONDS SLOWEST FASTEST EACH": N, how many loads,
 * branches, ... a round has, what it takes, the rates of the clock in GHz, and of what it has so
 * many.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kernels.h"

static const char usage[] = "memsim-kernels --list | NAME ROUNDS [PARAMETER...] | "
                            "--time=MS,SAMPLES NAME [PARAMETER...]";

static uint64_t number(const char *what, const char *text, uint64_t least, uint64_t most)
{
    char *end;
    unsigned long long value = strtoull(text, &end, 10);
    if (*text < '0' || *text > '9' || *end || value < least || value > most)
        msim_kernel_fail("%s %s: expected a number from %llu to %llu", what, text,
                         (unsigned long long)least, (unsigned long long)most);
    return value;
}

static void list(void)
{
    for (const struct msim_kernel *const *theme = msim_kernel_themes; *theme; theme++)
        for (const struct msim_kernel *at = *theme; at->name; at++) {
            printf("%s", at->name);
            for (int i = 0; i < MSIM_KERNEL_PARAMETERS && at->parameter[i].name; i++)
                printf(" %s=%llu", at->parameter[i].name,
                       (unsigned long long)at->parameter[i].usual);
            printf("\t%s; a round has %u of 1 %s\n", at->what, at->in_round, at->each);
        }
}

static const struct msim_kernel *named(const char *name)
{
    const struct msim_kernel *kernel = msim_kernel_named(name);
    if (!kernel)
        msim_kernel_fail("there is no kernel %s; to see them: memsim-kernels --list", name);
    return kernel;
}

static void *prepare(const struct msim_kernel *kernel, int count, char **text)
{
    uint64_t parameter[MSIM_KERNEL_PARAMETERS];
    int known = 0;
    for (; known < MSIM_KERNEL_PARAMETERS && kernel->parameter[known].name; known++) {
        const struct msim_kernel_parameter *is = &kernel->parameter[known];
        parameter[known] =
            known < count ? number(is->name, text[known], is->least, is->most) : is->usual;
    }
    if (count > known)
        msim_kernel_fail("%s takes %d parameters, not %d", kernel->name, known, count);
    return kernel->prepare ? kernel->prepare(parameter) : NULL;
}

static void time_it(const char *how, int count, char **text)
{
    char milliseconds[32];
    const char *samples = strchr(how, ',');
    struct msim_kernel_timed timed;
    const struct msim_kernel *kernel = named(text[0]);
    if (!samples || samples - how >= (int)sizeof milliseconds)
        msim_kernel_fail("--time=%s: expected MILLISECONDS,SAMPLES", how);
    snprintf(milliseconds, sizeof milliseconds, "%.*s", (int)(samples - how), how);
    unsigned each = (unsigned)number("--time, milliseconds", milliseconds, 1, 10000);
    unsigned many = (unsigned)number("--time, samples", samples + 1, 1, 1000);
    void *prepared = prepare(kernel, count - 1, text + 1);
    msim_kernel_time(kernel, prepared, each, many, &timed);
    free(prepared);
    printf("%llu %u %.17g %.17g %.17g %s\n", (unsigned long long)timed.rounds, kernel->in_round,
           timed.nanoseconds, timed.slowest, timed.fastest, kernel->each);
}

int main(int argc, char **argv)
{
    static const char timing[] = "--time=";
    if (argc == 2 && !strcmp(argv[1], "--list")) {
        list();
    } else if (argc >= 3 && !strncmp(argv[1], timing, strlen(timing))) {
        time_it(argv[1] + strlen(timing), argc - 2, argv + 2);
    } else if (argc >= 3 && argv[1][0] != '-') {
        const struct msim_kernel *kernel = named(argv[1]);
        uint64_t rounds = number("ROUNDS", argv[2], 1, UINT64_MAX / 4);
        void *prepared = prepare(kernel, argc - 3, argv + 3);
        kernel->run(prepared, rounds);
        free(prepared);
    } else {
        fprintf(stderr, "usage: %s\n", usage);
        return 2;
    }
    return fflush(stdout) || ferror(stdout) ? 1 : 0;
}
