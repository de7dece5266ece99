/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files, standard output and terminals; see output.h. */
#include "output.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/grow.h"

/* --- Ctrl-C: the handler uses only what may be used in one --------------------------------- */

static struct {
    bool several, on; /* files were announced, so the handler is set */
    volatile sig_atomic_t times;
    const char *const *name; /* of those that are missing */
    unsigned names;
    const char *writing, *partial;
    struct sigaction before;
} interrupt;

static void say(const char *a, const char *b, const char *c)
{
    const struct iovec part[] = {
        {(char *)a, strlen(a)}, {(char *)b, strlen(b)}, {(char *)c, strlen(c)}};
    if (writev(STDERR_FILENO, part, 3) < 0)
        return; /* it cannot be said that nothing can be said */
}

static void end(void)
{
    if (interrupt.partial)
        unlink(interrupt.partial);
    say("memsim: ended by Ctrl-C; these files are missing:\n", "", "");
    for (unsigned i = 0; i < interrupt.names; i++)
        say("  ", interrupt.name[i], "\n");
    if (!interrupt.several && interrupt.writing)
        say("  ", interrupt.writing, "\n");
    signal(SIGINT, SIG_DFL);
    raise(SIGINT); /* as soon as the handler returns */
}

static void handle(int number)
{
    (void)number;
    if (interrupt.times++ > 0)
        end();
    else if (interrupt.writing)
        say("memsim: writing '", interrupt.writing, "'; Ctrl-C again to end without it\n");
    else
        say("memsim: writing the results; Ctrl-C again to end without them\n", "", "");
}

static void set_handler(void)
{
    struct sigaction action = {.sa_handler = handle, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    interrupt.times = 0;
    interrupt.on =
        sigaction(SIGINT, NULL, &interrupt.before) == 0 && interrupt.before.sa_handler != SIG_IGN;
    if (interrupt.on)
        sigaction(SIGINT, &action, NULL);
}

static void remove_handler(void)
{
    if (interrupt.on)
        sigaction(SIGINT, &interrupt.before, NULL);
    interrupt.on = false;
}

void msim_whole_announce(const char *const *name, unsigned names)
{
    interrupt.name = name;
    interrupt.names = names;
    interrupt.several = true;
    set_handler();
}

void msim_whole_end(void)
{
    remove_handler();
    interrupt.several = false;
    interrupt.names = 0;
}

void msim_whole_next(void)
{
    interrupt.names--;
    interrupt.name++;
}

/* The handler must not see the one's name with the other's partial one. */
static void writing(const char *name, const char *partial)
{
    interrupt.partial = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    interrupt.writing = name;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    interrupt.partial = partial;
    if (!interrupt.several && !interrupt.on)
        set_handler();
}

static void not_writing(void)
{
    interrupt.partial = NULL;
    __atomic_signal_fence(__ATOMIC_SEQ_CST);
    interrupt.writing = NULL;
    if (!interrupt.several)
        remove_handler();
}

/* --- Files ------------------------------------------------------------------------------- */

static void name_it(struct msim_whole_file *file, const char *name)
{
    struct stat now;
    *file = (struct msim_whole_file){.name = name};
    if (lstat(name, &now) != 0 || S_ISREG(now.st_mode))
        file->partial = msim_printed("%s.partial-%ld", name, (long)getpid());
}

static void open_it(struct msim_whole_file *file)
{
    file->to = fopen(file->partial ? file->partial : file->name, "w");
    if (!file->to)
        msim_bad_input("cannot write '%s': %s", file->name, strerror(errno));
}

void msim_whole_open(struct msim_whole_file *file, const char *name)
{
    name_it(file, name);
    writing(name, file->partial); /* now, as a pipe may wait for its reader */
    open_it(file);
}

void msim_whole_close(struct msim_whole_file *file, const char *reason)
{
    /* That the disk is full may show only now; but the first error counts. */
    bool failed = ferror(file->to) != 0;
    int error = errno;
    if (fclose(file->to) != 0 && !failed) {
        failed = true;
        error = errno;
    }
    if (!reason && !failed && file->partial && rename(file->partial, file->name) != 0) {
        failed = true;
        error = errno;
    }
    if ((reason || failed) && file->partial)
        unlink(file->partial);
    not_writing();
    if (reason || failed)
        msim_bad_input("cannot write '%s': %s", file->name, reason ? reason : strerror(error));
    free(file->partial);
}

void msim_whole_try(const char *name)
{
    struct msim_whole_file file;
    name_it(&file, name);
    open_it(&file);
    fclose(file.to);
    if (file.partial)
        unlink(file.partial);
    free(file.partial);
}

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
