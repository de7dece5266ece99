/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The reader of pagesread.h. */
#define _GNU_SOURCE
#include "pagesread.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "grow.h"

struct reading {
    struct msim_paged *paged;
    size_t line;
    char *at; /* what is left of the line */
};

static __attribute__((noreturn)) void refuse(const struct reading *reading, const char *expected)
{
    msim_bad_input("%s:%zu: expected %s", reading->paged->name, reading->line, expected);
}

/* The next word, ended by a 0; blanks before it are passed over. */
static char *word(struct reading *reading, const char *expected)
{
    char *start = reading->at + strspn(reading->at, " ");
    size_t length = strcspn(start, " ");
    if (!length)
        refuse(reading, expected);
    reading->at = start + length + (start[length] != 0);
    start[length] = 0;
    return start;
}

static uint64_t number(const struct reading *reading, const char *text, int base,
                       const char *expected)
{
    char *end;
    if (base == 16 && strncmp(text, "0x", 2) != 0)
        refuse(reading, expected);
    text += base == 16 ? 2 : 0;
    errno = 0;
    unsigned long long value = strtoull(text, &end, base);
    if (errno || end == text || *end || !isxdigit((unsigned char)*text))
        refuse(reading, expected);
    return value;
}

static uint32_t object_of(struct msim_paged *paged, const char *name)
{
    for (size_t i = paged->objects; i-- > 0;)
        if (!strcmp(paged->object[i], name))
            return (uint32_t)i;
    paged->object = msim_room(paged->object, paged->objects, sizeof *paged->object);
    paged->object[paged->objects] = strdup(name);
    return (uint32_t)paged->objects++;
}

/* \040 and its likes become what they stand for. */
static void unescape(char *text)
{
    char *to = text;
    for (; *text; text++) {
        if (*text == '\\' && text[1] >= '0' && text[1] < '4' && text[2] >= '0' && text[2] < '8' &&
            text[3] >= '0' && text[3] < '8') {
            *to++ = (char)((text[1] - '0') * 64 + (text[2] - '0') * 8 + text[3] - '0');
            text += 3;
        } else {
            *to++ = *text;
        }
    }
    *to = 0;
}

/* FILE+0xOFFSET or [heap]. */
static uint32_t backing(struct reading *reading, char *text, uint64_t *offset)
{
    char *plus = text[0] == '[' ? NULL : strrchr(text, '+');
    if (text[0] != '[' && !plus)
        refuse(reading, "FILE+0xOFFSET or [WHAT]");
    if (plus) {
        *offset = number(reading, plus + 1, 16, "an offset, 0x and hexadecimal digits");
        *plus = 0;
    }
    unescape(text);
    return object_of(reading->paged, text);
}

/* The object of code is that of its instruction; of data a plain file does not tell. */
static uint32_t plain_backing(struct msim_paged *paged, char kind, const char *place)
{
    const char *open = strrchr(place, '(');
    char *name;
    if (kind == 'D' || !open)
        return object_of(paged, kind == 'D' ? "[data]" : "[unknown]");
    open = strchr(open, ' ') ? strchr(open, ' ') + 1 : open + 1;
    name = strndup(open, strcspn(open, ")"));
    uint32_t object = object_of(paged, name);
    free(name);
    return object;
}

static void read_page(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    struct msim_paged_page page = {0};
    if (number(reading, word(reading, "a number"), 10, "a number") != paged->pages)
        refuse(reading, "lines numbered 0, 1, 2, ...");
    page.page = number(reading, word(reading, "a page"), 16, "a page's address, 0x...");
    const char *kind = word(reading, "C or D");
    if (strcmp(kind, "C") != 0 && strcmp(kind, "D") != 0)
        refuse(reading, "C or D");
    page.kind = kind[0];
    page.time = number(reading, word(reading, "a time"), 10, "a time");
    if (paged->detailed) {
        const char *access = word(reading, "an access");
        if (!strchr("xrwk", access[0]) || access[1])
            refuse(reading, "an access: x, r, w or k");
        page.access = access[0];
        page.object = backing(reading, word(reading, "what is behind the page"), &page.offset);
    }
    if (!*reading->at)
        refuse(reading, "an instruction");
    page.place = strdup(reading->at);
    if (!paged->detailed)
        page.object = plain_backing(paged, page.kind, page.place);
    paged->page = msim_room(paged->page, paged->pages, sizeof *paged->page);
    paged->page[paged->pages++] = page;
}

