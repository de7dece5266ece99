/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whole files, of every length around the reader's steps, from files and from pipes. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/files/lines.h"
#include "tests/unit/lib/main.h"

static const size_t lengths[] = {0,     1,     100,   65533,  65534,  65535,  65536,  65537,  98302,
                                 98303, 98304, 98305, 147454, 147455, 147456, 200000, 1000000};

static char byte_at(size_t i)
{
    return (char)(i % 251);
}

static void write_bytes(int to, size_t length)
{
    char *bytes = malloc(length + 1);
    for (size_t i = 0; i < length; i++)
        bytes[i] = byte_at(i);
    for (size_t done = 0; done < length;) {
        ssize_t wrote = write(to, bytes + done, length - done);
        if (wrote <= 0)
            abort();
        done += (size_t)wrote;
    }
    free(bytes);
}

static void assert_reads(int from, size_t length)
{
    char name[64];
    size_t size;
    snprintf(name, sizeof name, "/dev/fd/%d", from);
    char *bytes = msim_read_all(name, &size);
    ck_assert_ptr_ne(bytes, NULL);
    ck_assert_uint_eq(size, length);
    size_t equal = 0; /* an assertion for each byte would take a minute */
    while (equal < length && bytes[equal] == byte_at(equal))
        equal++;
    ck_assert_uint_eq(equal, length);
    ck_assert_int_eq(bytes[length], 0);
    free(bytes);
}

UNIT_ROWS(reads_files, lengths)
{
    FILE *file = tmpfile();
    ck_assert_ptr_ne(file, NULL);
    write_bytes(fileno(file), lengths[_i]);
    lseek(fileno(file), 0, SEEK_SET); /* where /dev/fd shares the position */
    assert_reads(fileno(file), lengths[_i]);
    fclose(file);
}

UNIT_ROWS(reads_pipes, lengths)
{
    int ends[2];
    ck_assert_int_eq(pipe(ends), 0);
    pid_t pid = fork();
    ck_assert_int_ge(pid, 0);
    if (pid == 0) {
        close(ends[0]);
        write_bytes(ends[1], lengths[_i]);
        _exit(0);
    }
    close(ends[1]);
    assert_reads(ends[0], lengths[_i]);
    close(ends[0]);
    waitpid(pid, NULL, 0);
}

UNIT_TEST(says_why_not)
{
    size_t size;
    errno = 0;
    ck_assert_ptr_eq(msim_read_all("/no such folder/file", &size), NULL);
    ck_assert_int_eq(errno, ENOENT);
    errno = 0;
    ck_assert_ptr_eq(msim_read_all("/", &size), NULL);
    ck_assert_int_eq(errno, EISDIR);
}
