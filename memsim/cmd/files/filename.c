/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expanding % in names; see filename.h. */
#include "filename.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/die.h"

struct expansion {
    const char *option, *name;
    const char *at; /* what is left of the name */
    long pid;
    FILE *to;
};

static bool refuse(const struct expansion *of, const char *why, const char *variable)
{
    if (of->option)
        msim_bad_usage("%s=%s: %s%s", of->option, of->name, why, variable);
    return false;
}

/* Of %q{VARIABLE}, what follows the q. */
static bool put_variable(struct expansion *of)
{
    const char *close = *of->at == '{' ? strchr(of->at, '}') : NULL;
    if (!close)
        return refuse(of, "expected %q{VARIABLE}", "");
    char *key = strndup(of->at + 1, (size_t)(close - of->at - 1));
    const char *value = key ? getenv(key) : NULL;
    if (value)
        fputs(value, of->to);
    else
        refuse(of, "the environment has no ", key ? key : "memory");
    free(key);
    of->at = close + 1;
    return value != NULL;
}

static bool put_next(struct expansion *of)
{
    char next = *of->at++;
    if (next != '%') {
        fputc(next, of->to);
        return true;
    }
    switch (*of->at++) {
    case 'p':
        fprintf(of->to, "%ld", of->pid);
        return true;
    case '%':
        fputc('%', of->to);
        return true;
    case 'q':
        return put_variable(of);
    default:
        return refuse(of, "expected %p, %q{VARIABLE} or %%", "");
    }
}

char *msim_expand_name(const char *option, const char *name, long pid)
{
    char *whole = NULL;
    size_t bytes;
    struct expansion of = {option, name, name, pid, open_memstream(&whole, &bytes)};
    if (!of.to)
        msim_bad_input("out of memory");
    bool good = true;
    while (good && *of.at)
        good = put_next(&of);
    fclose(of.to);
    if (good)
        return whole;
    free(whole);
    return NULL;
}