static void read_function(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    struct msim_paged_function function = {0};
    function.object = backing(reading, word(reading, "FILE+0xOFFSET"), &function.offset);
    if (!*reading->at)
        refuse(reading, "a function's name");
    function.name = strdup(reading->at);
    paged->function = msim_room(paged->function, paged->functions, sizeof *paged->function);
    paged->function[paged->functions++] = function;
}

/* "# key: value"; keys that are unknown are passed over. */
static void read_remark(struct reading *reading)
{
    struct msim_paged *paged = reading->paged;
    const char *key = word(reading, "#");
    if (reading->line == 1) {
        if (strcmp(reading->at, "memsim pagein 1") != 0)
            refuse(reading, "# memsim pagein 1");
        paged->detailed = true;
        return;
    }
    if (!paged->detailed)
        refuse(reading, "a page, as the first line is no \"# memsim pagein 1\"");
    key = word(reading, "a key");
    if (!strcmp(key, "command:"))
        paged->command = strdup(reading->at);
    else if (!strcmp(key, "page-size:"))
        paged->page_size = number(reading, reading->at, 10, "a page size");
    else if (!strcmp(key, "time:"))
        paged->microseconds = !strcmp(reading->at, "us");
    else if (!strcmp(key, "minor-faults-predicted:"))
        paged->predicted = number(reading, reading->at, 10, "a number");
    else if (!strcmp(key, "touched-before-start:"))
        paged->before_start = number(reading, reading->at, 10, "a number");
    else if (!strcmp(key, "function:"))
        read_function(reading);
}

void msim_paged_read(struct msim_paged *paged, const char *name)
{
    *paged = (struct msim_paged){.name = name, .command = "", .page_size = 4096};
    struct reading reading = {.paged = paged};
    FILE *file = fopen(name, "r");
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    if (!file)
        msim_bad_input("%s: %s", name, strerror(errno));
    while ((length = getline(&line, &room, file)) > 0) {
        reading.line++;
        if (strlen(line) != (size_t)length || line[length - 1] != '\n')
            refuse(&reading, "a whole line of text");
        line[length - 1] = 0;
        reading.at = line;
        if (line[0] == '#')
            read_remark(&reading);
        else
            read_page(&reading);
    }
    if (ferror(file))
        msim_bad_input("%s: %s", name, strerror(errno));
    free(line);
    fclose(file);
    if (!paged->pages)
        msim_bad_input("%s:%zu: expected at least one page", name, reading.line + 1);
    if (!paged->page_size || paged->page_size & (paged->page_size - 1))
        msim_bad_input("%s: the page size is no power of two", name);
}

/* --- Order -------------------------------------------------------------------------------- */

static int by_object(const void *a, const void *b, void *context)
{
    const struct msim_paged *paged = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    const struct msim_paged_page *one = &paged->page[x], *other = &paged->page[y];
    if (one->object != other->object)
        return (one->object > other->object) - (one->object < other->object);
    if (one->page != other->page)
        return (one->page > other->page) - (one->page < other->page);
    return (x > y) - (x < y);
}

static int by_address(const void *a, const void *b, void *context)
{
    const struct msim_paged *paged = context;
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    uint64_t one = paged->page[x].page, other = paged->page[y].page;
    return one != other ? (one > other) - (one < other) : (x > y) - (x < y);
}

uint32_t *msim_paged_sorted(const struct msim_paged *paged, bool objects)
{
    uint32_t *sorted = msim_zeroed(paged->pages, sizeof *sorted);
    for (uint32_t i = 0; i < paged->pages; i++)
        sorted[i] = i;
    qsort_r(sorted, paged->pages, sizeof *sorted, objects ? by_object : by_address, (void *)paged);
    return sorted;
}
