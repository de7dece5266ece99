/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names as their standard library lets users write them; see standard.h. */
#include "standard.h"

#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "cmd/base/grow.h"

enum { LONGEST = 1 << 14 }; /* bytes */

/* Arguments of templates that are there unless the user gives others, from their comma on; those
 * that end with a bracket go up to its end. */
static const char *const usual[] = {", std::allocator<",      ", std::char_traits<",
                                    ", std::less<",           ", std::hash<",
                                    ", std::equal_to<",       ", std::default_delete<",
                                    ", alloc::alloc::Global", ", std::hash::random::RandomState"};

/* What follows the bracket that closes the one before `at`; NULL: none does. */
static const char *behind(const char *at)
{
    for (size_t depth = 1; *at; at++) {
        depth += *at == '<';
        depth -= *at == '>';
        if (!depth)
            return at + 1;
    }
    return NULL;
}

/* The rest of the name after a usual argument, which another one or a bracket follows; NULL: there is
 * none here. */
static const char *behind_usual(const char *at)
{
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++) {
        size_t length = strlen(usual[i]);
        if (strncmp(at, usual[i], length) != 0)
            continue;
        const char *end = usual[i][length - 1] == '<' ? behind(at + length) : at + length;
        if (end && !strncmp(end, " >", 2))
            end++;
        if (end && (*end == '>' || *end == ','))
            return end;
    }
    return NULL;
}

/* Without usual arguments, and without the blanks between brackets that end. */
static void leave_out_usual(char *name)
{
    char *to = name, *begin = name;
    while (*name) {
        const char *rest = *name == ',' ? behind_usual(name) : NULL;
        bool is_blank = to > begin && to[-1] == '>' && !strncmp(name, " >", 2);
        if (!rest && !is_blank)
            *to++ = *name;
        name += rest ? rest - name : 1;
    }
    *to = 0;
}

/* Writes something in another way, which is not longer. */
static void rewrite(char *name, const char *from, const char *into)
{
    size_t length = strlen(from), shorter = strlen(into);
    for (char *at = name; (at = strstr(at, from)) != NULL; at += shorter) {
        memcpy(at, into, shorter);
        memmove(at + shorter, at + length, strlen(at + length) + 1);
    }
}

char *msim_standard_name(const char *name)
{
    char *text = msim_copy(name);
    if (strlen(name) > LONGEST)
        return text;
    rewrite(text, "std::__cxx11::", "std::");
    rewrite(text, "std::__1::", "std::");
    leave_out_usual(text);
    rewrite(text, "std::basic_string<char>", "std::string");
    return text;
}
