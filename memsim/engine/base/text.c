/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The text of text.h. */
#include "text.h"

enum { DIGITS_MAX = 32 };

static void put_string(void *self, const char *bytes, size_t count)
{
    struct msim_string *string = self;
    for (size_t i = 0; i < count && string->used + 1 < string->room; i++)
        string->text[string->used++] = bytes[i];
    string->text[string->used] = 0;
}

struct msim_sink msim_string_sink(struct msim_string *string)
{
    return (struct msim_sink){put_string, string};
}

int msim_compare_text(const char *a, const char *b)
{
    while (*a && *a == *b)
        a++, b++;
    return (unsigned char)*a - (unsigned char)*b;
}

bool msim_same_text(const char *a, const char *b)
{
    return msim_compare_text(a, b) == 0;
}

bool msim_glob(const char *pattern, const char *name)
{
    const char *star = NULL, *from = NULL; /* the last `*`, and what it stands for ends here */
    while (*name) {
        if (*pattern == '*') {
            star = ++pattern;
            from = name;
        } else if (*pattern == *name || *pattern == '?') {
            pattern++;
            name++;
        } else if (star) {
            pattern = star;
            name = ++from;
        } else {
            return false;
        }
    }
    while (*pattern == '*')
        pattern++;
    return !*pattern;
}

bool msim_glob_function(const char *pattern, const char *name)
{
    const char *at = name;
    if (msim_glob(pattern, name))
        return true;
    while (*pattern && *pattern == *at)
        pattern++, at++;
    return !*pattern && at > name && *at == '(';
}

void msim_text_init(struct msim_text *text, const struct msim_sink *sink)
{
    text->sink = sink;
    text->used = 0;
}

void msim_text_flush(struct msim_text *text)
{
    if (text->used)
        text->sink->put(text->sink->self, text->buffer, text->used);
    text->used = 0;
}

static void put_char(struct msim_text *text, char c)
{
    if (text->used == sizeof text->buffer)
        msim_text_flush(text);
    text->buffer[text->used++] = c;
}

void msim_put(struct msim_text *text, const char *string)
{
    for (; *string; string++)
        put_char(text, *string);
}

void msim_put_name(struct msim_text *text, const char *name)
{
    msim_put_name_part(text, name, SIZE_MAX);
}

void msim_put_name_part(struct msim_text *text, const char *name, size_t count)
{
    for (; count > 0 && *name; name++, count--)
        put_char(text, (unsigned char)*name < ' ' ? ' ' : *name);
}

/* Writes `number` backwards from `end`, with a comma between groups of `group` digits (0: none);
 * returns its start. */
static char *digits(char *end, uint64_t number, unsigned group)
{
    unsigned count = 0;
    do {
        if (group && count && count % group == 0)
            *--end = ',';
        *--end = (char)('0' + number % 10);
        number /= 10;
        count++;
    } while (number);
    return end;
}

static void put_aligned(struct msim_text *text, const char *from, const char *to, unsigned width)
{
    for (size_t i = (size_t)(to - from); i < width; i++)
        put_char(text, ' ');
    for (; from < to; from++)
        put_char(text, *from);
}

void msim_put_number(struct msim_text *text, uint64_t number)
{
    char buffer[DIGITS_MAX], *end = buffer + DIGITS_MAX;
    put_aligned(text, digits(end, number, 0), end, 0);
}

static void put_digits(struct msim_text *text, uint64_t number, const char digits[static 16])
{
    char buffer[DIGITS_MAX], *end = buffer + DIGITS_MAX, *at = end;
    do
        *--at = digits[number & 15];
    while (number >>= 4);
    msim_put(text, "0x");
    put_aligned(text, at, end, 0);
}

void msim_put_hex(struct msim_text *text, uint64_t number)
{
    put_digits(text, number, "0123456789ABCDEF");
}

void msim_put_address(struct msim_text *text, uint64_t address)
{
    put_digits(text, address, "0123456789abcdef");
}

void msim_put_grouped(struct msim_text *text, uint64_t number, unsigned width)
{
    char buffer[DIGITS_MAX], *end = buffer + DIGITS_MAX;
    put_aligned(text, digits(end, number, 3), end, width);
}

unsigned msim_grouped_width(uint64_t number)
{
    char buffer[DIGITS_MAX], *end = buffer + DIGITS_MAX;
    return (unsigned)(end - digits(end, number, 3));
}

