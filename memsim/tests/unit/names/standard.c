/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of the standard library lose what goes without saying, and others lose nothing. */
#include <stdlib.h>

#include "cmd/names/standard.h"
#include "tests/unit/lib/main.h"

#define STRING "std::__cxx11::basic_string<char, std::char_traits<char>, std::allocator<char> >"

static const struct {
    const char *name, *expected;
} rows[] = {
    {"", ""},
    {"main", "main"},
    {"std::vector<int, std::allocator<int> >", "std::vector<int>"},
    {"std::vector<" STRING ", std::allocator<" STRING " > >::push_back(" STRING " const&)",
     "std::vector<std::string>::push_back(std::string const&)"},
    {"std::map<int, char, std::less<int>, std::allocator<std::pair<int const, char> > >",
     "std::map<int, char>"},
    {"std::unique_ptr<Node, std::default_delete<Node> >", "std::unique_ptr<Node>"},
    {"std::vector<int, mine::allocator<int> >", "std::vector<int, mine::allocator<int>>"},
    {"std::map<int, char, std::greater<int>, std::allocator<char> >",
     "std::map<int, char, std::greater<int>>"},
    {"f(int, std::allocator<int>)", "f(int, std::allocator<int>)"},
    {"f(int, std::less<int> const&)", "f(int, std::less<int> const&)"},
    {"alloc::vec::Vec<usize, alloc::alloc::Global>", "alloc::vec::Vec<usize>"},
    {"std::__1::vector<int, std::__1::allocator<int> >", "std::vector<int>"},
    {"a < b > c", "a < b > c"},
    {"f<int, std::allocator<", "f<int, std::allocator<"},
    {", std::less<>", ", std::less<>"},
};

UNIT_ROWS(leaves_out_what_is_usual, rows)
{
    char *name = msim_standard_name(rows[_i].name);
    ck_assert_str_eq(name, rows[_i].expected);
    free(name);
}
