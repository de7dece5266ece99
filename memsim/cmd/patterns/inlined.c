/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the counts of inlined code belong; see inlined.h. */
#include "inlined.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"

/* True: the path, of `length` bytes, is a source of the user's. */
static bool is_mine(const struct msim_mine *mine, const char *path, size_t length,
                    const char *object)
{
    char *source = msim_copy_part(path, length);
    bool is = strcmp(source, "???") != 0 && msim_is_mine(mine, source, object);
    free(source);
    return is;
}

struct msim_user_place msim_fold_inlined(const struct msim_mine *mine, const char *inlined,
                                         const char *object)
{
    struct msim_user_place place = {.file = "", .within = inlined};
    for (const char *at = inlined; *at;) {
        const char *line = strchr(at, '\t') + 1, *file = strchr(line, '\t') + 1;
        size_t length = strcspn(file, "\t");
        at = file + length + (file[length] == '\t');
        place = (struct msim_user_place){file, length, (uint32_t)strtoul(line, NULL, 10), at};
        if (is_mine(mine, file, length, object))
            break;
    }
    return place;
}

bool msim_can_fold_inlined(const struct msim_mine *mine, const char *bytes)
{
    static const char fl[] = "\nfl=", object[] = "\nfl=# object: ";
    char *in = NULL;
    bool found = false;
    if (!strstr(bytes, "\nfl=# inlined: "))
        return false;
    for (const char *at = bytes; !found && (at = strstr(at, fl)) != NULL; at++) {
        const char *name = at + sizeof fl - 1;
        size_t length = strcspn(name, "\n");
        if (!strncmp(at, object, sizeof object - 1)) {
            free(in);
            in = msim_copy_part(at + sizeof object - 1, strcspn(at + sizeof object - 1, "\n"));
        } else if (*name != '#') {
            found = is_mine(mine, name, length, in);
        }
    }
    free(in);
    return found;
}