/* part * 100 * 10^decimals / whole, to the nearest.  Where that does not fit into 64 bits, both are
 * halved first: a percentage does not need more than 40 significant bits. */
static uint64_t scaled_percent(uint64_t part, uint64_t whole, unsigned decimals)
{
    uint64_t scale = 100;
    for (unsigned i = 0; i < decimals; i++)
        scale *= 10;
    while (part > UINT64_MAX / 2 / scale) {
        part /= 2;
        whole /= 2;
    }
    return whole ? (part * scale + whole / 2) / whole : 0;
}

void msim_put_percent(struct msim_text *text, uint64_t part, uint64_t whole, unsigned decimals,
                      unsigned width)
{
    char buffer[DIGITS_MAX], *end = buffer + DIGITS_MAX, *at = end;
    uint64_t scaled = scaled_percent(part, whole, decimals);
    *--at = '%';
    for (unsigned i = 0; i < decimals; i++, scaled /= 10)
        *--at = (char)('0' + scaled % 10);
    if (decimals)
        *--at = '.';
    at = digits(at, scaled, 0);
    put_aligned(text, at, end, width);
}

void msim_put_ratio(struct msim_text *text, uint64_t part, uint64_t whole)
{
    char buffer[DIGITS_MAX], *end = buffer + DIGITS_MAX, *at = end;
    uint64_t hundredths = scaled_percent(part, whole, 0);
    *--at = (char)('0' + hundredths % 10);
    *--at = (char)('0' + hundredths / 10 % 10);
    *--at = '.';
    put_aligned(text, digits(at, hundredths / 100, 0), end, 0);
}

void msim_put_size(struct msim_text *text, uint64_t bytes)
{
    static const char *const units[] = {"", "K", "M", "G"};
    unsigned unit = 0;
    while (unit < 3 && bytes >= 1024 && (bytes >= 10 * 1024 || bytes % 1024 == 0)) {
        bytes = (bytes + 1023) / 1024;
        unit++;
    }
    msim_put_number(text, bytes);
    msim_put(text, units[unit]);
}

/* --- Lines -------------------------------------------------------------------------------- */

static void keep(void *self, const char *bytes, size_t count)
{
    struct msim_line *line = self;
    for (size_t i = 0; i < count && line->used < MSIM_LINE_MAX; i++)
        line->kept[line->used++] = bytes[i];
}

void msim_line_init(struct msim_line *line, const struct msim_lines *lines)
{
    line->lines = lines;
    line->sink = (struct msim_sink){keep, line};
    line->used = 0;
    msim_text_init(&line->text, &line->sink);
}

void msim_line_end(struct msim_line *line)
{
    msim_text_flush(&line->text);
    line->kept[line->used] = '\0';
    line->lines->line(line->lines->self, line->kept);
    line->used = 0;
}

static bool ends_part(char last)
{
    return last == ',' || last == ';' || last == '+';
}

/* How many bytes of the text go into a line of that width, without the blank after them; all of
 * them, if it has no blank where it could be broken. */
static size_t fitting(const char *text, size_t width)
{
    size_t blank = 0, part = 0, at = 0;
    for (; text[at]; at++) {
        if (at > width && (blank || part))
            return part ? part : blank;
        if (text[at] == ' ' && at) {
            blank = at;
            part = ends_part(text[at - 1]) ? at : part;
        }
    }
    return at > width && (blank || part) ? (part ? part : blank) : at;
}

void msim_line_wrap(struct msim_line *line, unsigned indent)
{
    char whole[MSIM_LINE_MAX + 1];
    size_t from = 0, before = 0;
    msim_text_flush(&line->text);
    line->kept[line->used] = '\0';
    for (size_t i = 0; i <= line->used; i++)
        whole[i] = line->kept[i];
    do {
        size_t take = fitting(whole + from, MSIM_LINE_WIDTH - before);
        line->used = 0;
        for (size_t i = 0; i < before; i++)
            line->kept[line->used++] = ' ';
        for (size_t i = 0; i < take && line->used < MSIM_LINE_MAX; i++)
            line->kept[line->used++] = whole[from + i];
        msim_line_end(line);
        from += take;
        from += whole[from] == ' ';
        before = indent < MSIM_LINE_WIDTH / 2 ? indent : MSIM_LINE_WIDTH / 2;
    } while (whole[from]);
}
