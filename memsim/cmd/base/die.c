/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Messages and exit statuses; see die.h. */
#include "die.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *program = "memsim";
static void (*end_instead)(int status, const char *message);

void msim_die_as(const char *name, void (*end)(int status, const char *message))
{
    program = name;
    end_instead = end;
}

/* Flushes stdout first, so that results precede the message if both go to the same place. */
static void say(const char *format, va_list values)
{
    fflush(stdout);
    fprintf(stderr, "%s: ", program);
    vfprintf(stderr, format, values);
    fputc('\n', stderr);
}

__attribute__((noreturn)) static void die(int status, const char *format, va_list values)
{
    char message[1024];
    if (end_instead) {
        vsnprintf(message, sizeof message, format, values);
        end_instead(status, message);
        abort();
    }
    say(format, values);
    exit(status);
}

void msim_bad_input(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    die(MSIM_BAD_INPUT, format, values);
}

void msim_bad_usage(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    die(MSIM_BAD_USAGE, format, values);
}

void msim_warn(const char *format, ...)
{
    va_list values;
    va_start(values, format);
    say(format, values);
    va_end(values);
}

int msim_finish_stdout(void)
{
    if (fflush(stdout) == 0 && !ferror(stdout))
        return MSIM_DONE;
    fprintf(stderr, "%s: standard output: %s\n", program, strerror(errno));
    return MSIM_BAD_INPUT;
}
