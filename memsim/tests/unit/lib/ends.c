/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A child that ends; see ends.h. */
#include "ends.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/die.h"

enum { RETURNED = 99 };

static int message_to;

/* Of a build with --coverage: _exit would lose what the child reached. */
extern void __gcov_dump(void) __attribute__((weak));

/* Not exit: it would write what the parent has not written yet, and take what code that never
 * returns has not freed for a leak. */
static void end(int status)
{
    if (__gcov_dump)
        __gcov_dump();
    _exit(status);
}

static void tell(int status, const char *message)
{
    size_t length = strlen(message);
    end(write(message_to, message, length) == (ssize_t)length ? status : RETURNED + 1);
}

static void read_message(int from, char *to, size_t room)
{
    size_t used = 0;
    for (ssize_t got; used < room - 1 && (got = read(from, to + used, room - 1 - used)) > 0;)
        used += (size_t)got;
    to[used] = 0;
}

struct unit_end unit_ends(void (*call)(void *with), void *with)
{
    struct unit_end result = {UNIT_CRASHED, ""};
    int ends[2], status;
    pid_t pid = pipe(ends) == 0 ? fork() : -1;
    if (pid < 0)
        abort();
    if (pid == 0) {
        message_to = ends[1];
        msim_die_as("unit", tell);
        call(with);
        end(RETURNED);
    }
    close(ends[1]);
    read_message(ends[0], result.message, sizeof result.message);
    close(ends[0]);
    if (waitpid(pid, &status, 0) == pid && WIFEXITED(status))
        result.status = WEXITSTATUS(status) == RETURNED ? UNIT_RETURNED : WEXITSTATUS(status);
    return result;
}
