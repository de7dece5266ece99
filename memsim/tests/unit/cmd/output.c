/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where results go: formats, files that are whole or not there, names, terminals. */
#define _GNU_SOURCE /* posix_openpt */
#include "cmd/files/output.h"

#include <fcntl.h>
#include <stdint.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/files/filename.h"
#include "cmd/files/lines.h"
#include "tests/unit/lib/main.h"
#include "tests/unit/lib/must_end.h"
#include "tests/unit/lib/written.h"

/* --- formats ------------------------------------------------------------------------------ */

UNIT_TEST(finds_formats)
{
    struct msim_output output = {.format = NULL};
    ck_assert_int_eq(msim_output_format(&output), MSIM_FORMAT_TEXT);
    output.format = "json";
    ck_assert_int_eq(msim_output_format(&output), MSIM_FORMAT_JSON);
    output.format = "csv";
    ck_assert_int_eq(msim_output_format(&output), MSIM_FORMAT_CSV);
}

static void find_format(const void *output)
{
    msim_output_format(output);
}

UNIT_TEST(refuses_formats)
{
    static const struct msim_output output = {.format = "xml"};
    unit_must_end(2, "--format=xml: expected text, json or csv", find_format, &output);
}

UNIT_TEST(knows_pictures)
{
    ck_assert(!msim_output_is_picture(&(struct msim_output){.out = "o"}));
    ck_assert(!msim_output_is_picture(&(struct msim_output){.format = "text", .svg = "s"}));
    ck_assert(msim_output_is_picture(&(struct msim_output){.svg = "s"}));
    ck_assert(msim_output_is_picture(&(struct msim_output){.png = "p", .out = "o"}));
}

/* --- files -------------------------------------------------------------------------------- */

static char folder[] = "/tmp/memsim-unit-XXXXXX", name[64];

UNIT_BEFORE()
{
    strcpy(folder + strlen(folder) - 6, "XXXXXX");
    ck_assert_ptr_nonnull(mkdtemp(folder));
    snprintf(name, sizeof name, "%s/result", folder);
}

UNIT_AFTER()
{
    unlink(name);
    ck_assert_int_eq(rmdir(folder), 0); /* nothing else is in it */
}

static void is_in_file(const char *expected)
{
    size_t size;
    char *bytes = msim_read_all(name, &size);
    ck_assert_pstr_eq(bytes, expected);
    free(bytes);
}

UNIT_TEST(writes_files)
{
    struct msim_whole_file file;
    for (int i = 0; i < 2; i++) { /* the second replaces the first */
        msim_output_open(&file, name);
        fprintf(file.to, "result %d\n", i);
        fflush(file.to);
        if (i == 0)
            ck_assert_int_ne(access(name, F_OK), 0); /* not before it is complete */
        else
            is_in_file("result 0\n");
        ck_assert_int_eq(msim_output_close(&file), MSIM_DONE);
    }
    is_in_file("result 1\n");
}

UNIT_TEST(writes_to_a_link)
{
    char other[80];
    struct msim_whole_file file;
    snprintf(other, sizeof other, "%s/other", folder);
    ck_assert_int_eq(symlink("other", name), 0);
    msim_output_open(&file, name);
    fputs("result\n", file.to);
    ck_assert_int_eq(msim_output_close(&file), MSIM_DONE);
    is_in_file("result\n");
    ck_assert_int_eq(unlink(other), 0); /* the link still leads there */
}

static void write_badly(const void *to)
{
    struct msim_whole_file file;
    msim_output_open(&file, to);
    fputs("result\n", file.to);
    msim_output_close(&file);
}

UNIT_TEST(says_why_not)
{
    unit_must_end(1, "cannot write '/nowhere/x': No such file or directory", write_badly,
                  "/nowhere/x");
    unit_must_end(1, "cannot write '/dev/full': No space left on device", write_badly, "/dev/full");
}

static void give_up(const void *to)
{
    struct msim_whole_file file;
    msim_whole_open(&file, to);
    fputs("half of it", file.to);
    msim_whole_close(&file, "there is no more");
}

UNIT_TEST(leaves_nothing_unfinished)
{
    char message[128];
    snprintf(message, sizeof message, "cannot write '%s': there is no more", name);
    unit_must_end(1, message, give_up, name);
    ck_assert_int_ne(access(name, F_OK), 0);
}

UNIT_TEST(tries)
{
    msim_whole_try(name);
    ck_assert_int_ne(access(name, F_OK), 0);
}

