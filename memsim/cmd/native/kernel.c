/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The program of kernels and processes that run it (kernel.h). */
#define _GNU_SOURCE
#include "kernel.h"

#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "cmd/files/temporary.h"

/* From the folder of the command: in the build folder, and where `make install` puts both. */
static const char *const beside[] = {"../kernels/memsim-kernels",
                                     "../libexec/memsim/memsim-kernels"};

char *msim_kernels_program(void)
{
    char self[PATH_MAX], *end;
    const char *named = getenv("MEMSIM_KERNELS");
    if (named && *named)
        return msim_copy(named);
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    self[length > 0 ? length : 0] = 0;
    if ((end = strrchr(self, '/')))
        *end = 0;
    for (size_t i = 0; end && i < sizeof beside / sizeof *beside; i++) {
        char *file = msim_printed("%s/%s", self, beside[i]);
        if (access(file, X_OK) == 0)
            return file;
        free(file);
    }
    if (access(MEMSIM_LIBEXEC "/memsim-kernels", X_OK) == 0)
        return msim_copy(MEMSIM_LIBEXEC "/memsim-kernels");
    msim_bad_input(
        "the program memsim-kernels is not in %s; install memsim as a whole, or name it: "
        "MEMSIM_KERNELS=FILE memsim ...",
        MEMSIM_LIBEXEC);
}

static void push(struct msim_kernel_words *words, char *word)
{
    if (words->used)
        words->used--; /* the NULL */
    MSIM_PUSH(words->word, words->used, word);
    MSIM_PUSH(words->word, words->used, NULL);
}

void msim_kernel_words_add(struct msim_kernel_words *words, const char *word)
{
    push(words, msim_copy(word));
}

void msim_kernel_words_add_text(struct msim_kernel_words *words, const char *text)
{
    while (*(text += strspn(text, " "))) {
        size_t length = strcspn(text, " ");
        push(words, msim_copy_part(text, length));
        text += length;
    }
}

void msim_kernel_words_free(struct msim_kernel_words *words)
{
    for (size_t i = 0; i < words->used; i++)
        free(words->word[i]);
    free(words->word);
}

pid_t msim_kernel_start(const struct msim_kernel_words *words, int printed, int complaints)
{
    fflush(NULL);
    pid_t pid = fork();
    if (pid < 0)
        msim_bad_input("cannot start a process: %s", strerror(errno));
    if (pid > 0)
        return pid;
    msim_temporary_forked();
    if (dup2(printed, STDOUT_FILENO) >= 0 && dup2(complaints, STDERR_FILENO) >= 0)
        execv(words->word[0], words->word);
    dprintf(complaints, "memsim: cannot run %s: %s\n", words->word[0], strerror(errno));
    _exit(errno == ENOENT ? 127 : 126);
}
