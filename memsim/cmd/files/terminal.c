/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The terminal of terminal.h. */
#include "terminal.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmd/base/args.h"
#include "cmd/base/grow.h"

enum colours { AUTO, ALWAYS, NEVER };

static struct {
    int file; /* standard output as it was before it was redirected */
    enum colours colours;
    pid_t pager;
    FILE *collected;
    char *answer; /* what is shown if that does not fit; NULL: its beginning */
    const char *all;
} terminal = {.file = STDOUT_FILENO};

static struct winsize size_of_window(void)
{
    struct winsize window;
    return ioctl(terminal.file, TIOCGWINSZ, &window) == 0 ? window : (struct winsize){0};
}

size_t msim_terminal_width(void)
{
    return size_of_window().ws_col;
}

static bool is_dumb(void)
{
    const char *name = getenv("TERM");
    return !name || !strcmp(name, "dumb");
}

static const char *const names[] = {"auto", "always", "never", NULL};

bool msim_terminal_is_choice(const char *when)
{
    for (size_t i = 0; names[i]; i++)
        if (!strcmp(when, names[i]))
            return true;
    return false;
}

void msim_terminal_choose_colours(const char *when)
{
    terminal.colours = (enum colours)msim_arg_choice("--color", when, names);
}

bool msim_terminal_has_colours(void)
{
    const char *no = getenv("NO_COLOR");
    if (terminal.colours != AUTO)
        return terminal.colours == ALWAYS;
    return isatty(terminal.file) && !(no && *no) && !is_dumb();
}

/* True: it is a terminal that something can be shown on page by page. */
static bool has_pages(void)
{
    return isatty(terminal.file) && !is_dumb() && size_of_window().ws_row > 0;
}

static bool redirect_to(int file)
{
    int kept = dup(STDOUT_FILENO);
    fflush(stdout);
    if (kept < 0 || dup2(file, STDOUT_FILENO) < 0)
        return false;
    terminal.file = kept;
    return true;
}

/* --- The pager -------------------------------------------------------------------------------- */

/* True: the first word of the command is a program, in PATH or by its path. */
static bool is_there(const char *command)
{
    size_t length = strcspn(command, " \t");
    const char *path = getenv("PATH");
    bool found = false;
    if (memchr(command, '/', length)) {
        char *whole = msim_printed("%.*s", (int)length, command);
        found = access(whole, X_OK) == 0;
        free(whole);
        return found;
    }
    for (; path && *path && !found; path += *path == ':') {
        size_t folder = strcspn(path, ":");
        char *whole = msim_printed("%.*s/%.*s", (int)folder, path, (int)length, command);
        found = access(whole, X_OK) == 0;
        free(whole);
        path += folder;
    }
    return found;
}

/* NULL: none is to be used. */
static const char *pager(void)
{
    const char *name = getenv("MEMSIM_PAGER");
    name = name ? name : getenv("PAGER");
    name = name ? name : "less";
    return *name && strcmp(name, "cat") != 0 && is_there(name) ? name : NULL;
}

/* The pager ended before all was written. */
static void end_early(int number)
{
    (void)number;
    waitpid(terminal.pager, NULL, 0);
    _exit(0);
}

static void end_pager(void)
{
    fflush(stdout);
    signal(SIGINT, SIG_IGN);
    close(STDOUT_FILENO);
    while (waitpid(terminal.pager, NULL, 0) < 0 && errno == EINTR)
        continue;
}

static void run_pager(const char *name, const int *ends)
{
    dup2(ends[0], STDIN_FILENO);
    close(ends[0]);
    close(ends[1]);
    setenv("LESS", "FRX", 0);
    execl("/bin/sh", "sh", "-c", name, (char *)NULL);
    _exit(127);
}

void msim_terminal_page(void)
{
    const char *name = has_pages() ? pager() : NULL;
    int ends[2];
    if (!name || pipe(ends) != 0)
        return;
    terminal.pager = fork();
    if (terminal.pager == 0)
        run_pager(name, ends);
    close(ends[0]);
    if (terminal.pager > 0 && redirect_to(ends[1])) {
        signal(SIGPIPE, end_early);
        atexit(end_pager);
    }
    close(ends[1]);
}

/* --- One screen ------------------------------------------------------------------------------- */

static size_t lines_in(const char *text)
{
    size_t lines = 0;
    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

/* Reads all lines; counts what they are. */
static size_t lines_of(FILE *from)
{
    size_t lines = 0;
    for (int c; (c = getc(from)) != EOF;)
        lines += c == '\n';
    rewind(from);
    return lines;
}

/* Copies at most `most` lines; returns how many. */
static size_t put_lines(FILE *from, FILE *to, size_t most)
{
    char *line = NULL;
    size_t room = 0, lines = 0;
    for (; lines < most && getline(&line, &room, from) > 0; lines++)
        fputs(line, to);
    free(line);
    return lines;
}

/* The last row is the prompt's, and the one before it says what was left out. */
static size_t rows_for_answer(void)
{
    size_t rows = size_of_window().ws_row;
    return rows > 2 ? rows - 2 : 1;
}

static void put_screen(FILE *from, FILE *to)
{
    size_t lines = lines_of(from), rows = rows_for_answer(), shown = lines;
    if (lines <= rows + 1) {
        put_lines(from, to, lines + 1);
        return;
    }
    if (terminal.answer && lines_in(terminal.answer) <= rows) {
        fputs(terminal.answer, to);
        shown = lines_in(terminal.answer);
    } else {
        shown = put_lines(from, to, rows);
    }
    fprintf(to, "... %zu more lines: %s\n", lines > shown ? lines - shown : 0, terminal.all);
}

static void end_screen(void)
{
    fflush(stdout);
    rewind(terminal.collected);
    FILE *to = fdopen(terminal.file, "w");
    if (to) {
        put_screen(terminal.collected, to);
        fclose(to);
    }
    fclose(terminal.collected);
    free(terminal.answer);
}

void msim_terminal_show_one_screen(const char *all)
{
    terminal.collected = has_pages() ? tmpfile() : NULL;
    if (!terminal.collected)
        return;
    terminal.all = all;
    if (redirect_to(fileno(terminal.collected)))
        atexit(end_screen);
}

static char *answer_of(void (*write)(const void *of, size_t level, FILE *to), const void *of,
                       size_t level)
{
    char *text = NULL;
    size_t bytes;
    FILE *to = msim_open_text(&text, &bytes);
    write(of, level, to);
    fclose(to);
    return text;
}

void msim_terminal_answer(void (*write)(const void *of, size_t level, FILE *to), const void *of,
                          size_t levels)
{
    size_t from = 1, to = levels;
    while (terminal.collected && from <= to) {
        size_t level = from + (to - from) / 2;
        char *text = answer_of(write, of, level);
        if (lines_in(text) > rows_for_answer()) {
            to = level - 1;
        } else {
            from = level + 1;
            free(terminal.answer);
            terminal.answer = text;
            text = NULL;
        }
        free(text);
    }
}
