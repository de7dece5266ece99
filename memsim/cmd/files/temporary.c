/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The files, folders and signals of temporary.h. */
#define _GNU_SOURCE
#include "temporary.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"

static struct {
    char **name;
    size_t used;
    sigset_t before, held; /* signals that are blocked: otherwise, and while there are any */
    int ending;            /* the signal that is to end the command */
} temporaries;

/* --- Signals -------------------------------------------------------------------------------- */

/* A blocked signal that is ignored would come all the same. */
static void hold_signals(void)
{
    static const int ends[] = {SIGHUP, SIGINT, SIGTERM};
    struct sigaction usual = {.sa_handler = SIG_DFL}, is;
    sigemptyset(&usual.sa_mask);
    sigemptyset(&temporaries.held);
    sigaddset(&temporaries.held, SIGCHLD);
    sigaction(SIGCHLD, &usual, NULL); /* if it is ignored, the end of a child is not reported */
    for (size_t i = 0; i < sizeof ends / sizeof *ends; i++)
        if (sigaction(ends[i], NULL, &is) == 0 && is.sa_handler != SIG_IGN)
            sigaddset(&temporaries.held, ends[i]);
    sigprocmask(SIG_BLOCK, &temporaries.held, &temporaries.before);
}

static void release_signals(void)
{
    sigprocmask(SIG_SETMASK, &temporaries.before, NULL);
}

bool msim_temporary_wait(void)
{
    int number;
    do
        number = sigwaitinfo(&temporaries.held, NULL);
    while (number < 0 && errno == EINTR);
    if (number < 0 || number == SIGCHLD)
        return true;
    temporaries.ending = number;
    return false;
}

void msim_temporary_forked(void)
{
    if (temporaries.used)
        release_signals();
}

/* --- Files and folders ---------------------------------------------------------------------- */

static void remove_one(const char *name)
{
    DIR *folder = opendir(name);
    const struct dirent *entry;
    while (folder && (entry = readdir(folder)))
        unlinkat(dirfd(folder), entry->d_name, 0);
    if (folder)
        closedir(folder);
    if (folder ? rmdir(name) : unlink(name))
        msim_warn("cannot remove '%s': %s", name, strerror(errno));
}

static void remove_all(void)
{
    while (temporaries.used)
        remove_one(temporaries.name[--temporaries.used]);
}

/* Adds one of which the name is to be made. */
static char *add(const char *what)
{
    static bool removes_at_exit;
    const char *where = getenv("TMPDIR");
    if (!removes_at_exit)
        removes_at_exit = atexit(remove_all) == 0;
    if (!temporaries.used)
        hold_signals();
    return msim_printed("%s/memsim-%s-XXXXXX", where && *where ? where : "/tmp", what);
}

static char *added(char *name, bool is_made, const char *kind)
{
    if (!is_made)
        msim_bad_input("cannot create the %s %s: %s; TMPDIR names another place for it", kind, name,
                       strerror(errno));
    MSIM_PUSH(temporaries.name, temporaries.used, name);
    return name;
}

char *msim_temporary_file(const char *what)
{
    char *name = add(what);
    int file = mkostemp(name, O_CLOEXEC);
    added(name, file >= 0, "file");
    close(file);
    return name;
}

char *msim_temporary_folder(const char *what)
{
    char *name = add(what);
    return added(name, mkdtemp(name) != NULL, "folder");
}

void msim_temporary_remove(char *name)
{
    size_t at = 0;
    while (temporaries.name[at] != name)
        at++;
    remove_one(name);
    free(name);
    temporaries.name[at] = temporaries.name[--temporaries.used];
    if (!temporaries.used)
        release_signals();
}

void msim_temporary_end(void)
{
    remove_all();
    signal(temporaries.ending, SIG_DFL);
    raise(temporaries.ending);
    release_signals();
    exit(MSIM_BAD_INPUT);
}
