/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The setters of option.h. */
#include "option.h"

#include "reader.h"

static void *field(void *options, const struct msim_option *option)
{
    return (char *)options + option->to;
}

void msim_lacks_add(struct msim_lacks *lacks, const char *option)
{
    for (unsigned i = 0; i < lacks->used; i++)
        if (msim_same_text(lacks->option[i], option))
            return;
    if (lacks->used < MSIM_LACKS_MAX)
        lacks->option[lacks->used++] = option;
}

const char *msim_set_flag(void *options, const struct msim_option *option, const char *value)
{
    if (!msim_same_text(value, "yes") && !msim_same_text(value, "no"))
        return "expected yes or no";
    *(bool *)field(options, option) = msim_same_text(value, "yes");
    return NULL;
}

const char *msim_set_limit(void *options, const struct msim_option *option, const char *value)
{
    enum { LEAST = 64 * 1024 };
    struct msim_reader text = {value};
    uint64_t limit;
    if (!msim_take_size(&text, &limit) || *text.at || limit < LEAST || limit >= MSIM_TOO_LARGE)
        return "expected a size from 64K: bytes, or 512M, 2G";
    *(uint64_t *)field(options, option) = limit;
    return NULL;
}

const char *msim_set_file(void *options, const struct msim_option *option, const char *value)
{
    if (!value[0])
        return "expected the name of a file";
    *(const char **)field(options, option) = msim_same_text(value, "none") ? NULL : value;
    return NULL;
}

const char *msim_add_name(void *options, const struct msim_option *option, const char *value)
{
    struct msim_option_names *names = field(options, option);
    if (!value[0])
        return "expected the name of a function";
    if (names->used == MSIM_NAMES_MAX)
        return "expected at most 64 of these options";
    names->name[names->used++] = value;
    return NULL;
}

bool msim_read_whole(const char **at, uint32_t *number)
{
    unsigned digits = 0;
    for (*number = 0; **at >= '0' && **at <= '9' && digits < 10; ++*at, digits++)
        *number = *number * 10 + (uint32_t)(**at - '0');
    return digits > 0 && digits < 10;
}

const char *msim_set_number(uint32_t *to, const char *value, uint32_t low, uint32_t high,
                            const char *allowed)
{
    uint32_t number;
    if (!msim_read_whole(&value, &number) || *value || number < low || number > high)
        return allowed;
    *to = number;
    return NULL;
}
