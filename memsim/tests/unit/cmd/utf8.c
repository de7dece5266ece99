/* SPDX-License-Identifier: GPL-2.0-or-later */
/* UTF-8: every code point, every byte that begins none, and texts that are cleaned and cut. */
#include "cmd/base/utf8.h"

#include <stdbool.h>
#include <string.h>

#include "tests/unit/lib/main.h"
#include "tests/unit/lib/written.h"

/* The bytes of a code point, by the table of RFC 3629, also of those that have none. */
static void encode(char *to, uint32_t point)
{
    unsigned char byte[5] = {0};
    if (point < 0x80) {
        byte[0] = (unsigned char)point;
    } else if (point < 0x800) {
        byte[0] = (unsigned char)(0xc0 + point / 64);
        byte[1] = (unsigned char)(0x80 + point % 64);
    } else if (point < 0x10000) {
        byte[0] = (unsigned char)(0xe0 + point / 4096);
        byte[1] = (unsigned char)(0x80 + point / 64 % 64);
        byte[2] = (unsigned char)(0x80 + point % 64);
    } else {
        byte[0] = (unsigned char)(0xf0 + point / 262144);
        byte[1] = (unsigned char)(0x80 + point / 4096 % 64);
        byte[2] = (unsigned char)(0x80 + point / 64 % 64);
        byte[3] = (unsigned char)(0x80 + point % 64);
    }
    memcpy(to, byte, sizeof byte);
}

/* Whether the text is that code point and nothing else. */
static bool is_point(const char *text, uint32_t point)
{
    const char *at = text;
    return msim_utf8_next(&at) == point && !*at && msim_utf8_next(&at) == 0 &&
           at == text + strlen(text);
}

START_TEST(reads_all_points)
{
    char text[5];
    for (uint32_t point = 1; point < 0x110400; point++) {
        bool exists = point < 0x110000 && (point < 0xd800 || point > 0xdfff);
        encode(text, point);
        ck_assert_msg(is_point(text, point) == exists, "U+%04X", (unsigned)point);
    }
    encode(text, 0x20ac);
    ck_assert(!is_point(text, 0x20ad)); /* a wrong point would be found */
}
END_TEST

/* A byte that begins nothing is one replacement, and what follows is read again. */
static const struct {
    const char *text;
    size_t length;
} broken[] = {
    {"\x80", 1},
    {"\xbf", 1},
    {"\xc0\xaf", 2},
    {"\xc1\xbf", 2},
    {"\xc2", 1},
    {"\xc2 ", 2},
    {"\xe0\x80\xaf", 3},
    {"\xe2\x82", 2},
    {"\xe2\x82 ", 3},
    {"\xed\xbf\xbf", 3},
    {"\xf0\x8f\xbf\xbf", 4},
    {"\xf4\x90\x80\x80", 4},
    {"\xf0\x9f\x90", 3},
    {"\xf5\x80", 2},
    {"\xfe", 1},
    {"\xff", 1},
};

START_TEST(reads_broken_text)
{
    const char *at = broken[_i].text;
    ck_assert_uint_eq(msim_utf8_next(&at), MSIM_NOT_UTF8);
    ck_assert_ptr_eq(at, broken[_i].text + 1);
    ck_assert_uint_eq(msim_utf8_length(broken[_i].text), broken[_i].length);
}
END_TEST

#define REPLACED "\xef\xbf\xbd"
#define ELLIPSIS "\xe2\x80\xa6"

static const struct {
    const char *text;
    size_t room, most;
    const char *clean;
} cut[] = {
    {"", 16, 4, ""},
    {"abc", 16, 4, "abc"},
    {"abcd", 16, 4, "abcd"},
    {"abcde", 16, 4, "abc" ELLIPSIS},
    {"\303\244\303\266\303\274", 16, 3, "\303\244\303\266\303\274"},
    {"\303\244\303\266\303\274", 16, 2, "\303\244" ELLIPSIS},
    {"ab", 16, 1, ELLIPSIS},
    {"a\nb\tc", 32, 9, "a" REPLACED "b" REPLACED "c"},
    {"\x1b[1m", 32, 9, REPLACED "[1m"},
    {"\x7f\xc2\x85", 32, 9, REPLACED REPLACED},
    {"\xef\xbf\xbe\xef\xbf\xbf", 32, 9, REPLACED REPLACED},
    {"\xff"
     "a",
     32, 9, REPLACED "a"},
    /* the room, of which 8 bytes must be left for one point more and the 0 */
    {"abcdefgh", 16, 99, "abcdefgh"},
    {"abcdefghi", 16, 99, "abcdefghi"},
    {"abcdefghij", 16, 99, "abcdefghi" ELLIPSIS},
};

START_TEST(cleans)
{
    char to[64];
    memset(to, 'x', sizeof to);
    msim_utf8_clean(to, cut[_i].room, cut[_i].text, cut[_i].most);
    ck_assert_str_eq(to, cut[_i].clean);
    ck_assert_int_eq(to[cut[_i].room], 'x');
}
END_TEST

START_TEST(prints)
{
    struct unit_written written;
    unit_written_start(&written);
    msim_utf8_put(written.to, "ab\ncd", 4);
    msim_utf8_put(written.to, "", 4);
    msim_utf8_put(written.to, "\xf0\x9f\x90\x8b\xf0\x9f\x90\x8b", 2);
    unit_written_is(&written, "ab" REPLACED ELLIPSIS "\xf0\x9f\x90\x8b\xf0\x9f\x90\x8b");
}
END_TEST

int main(void)
{
    Suite *suite = suite_create("utf8");
    TCase *tests = tcase_create("utf8");
    tcase_set_timeout(tests, 600);
    tcase_add_test(tests, reads_all_points);
    tcase_add_loop_test(tests, reads_broken_text, 0, sizeof broken / sizeof *broken);
    tcase_add_loop_test(tests, cleans, 0, sizeof cut / sizeof *cut);
    tcase_add_test(tests, prints);
    suite_add_tcase(suite, tests);
    return unit_run(suite);
}
