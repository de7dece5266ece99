/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Names of files with %: as Valgrind expands them, and what is refused; folders; the same file. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/files/filename.h"
#include "tests/unit/lib/ends.h"
#include "tests/unit/lib/main.h"

static const struct {
    const char *name, *expanded;
} good[] = {
    {"", ""},
    {"plain", "plain"},
    {"memsim.out.%p", "memsim.out.4711"},
    {"%p.%p", "4711.4711"},
    {"%n/%n.%p", "1/1.4711"},
    {"100%%", "100%"},
    {"%%p", "%p"},
    {"%%%p", "%4711"},
    {"%q{UNIT_SET}", "a value"},
    {"<%q{UNIT_SET}>%p", "<a value>4711"},
    {"%q{UNIT_EMPTY}x", "x"},
    {"%q{UNIT_PERCENT}", "%p"}, /* a value is not expanded again */
};

static void set_environment(void)
{
    setenv("UNIT_SET", "a value", 1);
    setenv("UNIT_EMPTY", "", 1);
    setenv("UNIT_PERCENT", "%p", 1);
    unsetenv("UNIT_UNSET");
}

UNIT_ROWS(expands, good)
{
    set_environment();
    char *name = msim_expand_name("--out", good[_i].name, 4711);
    ck_assert_str_eq(name, good[_i].expanded);
    free(name);
}

static const struct {
    const char *name, *why;
} bad[] = {
    {"a%", "expected %p, %n, %q{VARIABLE} or %%"},
    {"%x", "expected %p, %n, %q{VARIABLE} or %%"},
    {"%P", "expected %p, %n, %q{VARIABLE} or %%"},
    {"%q", "expected %q{VARIABLE}"},
    {"%qUNIT_SET", "expected %q{VARIABLE}"},
    {"%q{UNIT_SET", "expected %q{VARIABLE}"},
    {"%q{UNIT_UNSET}", "the environment has no UNIT_UNSET"},
    {"%q{}", "the environment has no "},
};

static void expand(void *name)
{
    free(msim_expand_name("--out", name, 1));
}

UNIT_ROWS(refuses, bad)
{
    char expected[128];
    set_environment();
    struct unit_end end = unit_ends(expand, (void *)bad[_i].name);
    snprintf(expected, sizeof expected, "--out=%s: %s", bad[_i].name, bad[_i].why);
    ck_assert_str_eq(end.message, expected);
    ck_assert_int_eq(end.status, MSIM_BAD_USAGE);
    /* Without an option to blame, there is no name. */
    ck_assert_ptr_eq(msim_expand_name(NULL, bad[_i].name, 1), NULL);
}

static const struct {
    const char *folder, *name, *expanded;
} inside[] = {
    {NULL, "a.%p", "a.4711"},
    {"d", "a.%p", "d/a.4711"},
    {"d.%p/%q{UNIT_SET}", "a", "d.4711/a value/a"},
    {"d", "/a.%p", "/a.4711"},
    {"d", "%q{UNIT_ROOT}.%p", "/x/y.4711"},
    {"/d/", "e/a", "/d//e/a"},
};

UNIT_ROWS(in_folders, inside)
{
    set_environment();
    setenv("UNIT_ROOT", "/x/y", 1);
    char *name = msim_expand_name_in(inside[_i].folder, "--out", inside[_i].name, 4711);
    ck_assert_str_eq(name, inside[_i].expanded);
    free(name);
    ck_assert_ptr_eq(msim_expand_name_in("%q{UNIT_UNSET}", NULL, "a", 1), NULL);
}

static void put(const char *name)
{
    FILE *file = fopen(name, "w");
    ck_assert_ptr_ne(file, NULL);
    fclose(file);
}

static void create(void *name)
{
    msim_create_folder(name);
}

UNIT_TEST(same_files)
{
    char folder[] = "filename-XXXXXX";
    ck_assert_ptr_ne(mkdtemp(folder), NULL);
    ck_assert_int_eq(chdir(folder), 0);
    msim_create_folder("a/b//c");
    msim_create_folder("a/b/");
    put("a/there");
    put("a/other");
    ck_assert_int_eq(symlink("a", "link"), 0);
    ck_assert(msim_same_file("a/there", "a/b/../there"));
    ck_assert(msim_same_file("link/there", "a/there"));
    ck_assert(msim_same_file("link/new", "./a/new"));
    ck_assert(msim_same_file("new", "./new"));
    ck_assert(msim_same_file("none/new", "none/new"));
    ck_assert(!msim_same_file("a/there", "a/other"));
    ck_assert(!msim_same_file("new", "a/new"));
    ck_assert(!msim_same_file("/dev/null", "/dev/null"));
    struct unit_end end = unit_ends(create, "a/there/x/y");
    ck_assert_str_eq(end.message, "cannot create the folder 'a/there/x/y': Not a directory");
    ck_assert_int_eq(end.status, MSIM_BAD_INPUT);
    ck_assert(unlink("a/there") == 0 && unlink("a/other") == 0 && unlink("link") == 0);
    ck_assert(rmdir("a/b/c") == 0 && rmdir("a/b") == 0 && rmdir("a") == 0);
    ck_assert(chdir("..") == 0 && rmdir(folder) == 0);
}
