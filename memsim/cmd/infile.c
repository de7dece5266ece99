/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading files whole; see infile.h. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmd.h"
#include "infile.h"

char *msim_read_all(const char *name, size_t *size)
{
    enum { STEP = 65536 };
    FILE *file = fopen(name, "r");
    if (!file)
        msim_bad_input("cannot read '%s': %s", name, strerror(errno));
    char *bytes = NULL;
    size_t room = 0, got = 1;
    for (*size = 0; got; *size += got) {
        if (room < *size + STEP) {
            room = 2 * room + STEP;
            bytes = realloc(bytes, room);
            if (!bytes)
                msim_bad_input("cannot read '%s': no memory left", name);
        }
        got = fread(bytes + *size, 1, room - *size - 1, file);
    }
    if (ferror(file)) {
        int error = errno;
        free(bytes);
        msim_bad_input("cannot read '%s': %s", name, strerror(error));
    }
    fclose(file);
    bytes[*size] = 0;
    return bytes;
}
