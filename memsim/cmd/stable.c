/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Making the environment of run.h. */
#include "run.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/numbers.h"

/* The environment has a multiple of this many variables and bytes. */
enum { VARIABLES = 32, BYTES = 4096 };

/* What programs need to find files, libraries, their language and their allocator's options, and
 * Valgrind its own; a star stands for any ending. */
static const char usual[] =
    "PATH,HOME,TMPDIR,TERM,TZ,LANG,LANGUAGE,LC_*,LD_LIBRARY_PATH,LD_PRELOAD,MALLOC_*,"
    "GLIBC_TUNABLES,PYTHONHASHSEED,PERL_HASH_SEED,VALGRIND_*,MEMSIM_*,DEBUGINFOD_*";

/* The working folder under a name that is the same everywhere; shells keep it, as it is right. */
static const char folder[] = "PWD=/proc/self/cwd";

/* Without these, glibc chooses the functions of the first x86-64 processors; glibc ignores those
 * that it does not know, and up to 2.32 some had other names.  The comma at the end stops glibc
 * 2.36, which otherwise reads on in the variables after this one. */
static const char tunables[] = "GLIBC_TUNABLES", choice[] = "glibc.cpu.hwcaps=";
static const char without[] =
    "-AVX,-AVX2,-AVX_Usable,-AVX2_Usable,-AVX512F,-AVX512VL,-AVX512BW,-AVX512F_Usable,-BMI1,-BMI2,"
    "-ERMS,-FSRM,-FMA,-FMA4,-LZCNT,-MOVBE,-POPCNT,-RTM,-SSSE3,-SSE4_1,-SSE4_2,"
    "-AVX_Fast_Unaligned_Load,-Prefer_No_VZEROUPPER,";

static const char *const seeds[] = {"PYTHONHASHSEED=0", "PERL_HASH_SEED=0"};

struct variables {
    char **variable; /* ends with NULL when it is complete */
    size_t used, bytes;
};

static void add(struct variables *to, char *variable)
{
    MSIM_PUSH(to->variable, to->used, variable);
    to->bytes += variable ? strlen(variable) + 1 : 0;
}

/* The value in "NAME=VALUE" if it has that name; else NULL. */
static const char *value_of(const char *variable, const char *name)
{
    size_t length = strlen(name);
    return !strncmp(variable, name, length) && variable[length] == '=' ? variable + length + 1
                                                                       : NULL;
}

static bool is_listed(const char *variable, const char *list)
{
    size_t length = strcspn(variable, "=");
    for (const char *at = list; at && *at; at += *at == ',') {
        size_t name = strcspn(at, ",");
        bool any = name && at[name - 1] == '*';
        size_t compared = any ? name - 1 : name;
        if ((any ? length >= compared : length == compared) && !strncmp(variable, at, compared))
            return true;
        at += name;
    }
    return false;
}

static bool has(const struct variables *variables, const char *name)
{
    for (size_t i = 0; i < variables->used; i++)
        if (value_of(variables->variable[i], name))
            return true;
    return false;
}

/* --- what is fixed ------------------------------------------------------------------------ */

/* Keeps what the user has chosen otherwise. */
static bool fix_tunables(struct variables *variables)
{
    size_t i = 0;
    while (i < variables->used && !value_of(variables->variable[i], tunables))
        i++;
    const char *own = i < variables->used ? value_of(variables->variable[i], tunables) : "";
    if (strstr(own, choice))
        return false;
    char *whole = msim_printed("%s=%s%s%s%s", tunables, own, *own ? ":" : "", choice, without);
    if (i == variables->used) {
        add(variables, whole);
    } else {
        variables->bytes += strlen(whole) - strlen(variables->variable[i]);
        variables->variable[i] = whole;
    }
    return true;
}

static void fix_seeds(struct variables *variables)
{
    for (size_t i = 0; i < sizeof seeds / sizeof *seeds; i++) {
        char *seed = msim_copy(seeds[i]), *end = strchr(seed, '=');
        *end = 0;
        bool given = has(variables, seed);
        *end = '=';
        if (!given)
            add(variables, seed);
        else
            free(seed);
    }
}

/* Fills up the number of variables and, with the last one, their bytes. */
static void fill_up(struct variables *variables)
{
    size_t number = (variables->used / VARIABLES + 1) * VARIABLES;
    char *pad;
    while (variables->used + 1 < number) {
        pad = msim_printed("MEMSIM_PAD_%02zu=", number - variables->used);
        add(variables, pad);
    }
    static const char last[] = "MEMSIM_PAD=";
    size_t least = variables->bytes + sizeof last;
    size_t length = msim_round_up(least, BYTES) - least;
    pad = msim_zeroed(sizeof last + length, 1);
    memcpy(pad, last, sizeof last - 1);
    memset(pad + sizeof last - 1, 'x', length);
    add(variables, pad);
}

static int order(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

char **msim_stable_environment(char *const *environment, const char *keep)
{
    struct variables variables = {NULL, 0, 0};
    size_t left_out = 0;
    for (; *environment; environment++) {
        bool own = value_of(*environment, "PWD") || !strncmp(*environment, "MEMSIM_PAD", 10);
        if (!own && (is_listed(*environment, usual) || is_listed(*environment, keep)))
            add(&variables, *environment);
        else
            left_out += !own;
    }
    add(&variables, msim_copy(folder));
    bool chosen = fix_tunables(&variables);
    fix_seeds(&variables);
    qsort(variables.variable, variables.used, sizeof *variables.variable, order);
    fill_up(&variables);
    fprintf(stderr,
            "memsim: stable: %zu variables in %zu bytes (%zu left out; --keep-env=NAME keeps one), "
            "%s, hash seeds 0, glibc's string functions %s, no vDSO\n",
            variables.used, variables.bytes, left_out, folder,
            chosen ? "for any x86-64" : "as GLIBC_TUNABLES says");
    add(&variables, NULL);
    return variables.variable;
}
