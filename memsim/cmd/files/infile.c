/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reading whole files; see infile.h. */
#include "infile.h"

#include <errno.h>
#include <string.h>

#include "cmd/base/die.h"
#include "readall.h"

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
