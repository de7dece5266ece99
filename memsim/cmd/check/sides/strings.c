/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognising string functions; see strings.h. */
#include "strings.h"

#include <string.h>

enum { SHARE = 4, LEAST = 200 };

/* What other paths may cost a call, by event. */
static const int64_t per_call[MSIM_STRING_EVENTS] = {16, 4, 4};

static const char *const functions[] = {
    "strlen",  "strnlen", "strcpy",      "strncpy", "stpcpy",    "stpncpy", "strcat",  "strncat",
    "strcmp",  "strncmp", "strcasecmp",  "strchr",  "strchrnul", "strrchr", "strspn",  "strcspn",
    "strpbrk", "strstr",  "strncasecmp", "memcpy",  "memmove",   "mempcpy", "memset",  "memchr",
    "memrchr", "memcmp",  "rawmemchr",   "bcmp",    "bzero",     "wcslen",  "wcsnlen", "wcscpy",
    "wcscmp",  "wcsncmp", "wcschr",      "wcsrchr", "wmemset",   "wmemchr", "wmemcmp", "wcpcpy",
    "wcscat",  "strsep",  "wcsncpy",     "wcpncpy", "wcsncat"};

static bool is_in_list(const char *name, size_t length)
{
    for (size_t i = 0; i < sizeof functions / sizeof *functions; i++)
        if (strlen(functions[i]) == length && !strncmp(functions[i], name, length))
            return true;
    return false;
}

/* What glibc adds to the names of its choices; they are in the program if that is static. */
static bool is_choice(const char *ending)
{
    return !strncmp(ending, "_avx", 4) || !strncmp(ending, "_sse", 4) ||
           !strncmp(ending, "_ssse", 5) || !strncmp(ending, "_evex", 5) ||
           !strncmp(ending, "_erms", 5);
}

bool msim_is_c_library(const char *object)
{
    return !strncmp(object, "libc.", 5) || !strncmp(object, "libc-", 5) ||
           !strncmp(object, "ld-", 3);
}

bool msim_is_string_function(const char *function, const char *object)
{
    const char *name = function + strspn(function, "_");
    size_t length = strspn(name, "abcdefghijklmnopqrstuvwxyz");
    const char *ending = name + length;
    if ((*ending && *ending != '_' && *ending != '-' && *ending != '.') ||
        !is_in_list(name, length))
        return false;
    return is_choice(ending) || msim_is_c_library(object);
}

int64_t msim_string_layout(const struct msim_string_counts *base,
                           const struct msim_string_counts *fresh, size_t event)
{
    double expected = (double)base->count[event], most = expected / SHARE;
    if (base->calls > 0 && fresh->calls > 0) {
        expected *= (double)fresh->calls / (double)base->calls;
        most = (double)per_call[event] * (double)fresh->calls;
    }
    double change = (double)fresh->count[event] - expected;
    most = most > LEAST ? most : LEAST;
    return (int64_t)(change > most ? most : change < -most ? -most : change);
}
