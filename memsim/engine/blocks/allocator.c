/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads the option of allocator.h. */
#include "allocator.h"

static const char form[] =
    "expected NAME[:size=N][:bytes=BYTES][:count=N][:old=N][:result=return|N]"
    "[:frees=NAME[:block=N]]";
static const char argument[] = "expected the number of an argument, from 1 to 4";

/* The field that begins at `at`, up to a single colon or the end. */
static struct msim_text_part field_at(const char *at)
{
    unsigned bytes = 0;
    for (; at[bytes]; bytes++) {
        if (at[bytes] != ':')
            continue;
        if (at[bytes + 1] != ':')
            break;
        bytes++;
    }
    return (struct msim_text_part){at, bytes};
}

/* Takes KEY= off the field's start. */
static bool take_key(struct msim_text_part *field, const char *key)
{
    unsigned i = 0;
    while (key[i] && i < field->bytes && key[i] == field->at[i])
        i++;
    if (key[i] || i == field->bytes || field->at[i] != '=')
        return false;
    *field = (struct msim_text_part){field->at + i + 1, field->bytes - i - 1};
    return true;
}

/* The whole field as a number from 1 to `most`. */
static bool read_number(const struct msim_text_part *field, uint32_t most, uint32_t *number)
{
    const char *at = field->at;
    return msim_read_whole(&at, number) && at == field->at + field->bytes && *number >= 1 &&
           *number <= most;
}

static const char *read_argument(const struct msim_text_part *field, uint8_t *to)
{
    uint32_t number;
    if (!read_number(field, MSIM_ARGUMENTS_MAX, &number))
        return argument;
    *to = (uint8_t)number;
    return NULL;
}

static bool is_word(const struct msim_text_part *field, const char *word)
{
    unsigned i = 0;
    while (i < field->bytes && word[i] && field->at[i] == word[i])
        i++;
    return i == field->bytes && !word[i];
}

static const char *read_result(const struct msim_text_part *field, uint8_t *to)
{
    *to = 0;
    if (is_word(field, "return") || !read_argument(field, to))
        return NULL;
    return "expected return or the number of an argument, from 1 to 4";
}

static const char *add_freeing(struct msim_allocator *to, const struct msim_text_part *field)
{
    if (!field->bytes)
        return "expected the name of a function after frees=";
    if (to->frees == MSIM_FREEING_MAX)
        return "expected at most 4 functions that free";
    to->freeing[to->frees++] = (struct msim_freeing){*field, 1};
    return NULL;
}

static const char *read_bytes(const struct msim_text_part *field, uint32_t *to)
{
    return read_number(field, 999999999, to) ? NULL : "expected bytes=1 to 999999999";
}

static const char *read_field(struct msim_allocator *to, struct msim_text_part *field)
{
    if (take_key(field, "size"))
        return read_argument(field, &to->size);
    if (take_key(field, "bytes"))
        return read_bytes(field, &to->fixed);
    if (take_key(field, "count"))
        return read_argument(field, &to->count);
    if (take_key(field, "old"))
        return read_argument(field, &to->old);
    if (take_key(field, "result"))
        return read_result(field, &to->result);
    if (take_key(field, "frees"))
        return add_freeing(to, field);
    if (!take_key(field, "block"))
        return form;
    if (!to->frees)
        return "expected block=N after frees=NAME";
    return read_argument(field, &to->freeing[to->frees - 1].block);
}

static const char *read_allocator(struct msim_allocator *to, const char *value)
{
    *to = (struct msim_allocator){.text = value, .name = field_at(value)};
    if (!to->name.bytes)
        return "expected the name of a function";
    for (const char *at = value + to->name.bytes; *at;) {
        struct msim_text_part field = field_at(at + 1);
        at = field.at + field.bytes;
        const char *wrong = read_field(to, &field);
        if (wrong)
            return wrong;
    }
    if (to->size && to->fixed)
        return "expected size=N or bytes=BYTES, not both";
    if (!to->size && !to->fixed)
        to->size = 1;
    if (to->size && (to->size == to->count || to->size == to->old || to->size == to->result))
        return "expected a different argument for each meaning";
    return NULL;
}

const char *msim_add_allocator(void *options, const struct msim_option *option, const char *value)
{
    struct msim_allocators *all = (void *)((char *)options + option->to);
    for (unsigned i = 0; i < all->used; i++)
        if (msim_same_text(all->one[i].text, value))
            return NULL; /* a replay may repeat the option */
    if (all->used == MSIM_ALLOCATORS_MAX)
        return "expected at most 16 of these options";
    const char *wrong = read_allocator(&all->one[all->used], value);
    all->used += !wrong;
    return wrong;
}

bool msim_same_allocators(const struct msim_allocators *a, const struct msim_allocators *b)
{
    bool same = a->used == b->used;
    for (unsigned i = 0; same && i < a->used; i++)
        same = msim_same_text(a->one[i].text, b->one[i].text);
    return same;
}
