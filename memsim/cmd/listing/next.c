/* SPDX-License-Identifier: GPL-2.0-or-later */
/* What to type next; see next.h. */
#include "next.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/base/wrap.h"
#include "cmd/files/filename.h"

void msim_next_put(const char *what, const char *command, size_t width, FILE *to)
{
    bool apart = width && strlen(what) + strlen(": ") + strlen(command) > width;
    char *line = apart ? msim_printed("%s:", what) : msim_printed("%s: %s", what, command);
    msim_wrap(to, line, 0, 0, width);
    if (apart)
        fprintf(to, "    %s\n", command);
    free(line);
}

char *msim_next_file(const char *name, const char *own, const char *other)
{
    char *file = name ? msim_name_beside(name, own, other) : NULL;
    char *word = file && access(file, R_OK) == 0 ? msim_shell_word(file) : NULL;
    free(file);
    return word;
}
