/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Files written whole or not at all; see wholefile.h. */
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"
#include "wholefile.h"

void msim_whole_open(struct msim_whole_file *file, const char *name)
{
    struct stat now;
    *file = (struct msim_whole_file){.name = name};
    if (lstat(name, &now) != 0 || S_ISREG(now.st_mode)) {
        size_t room = strlen(name) + 32;
        file->partial = msim_zeroed(room, 1);
        snprintf(file->partial, room, "%s.partial-%ld", name, (long)getpid());
    }
    file->to = fopen(file->partial ? file->partial : name, "w");
    if (!file->to)
        msim_bad_input("cannot write '%s': %s", name, strerror(errno));
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
    if (reason || failed)
        msim_bad_input("cannot write '%s': %s", file->name, reason ? reason : strerror(error));
    free(file->partial);
}

void msim_whole_try(const char *name)
{
    struct msim_whole_file file;
    msim_whole_open(&file, name);
    fclose(file.to);
    if (file.partial)
        unlink(file.partial);
    free(file.partial);
}
