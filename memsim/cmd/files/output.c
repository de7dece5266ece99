/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files, standard output and terminals; see output.h. */
#include "output.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"

const char *const msim_format_names[] = {"text", "json", "csv", NULL};

enum msim_format msim_output_format(const struct msim_output *output)
{
    if (!output->format)
        return MSIM_FORMAT_TEXT;
    return (enum msim_format)msim_arg_choice("--format", output->format, msim_format_names);
}

bool msim_output_is_picture(const struct msim_output *output)
{
    return (output->svg || output->png) && !output->format;
}

void msim_output_open(struct msim_whole_file *file, const char *name)
{
    if (name)
        msim_whole_open(file, name);
    else
        *file = (struct msim_whole_file){.to = stdout};
}

int msim_output_close(struct msim_whole_file *file)
{
    if (!file->name)
        return msim_finish_stdout();
    msim_whole_close(file, NULL);
    return MSIM_DONE;
}

static void put(void *to, const char *bytes, size_t count)
{
    fwrite(bytes, 1, count, to);
}

struct msim_sink msim_file_sink(FILE *to)
{
    return (struct msim_sink){put, to};
}

static void (*limit_before)(int signal);

void msim_limit_is_error(void)
{
    limit_before = signal(SIGXFSZ, SIG_IGN);
}

void msim_limit_is_as_before(void)
{
    if (limit_before != SIG_ERR)
        signal(SIGXFSZ, limit_before);
}

size_t msim_terminal_width(void)
{
    struct winsize window;
    return ioctl(STDOUT_FILENO, TIOCGWINSZ, &window) == 0 ? window.ws_col : 0;
}

bool msim_terminal_has_colours(void)
{
    const char *no = getenv("NO_COLOR"), *terminal = getenv("TERM");
    return isatty(STDOUT_FILENO) && !(no && *no) && terminal && strcmp(terminal, "dumb") != 0;
}
