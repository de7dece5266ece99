/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading and cleaning UTF-8; see utf8.h. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "utf8.h"

/* How many bytes follow a first byte, and the least code point that needs that many; -1: not a
 * first byte. */
static int following(unsigned char first, uint32_t *bits, uint32_t *least)
{
    if (first < 0x80) {
        *bits = first, *least = 0;
        return 0;
    }
    if (first >= 0xc2 && first <= 0xdf) {
        *bits = first & 0x1f, *least = 0x80;
        return 1;
    }
    if (first >= 0xe0 && first <= 0xef) {
        *bits = first & 0x0f, *least = 0x800;
        return 2;
    }
    if (first >= 0xf0 && first <= 0xf4) {
        *bits = first & 0x07, *least = 0x10000;
        return 3;
    }
    return -1;
}

uint32_t msim_utf8_next(const char **at)
{
    const unsigned char *byte = (const unsigned char *)*at;
    if (!*byte)
        return 0;
    uint32_t point = 0, least = 0;
    int more = following(*byte, &point, &least);
    ++*at;
    if (more < 0)
        return MSIM_NOT_UTF8;
    for (int i = 1; i <= more; i++) {
        /* The 0 at the end is not a continuation byte, so nothing after it is read. */
        if ((byte[i] & 0xc0) != 0x80)
            return MSIM_NOT_UTF8;
        point = point << 6 | (byte[i] & 0x3f);
    }
    if (point < least || point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff))
        return MSIM_NOT_UTF8;
    *at += more;
    return point;
}

size_t msim_utf8_length(const char *text)
{
    size_t length = 0;
    while (msim_utf8_next(&text))
        length++;
    return length;
}

/* Control characters and what else XML 1.0 does not allow. */
static int is_unprintable(uint32_t point)
{
    return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0xfffe || point == 0xffff;
}

static size_t encode(char *to, uint32_t point)
{
    if (point < 0x80) {
        to[0] = (char)point;
        return 1;
    }
    size_t bytes = point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    for (size_t i = bytes - 1; i > 0; i--, point >>= 6)
        to[i] = (char)(0x80 | (point & 0x3f));
    static const unsigned char mark[] = {0, 0, 0xc0, 0xe0, 0xf0};
    to[0] = (char)(mark[bytes] | point);
    return bytes;
}

void msim_utf8_clean(char *to, size_t room, const char *text, size_t most)
{
    static const char ellipsis[] = "\xe2\x80\xa6";
    size_t used = 0, count = 0, last = 0;
    for (uint32_t point; (point = msim_utf8_next(&text)) != 0; count++) {
        /* There must be room for this one, or for the ellipsis in its place, and for the 0. */
        if (count == most || used + 8 > room) {
            used = count == most ? last : used;
            memcpy(to + used, ellipsis, 3);
            used += 3;
            break;
        }
        last = used;
        used += encode(to + used, is_unprintable(point) ? MSIM_NOT_UTF8 : point);
    }
    to[used] = 0;
}

void msim_utf8_put(FILE *to, const char *text, size_t most)
{
    size_t length = strlen(text);
    most = length < most ? length : most;
    size_t room = 4 * most + 8; /* of UTF-8 */
    char *clean = msim_zeroed(room, 1);
    msim_utf8_clean(clean, room, text, most);
    fputs(clean, to);
    free(clean);
}

/* True: no shell sees more than a part of a word in any of these characters. */
static bool is_plain_word(const char *text, const char *and)
{
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
                                "_-./:,=+%@";
    while (*text && (strchr(plain, *text) || strchr(and, *text)))
        text++;
    return !*text;
}

bool msim_shell_plain(const char *command)
{
    return is_plain_word(command, " ");
}

char *msim_shell_word(const char *text)
{
    char *word;
    size_t bytes;
    if (*text && is_plain_word(text, ""))
        return msim_copy(text);
    FILE *to = msim_open_text(&word, &bytes);
    fputc('\'', to);
    for (; *text; text++)
        fputs(*text == '\'' ? "'\\''" : (const char[]){*text, 0}, to);
    fputc('\'', to);
    fclose(to);
    return word;
}

void msim_csv_quote(FILE *to, const char *text)
{
    if (!text[strcspn(text, ",\"\r\n")]) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text; text++) {
        if (*text == '"')
            fputc('"', to);
        fputc(*text, to);
    }
    fputc('"', to);
}

void msim_json_quote(FILE *to, const char *text)
{
    fputc('"', to);
    for (const char *from = text;;) {
        uint32_t point = msim_utf8_next(&text);
        if (!point)
            break;
        if (point == '"' || point == '\\')
            fprintf(to, "\\%c", (int)point);
        else if (point < 0x20 || point == 0x7f || point == MSIM_NOT_UTF8)
            fprintf(to, "\\u%04" PRIx32, point);
        else
            fwrite(from, 1, (size_t)(text - from), to);
        from = text;
    }
    fputc('"', to);
}

void msim_xml_quote(FILE *to, const char *text, bool attribute)
{
    for (; *text; text++) {
        const char *entity = *text == '&'                ? "&amp;"
                             : *text == '<'              ? "&lt;"
                             : *text == '>'              ? "&gt;"
                             : *text == '"' && attribute ? "&quot;"
                                                         : NULL;
        if (entity)
            fputs(entity, to);
        else
            fputc(*text, to);
    }
}
