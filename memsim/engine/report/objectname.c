/* SPDX-License-Identifier: GPL-2.0-or-later */
#include "objectname.h"

#include <stdbool.h>

/* The object is a path in brackets at the end; "[clone .cold]" and "[abi:cxx11]" are not. */
const char *msim_object_of(const char *function, size_t *length)
{
    const char *end = function, *open;
    bool is_path = false;
    while (*end)
        end++;
    if (end - function < 5 || end[-1] != ']')
        return NULL;
    for (open = end - 1; open > function && *open != '['; open--)
        is_path |= *open == '/';
    if (open < function + 2 || open[-1] != ' ' || !is_path)
        return NULL;
    *length = (size_t)(end - 1 - (open + 1));
    return open + 1;
}

void msim_put_function_in(struct msim_text *text, const struct msim_dict *dict, uint32_t function,
                          uint32_t object)
{
    msim_put_name(text, msim_dict_text(dict, function));
    if (!object)
        return;
    msim_put(text, " [");
    msim_put_name(text, msim_dict_text(dict, object - 1));
    msim_put(text, "]");
}
