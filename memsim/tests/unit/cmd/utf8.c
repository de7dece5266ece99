/* SPDX-License-Identifier: GPL-2.0-or-later */
/* UTF-8: every code point is read, nothing else is; cleaned text fits, and is valid. */
#include <stdbool.h>
#include <string.h>

#include "cmd/base/utf8.h"
#include "tests/unit/lib/main.h"

/* By the definition, without a thought about validity. */
static size_t encode(uint32_t point, char *to)
{
    size_t bytes = 0;
    if (point < 0x80) {
        to[bytes++] = (char)point;
    } else if (point < 0x800) {
        to[bytes++] = (char)(0xc0 + point / 64);
    } else if (point < 0x10000) {
        to[bytes++] = (char)(0xe0 + point / 4096);
        to[bytes++] = (char)(0x80 + point / 64 % 64);
    } else {
        to[bytes++] = (char)(0xf0 + point / 262144);
        to[bytes++] = (char)(0x80 + point / 4096 % 64);
        to[bytes++] = (char)(0x80 + point / 64 % 64);
    }
    if (point >= 0x80)
        to[bytes++] = (char)(0x80 + point % 64);
    to[bytes] = 0;
    return bytes;
}

static bool is_surrogate(uint32_t point)
{
    return point >= 0xd800 && point <= 0xdfff;
}

UNIT_TEST(reads_every_code_point)
{
    char text[8];
    for (uint32_t point = 1; point <= 0x10ffff; point++) {
        size_t bytes = encode(point, text);
        const char *at = text;
        uint32_t expected = is_surrogate(point) ? MSIM_NOT_UTF8 : point;
        bool is_right = msim_utf8_next(&at) == expected;
        is_right &= at - text == (is_surrogate(point) ? 1 : (int)bytes);
        if (!is_right) /* an assertion for each of a million would take a minute */
            ck_abort_msg("code point %x", point);
    }
    const char *end = "";
    ck_assert_uint_eq(msim_utf8_next(&end), 0);
    ck_assert_int_eq(*end, 0);
}

static const char *const wrong[] = {
    "\x80",             /* begins nothing */
    "\xbf",             /* the same */
    "\xc0\x80",         /* two bytes for 0 */
    "\xc1\xbf",         /* two bytes for 0x7f */
    "\xe0\x9f\xbf",     /* three bytes for 0x7ff */
    "\xf0\x8f\xbf\xbf", /* four bytes for 0xffff */
    "\xf4\x90\x80\x80", /* 0x110000 */
    "\xf5\x80\x80\x80", /* larger yet */
    "\xff",             /* never a byte of UTF-8 */
    "\xc3",             /* cut short by the end */
    "\xe2\x82",         /* the same */
    "\xf0\x9f\x98",     /* the same */
    "\xe2\x28\xa1",     /* cut short by a letter */
};

UNIT_ROWS(refuses, wrong)
{
    const char *at = wrong[_i];
    ck_assert_uint_eq(msim_utf8_next(&at), MSIM_NOT_UTF8);
    ck_assert_int_eq(at - wrong[_i], 1);
}

UNIT_TEST(measures)
{
    ck_assert_uint_eq(msim_utf8_length(""), 0);
    ck_assert_uint_eq(msim_utf8_length("gr\xc3\xb6\xc3\x9f"
                                       "e \xe2\x82\xac \xf0\x9f\x98\x80"),
                      9);
    ck_assert_uint_eq(msim_utf8_length("\xe2\x82"), 2); /* each wrong byte is one */
}

#define ELLIPSIS "\xe2\x80\xa6"
#define REPLACED "\xef\xbf\xbd"

static const struct {
    const char *text;
    size_t most;
    const char *clean;
} cleaned[] = {
    {"abc", 3, "abc"},
    {"abcd", 3, "ab" ELLIPSIS},
    {"abcd", 1, ELLIPSIS},
    {"", 5, ""},
    {"\xc3\xb6\xc3\xb6\xc3\xb6", 2, "\xc3\xb6" ELLIPSIS},
    {"a\x01z", 9, "a" REPLACED "z"},
    {"a\nb\x1b[1m", 9, "a" REPLACED "b" REPLACED "[1m"},
    {"\x7f\xc2\x9f\xc2\xa0", 9, REPLACED REPLACED "\xc2\xa0"},
    {"\xef\xbf\xbe\xef\xbf\xbf", 9, REPLACED REPLACED}, /* XML has neither */
    {"\xff\xfe!", 9, REPLACED REPLACED "!"},
    {"\xf0\x9f\x98\x80", 1, "\xf0\x9f\x98\x80"},
};

UNIT_ROWS(cleans, cleaned)
{
    char to[64];
    msim_utf8_clean(to, sizeof to, cleaned[_i].text, cleaned[_i].most);
    ck_assert_str_eq(to, cleaned[_i].clean);
}

UNIT_TEST(cleans_into_little_room)
{
    static const char text[] = "\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80\xf0\x9f\x98\x80";
    char to[64];
    for (size_t room = 8; room < sizeof to; room++) {
        memset(to, 'x', sizeof to);
        msim_utf8_clean(to, room, text, 100);
        ck_assert(strlen(to) < room);
        for (size_t i = room; i < sizeof to; i++)
            ck_assert_int_eq(to[i], 'x');
        const char *at = to;
        for (uint32_t point; (point = msim_utf8_next(&at)) != 0;)
            ck_assert(point == 0x1f600 || (point == 0x2026 && !*at));
    }
    ck_assert_str_eq(to, text);
}