UNIT_TEST(is_a_sink)
{
    struct unit_written written;
    unit_written_start(&written);
    struct msim_sink sink = msim_file_sink(written.to);
    sink.put(sink.self, "abc", 2);
    sink.put(sink.self, "", 0);
    sink.put(sink.self, "c", 1);
    unit_written_is(&written, "abc");
}

/* --- names -------------------------------------------------------------------------------- */

static const struct {
    const char *name, *expanded; /* NULL: it is refused */
    const char *why;
} expansions[] = {
    {"a", "a", NULL},
    {"", "", NULL},
    {"a.%p", "a.4711", NULL},
    {"%p%p%%p", "47114711%p", NULL},
    {"%q{MSIM_UNIT}/x", "a value/x", NULL},
    {"%q{MSIM_EMPTY}", "", NULL},
    {"100%", NULL, "--x=100%: expected %p, %n, %q{VARIABLE} or %%"},
    {"%x", NULL, "--x=%x: expected %p, %n, %q{VARIABLE} or %%"},
    {"%P", NULL, "--x=%P: expected %p, %n, %q{VARIABLE} or %%"},
    {"%q", NULL, "--x=%q: expected %q{VARIABLE}"},
    {"%qX", NULL, "--x=%qX: expected %q{VARIABLE}"},
    {"%q{X", NULL, "--x=%q{X: expected %q{VARIABLE}"},
    {"%q{}", NULL, "--x=%q{}: the environment has no "},
    {"a%q{MSIM_NOTHING}", NULL, "--x=a%q{MSIM_NOTHING}: the environment has no MSIM_NOTHING"},
};

static void expand(const void *text)
{
    msim_expand_name("--x", text, 4711);
}

UNIT_ROWS(expands, expansions)
{
    setenv("MSIM_UNIT", "a value", 1);
    setenv("MSIM_EMPTY", "", 1);
    unsetenv("MSIM_NOTHING");
    char *expanded = msim_expand_name(NULL, expansions[_i].name, 4711);
    ck_assert_pstr_eq(expanded, expansions[_i].expanded);
    free(expanded);
    if (expansions[_i].why)
        unit_must_end(2, expansions[_i].why, expand, expansions[_i].name);
}

/* --- terminals ---------------------------------------------------------------------------- */

/* In a child whose standard output is `to`. */
static int ask(int to, int (*question)(void))
{
    int answer;
    fflush(NULL);
    pid_t child = fork();
    if (child == 0)
        _exit(dup2(to, STDOUT_FILENO) < 0 ? 255 : question());
    ck_assert_int_eq(waitpid(child, &answer, 0), child);
    ck_assert(WIFEXITED(answer));
    return WEXITSTATUS(answer);
}

static int width(void)
{
    return (int)msim_terminal_width();
}

static int has_colours(void)
{
    setenv("TERM", "xterm", 1);
    unsetenv("NO_COLOR");
    return msim_terminal_has_colours();
}

static int has_colours_for_nobody(void)
{
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "1", 1);
    return msim_terminal_has_colours();
}

static int has_colours_unless_asked(void)
{
    setenv("TERM", "xterm", 1);
    setenv("NO_COLOR", "", 1); /* as if it were not there */
    return msim_terminal_has_colours();
}

static int has_dumb_colours(void)
{
    setenv("TERM", "dumb", 1);
    unsetenv("NO_COLOR");
    return msim_terminal_has_colours();
}

UNIT_TEST(is_no_terminal)
{
    int null = open("/dev/null", O_WRONLY);
    ck_assert_int_ge(null, 0);
    ck_assert_int_eq(ask(null, width), 0);
    ck_assert_int_eq(ask(null, has_colours), 0);
    close(null);
}

/* Where there are terminals. */
UNIT_TEST(is_a_terminal)
{
    int master = posix_openpt(O_RDWR | O_NOCTTY);
    if (master < 0 || grantpt(master) != 0 || unlockpt(master) != 0)
        return;
    int terminal = open(ptsname(master), O_RDWR | O_NOCTTY);
    struct winsize size = {.ws_row = 24, .ws_col = 77};
    ck_assert_int_ge(terminal, 0);
    ck_assert_int_eq(ioctl(terminal, TIOCSWINSZ, &size), 0);
    ck_assert_int_eq(ask(terminal, width), 77);
    ck_assert_int_eq(ask(terminal, has_colours), 1);
    ck_assert_int_eq(ask(terminal, has_colours_unless_asked), 1);
    ck_assert_int_eq(ask(terminal, has_colours_for_nobody), 0);
    ck_assert_int_eq(ask(terminal, has_dumb_colours), 0);
    close(terminal);
    close(master);
}
