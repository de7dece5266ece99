/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Ends in child processes; see ends.h. */
#include "ends.h"

#include <check.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/die.h"

enum { RETURNED = 99 };

static int to_parent;

static void end(int status, const char *message)
{
    ssize_t length = (ssize_t)strlen(message);
    _exit(write(to_parent, message, (size_t)length) == length ? status : RETURNED);
}

static void run(void (*call)(const void *context), const void *context)
{
    msim_die_as("memsim", end);
    call(context);
    _exit(RETURNED);
}

void unit_ends(int status, const char *message, void (*call)(const void *context),
               const void *context)
{
    char got[1024] = "";
    size_t used = 0;
    ssize_t more;
    int ends[2], ended;
    ck_assert_int_eq(pipe(ends), 0);
    fflush(NULL);
    pid_t child = fork();
    ck_assert_int_ge(child, 0);
    if (child == 0) {
        to_parent = ends[1];
        run(call, context);
    }
    close(ends[1]);
    while ((more = read(ends[0], got + used, sizeof got - 1 - used)) > 0)
        used += (size_t)more;
    close(ends[0]);
    ck_assert_int_eq(waitpid(child, &ended, 0), child);
    ck_assert_str_eq(got, message);
    ck_assert_msg(WIFEXITED(ended) && WEXITSTATUS(ended) == status, "status %x instead of %d",
                  (unsigned)ended, status);
}
