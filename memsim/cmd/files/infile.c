/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reads whole files into memory; see infile.h.
 *
 * They are read, not mapped: if another process truncates a mapped file, a signal kills the reader.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "infile.h"

enum { STEP = 65536 };

/* Reads up to the end.  Returns whether that worked; if not, see errno. */
static int read_from(int file, size_t room, char **bytes, size_t *size)
{
    *size = 0;
    *bytes = malloc(room);
    for (;;) {
        if (!*bytes)
            return 0;
        ssize_t got = read(file, *bytes + *size, room - *size - 1);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return 0;
        *size += (size_t)got;
        if (!got)
            return 1;
        if (*size + 1 == room) {
            char *more = room < SIZE_MAX / 2 ? realloc(*bytes, room += room / 2) : NULL;
            if (!more)
                return 0;
            *bytes = more;
        }
    }
}

char *msim_read_all(const char *name, size_t *size)
{
    struct stat is;
    char *bytes = NULL;
    int file = open(name, O_RDONLY | O_CLOEXEC);
    if (file < 0)
        return NULL;
    /* Two more bytes: for the 0, and for the read that finds the end. */
    size_t room = STEP;
    if (fstat(file, &is) == 0 && S_ISREG(is.st_mode) && is.st_size > STEP)
        room = (size_t)is.st_size + 2;
    int worked = read_from(file, room, &bytes, size);
    int error = errno;
    close(file);
    if (!worked) {
        free(bytes);
        errno = error ? error : ENOMEM;
        return NULL;
    }
    bytes[*size] = 0;
    return bytes;
}

/* --- Or ending the command ---------------------------------------------------------------- */

char *msim_need_all(const char *name, size_t *size)
{
    char *bytes = msim_read_all(name, size);
    if (!bytes)
        msim_bad_input("cannot read '%s': %s", name, strerror(errno));
    return bytes;
}

void msim_bad_file(const struct msim_file_error *error)
{
    msim_bad_input("%s:%zu: %s", error->file, error->line, error->text);
}
