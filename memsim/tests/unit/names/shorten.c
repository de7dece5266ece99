/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names that are shortened for pictures, and that they stay within any room. */
#include "cmd/names/shorten.h"

#include <string.h>

#include "cmd/base/utf8.h"
#include "tests/unit/lib/main.h"

#define CUT "\xe2\x80\xa6"

static const struct {
    size_t most;
    const char *name, *expected;
} functions[] = {
    {20, "main", "main"},
    {20, "exactly_twenty_chars", "exactly_twenty_chars"},
    {20, "this_is_twenty-one_ch", "this_is_twenty-one_" CUT},
    {40, "a(int)", "a(int)"},
    {30, "ggc_internal_alloc(unsigned long, void (*)(void*))", "ggc_internal_alloc(" CUT ")"},
    {30, "std::vector<int, std::allocator<int> >::push_back(int const&)",
     "std::vector<int>::push_back(" CUT ")"},
    {20, "std::vector<int, std::allocator<int> >::push_back(int const&)", CUT "push_back(" CUT ")"},
    {40, "std::vector<int, std::allocator<int> >::push_back(int const&)",
     "std::vector<int>::push_back(int const&)"},
    {35, "std::vector<std::pair<int, long>, std::allocator<std::pair<int, long> > >::clear()",
     "std::vector<std::pair<" CUT ">>::clear()"},
    {30, "operator<< <char, std::char_traits<char> >(std::ostream&, char)",
     "operator<< <char>(" CUT ")"},
    {30, "std::operator>><char, std::char_traits<char> >(std::istream&, char&)",
     "std::operator>><char>(" CUT ")"},
    {30, "thing::operator()(int, unsigned long, void*)", "thing::operator()(" CUT ")"},
    {40, "(anonymous namespace)::run(std::string const&)", "(anonymous namespace)::run(" CUT ")"},
    {40, "<alloc::vec::Vec<u8> as core::ops::Drop>::drop_in_place", "<" CUT ">::drop_in_place"},
    {20, "very::long::namespaces::of::a::function", CUT "of::a::function"},
    {10, "very::long::namespaces::of::a::function", CUT "function"},
    {20, "very::long::namespaces::of::nothing::", CUT "of::nothing::"},
    {30, "(below main) of a longer program", "(below main) of a longer prog" CUT},
    {8, "caf\303\251_and_more", "caf\303\251_an" CUT},
    {10, "a(((((((((((((((((", "a(" CUT},
    {10, "f())))))))))))))))", "f()))))))" CUT},
    {20, "no_arguments_but_longer()", "no_arguments_but_lo" CUT},
};

UNIT_ROWS(shortens_functions, functions)
{
    char to[128];
    msim_shorten_function(to, sizeof to, functions[_i].name, functions[_i].most);
    ck_assert_str_eq(to, functions[_i].expected);
    for (size_t room = 8; room < sizeof to; room++)
        for (size_t most = 1; most < 40; most++) {
            memset(to, 'x', sizeof to);
            msim_shorten_function(to, room, functions[_i].name, most);
            ck_assert(memchr(to, 0, room) != NULL && msim_utf8_length(to) <= most);
        }
}

static const struct {
    size_t most;
    const char *name, *expected;
} files[] = {
    {20, "/usr/lib/libc.so.6", "libc.so.6"},
    {20, "/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6", "libsqlite3.so.0.8.6"},
    {15, "/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6", "libsqlite3.so"},
    {10, "/usr/lib/x86_64-linux-gnu/libsqlite3.so.0.8.6", "libsqlite" CUT},
    {10, "/usr/lib/libfoo.so.backup", "libfoo.so" CUT},
    {20, "prog.c:12", "prog.c:12"},
    {20, "/", "/"},
    {20, "", ""},
};

UNIT_ROWS(shortens_files, files)
{
    char to[64];
    msim_shorten_file(to, sizeof to, files[_i].name, files[_i].most);
    ck_assert_str_eq(to, files[_i].expected);
}

static const struct {
    size_t most;
    const char *name, *expected;
} places[] = {
    {40, "main (prog.c:12)", "main (prog.c:12)"},
    {40, "PyType_GenericAlloc (in /usr/bin/python3.11)", "PyType_GenericAlloc (python3.11)"},
    {30, "PyType_GenericAlloc (in /usr/lib/libpython3.11.so.1.0)",
     "PyType_GenericAlloc (libpyth" CUT ")"},
    {29, "PyType_GenericAlloc (in /usr/bin/python3.11)", "PyType_GenericAlloc"},
    {36, "PyType_GenericAlloc (in /usr/lib/libpython.so.1.0)",
     "PyType_GenericAlloc (libpython.so)"},
    {40, "0x48F0503: ??? (in /usr/lib/libsqlite3.so.0.8.6)", "0x48F0503 (libsqlite3.so.0.8.6)"},
    {40, "0x48F0503: ???", "0x48F0503"},
    {30, "f(int) (in /lib/a (1).so)", "f(int) (in /lib/a (1).so)"},
    {16, "a::b(int, unsigned long) (x.cc:1234567)", "a::b(" CUT ")"},
    {24, "a::b(int, unsigned long) (x.cc:1234567)", "a::b(int, unsigned long)"},
    {20, "()", "()"},
    {20, " ()", " ()"},
    {20, "", ""},
};

UNIT_ROWS(shortens_places, places)
{
    char to[256];
    msim_shorten_place(to, sizeof to, places[_i].name, places[_i].most);
    ck_assert_str_eq(to, places[_i].expected);
    for (size_t room = 8; room < sizeof to; room++)
        for (size_t most = 1; most < 60; most++) {
            memset(to, 'x', sizeof to);
            msim_shorten_place(to, room, places[_i].name, most);
            ck_assert(memchr(to, 0, room) != NULL && msim_utf8_length(to) <= most);
        }
}

/* Longer than any buffer of the command. */
UNIT_TEST(survives_long_names)
{
    static char name[10000];
    char to[64];
    for (size_t i = 0; i < sizeof name - 1; i++)
        name[i] = "a<(:)>b:operator<"[i * 7 % 17];
    for (size_t i = 0; i < sizeof name; i++) {
        msim_shorten_function(to, sizeof to, name + i, 1 + i % 40);
        msim_shorten_place(to, sizeof to, name + i, 1 + i % 40);
    }
    msim_shorten_file(to, sizeof to, name, 30);
    ck_assert_uint_le(msim_utf8_length(to), 30);
}
