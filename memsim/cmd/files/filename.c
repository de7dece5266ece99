/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Expanding % in names; see filename.h. */
#include "filename.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"

/* What %q{VARIABLE}, at `at` behind the q, stands for; *end is behind it. */
static const char *variable(const char *option, const char *name, const char *at, const char **end)
{
    const char *close = *at == '{' ? strchr(at, '}') : NULL;
    if (!close)
        msim_bad_usage("%s=%s: expected %%q{VARIABLE}", option, name);
    char *key = strndup(at + 1, (size_t)(close - at - 1));
    const char *value = key ? getenv(key) : NULL;
    if (!value)
        msim_bad_usage("%s=%s: the environment has no %s", option, name, key ? key : "memory");
    free(key);
    *end = close + 1;
    return value;
}

char *msim_expand_name(const char *option, const char *name)
{
    char *whole = NULL;
    size_t bytes;
    FILE *to = open_memstream(&whole, &bytes);
    if (!to)
        msim_bad_input("no memory for the name of a file");
    for (const char *at = name; *at;) {
        if (*at != '%') {
            fputc(*at++, to);
        } else if (at[1] == 'p') {
            fprintf(to, "%ld", (long)getpid());
            at += 2;
        } else if (at[1] == '%') {
            fputc('%', to);
            at += 2;
        } else if (at[1] == 'q') {
            fputs(variable(option, name, at + 2, &at), to);
        } else {
            msim_bad_usage("%s=%s: expected %%p, %%q{VARIABLE} or %%%%", option, name);
        }
    }
    fclose(to);
    return whole;
}
