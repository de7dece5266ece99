/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The packages that have symbols, by a database of dpkg's that is made here. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/listing/symbols.h"
#include "tests/unit/lib/main.h"

static const char *const folders[] = {
    "", "/var", "/var/lib", "/var/lib/dpkg", "/var/lib/dpkg/info", "/etc"};
enum { FOLDERS = sizeof folders / sizeof *folders };

static const char *const files[][2] = {
    {"/var/lib/dpkg/info/libfoo1:amd64.list",
     "/.\n/usr/lib/x/libfoo.so.1\n/usr/lib/x/libfoo.so.1.2\n"},
    {"/var/lib/dpkg/info/libbar2.list", "/.\n/lib/x/libbar.so.2"},
    {"/var/lib/dpkg/info/libbar2.md5sums", "/usr/lib/x/libno.so\n"},
    {"/var/lib/dpkg/info/libc6:amd64.list", "/lib/x/libc.so.6\n"},
    {"/etc/os-release", "NAME=\"Some Linux\"\nVERSION_ID=1\nID=ubuntu\n"},
};
enum { FILES = sizeof files / sizeof *files };

static char *name_in(const char *root, const char *rest)
{
    static char name[600];
    snprintf(name, sizeof name, "%s%s", root, rest);
    return name;
}

static void make(const char *root)
{
    for (size_t i = 1; i < FOLDERS; i++)
        ck_assert_int_eq(mkdir(name_in(root, folders[i]), 0700), 0);
    for (size_t i = 0; i < FILES; i++) {
        FILE *to = fopen(name_in(root, files[i][0]), "w");
        ck_assert_ptr_nonnull(to);
        fputs(files[i][1], to);
        fclose(to);
    }
}

static void remove_all(const char *root)
{
    for (size_t i = 0; i < FILES; i++)
        unlink(name_in(root, files[i][0]));
    for (size_t i = FOLDERS; i-- > 0;)
        rmdir(name_in(root, folders[i]));
}

static void assert_package(const char *root, const char *path, const char *wanted)
{
    char *found = msim_symbols_package(root, path);
    if (wanted)
        ck_assert_str_eq(found, wanted);
    else
        ck_assert_ptr_null(found);
    free(found);
}

UNIT_TEST(symbols_are_in_packages)
{
    char root[] = "/tmp/memsim-symbols-XXXXXX";
    ck_assert_ptr_nonnull(mkdtemp(root));
    make(root);
    assert_package(root, "/usr/lib/x/libfoo.so.1", "libfoo1-dbgsym");
    assert_package(root, "/lib/x/libfoo.so.1.2", "libfoo1-dbgsym");
    assert_package(root, "/usr/lib/x/libbar.so.2", "libbar2-dbgsym");
    assert_package(root, "/lib/x/libbar.so.2", "libbar2-dbgsym");
    assert_package(root, "/usr/lib/x/libc.so.6", "libc6-dbg");
    assert_package(root, "/usr/lib/x/libfoo.so", NULL);
    assert_package(root, "/x/libfoo.so.1", NULL);
    assert_package(root, "/usr/lib/x/libno.so", NULL);
    ck_assert_str_eq(msim_symbols_server(root), "https://debuginfod.ubuntu.com");
    remove_all(root);
    assert_package(root, "/usr/lib/x/libfoo.so.1", NULL);
    ck_assert_str_eq(msim_symbols_server(root), "https://debuginfod.elfutils.org");
}
