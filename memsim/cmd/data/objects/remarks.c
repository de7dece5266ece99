/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The lines that begin with # in all files about data: what is said of the run, and build ids. */
#include <string.h>

#include "cmd/base/grow.h"
#include "engine/base/about.h"
#include "reading.h"

enum { BUILD_ID_MOST = 2 * 64 }; /* digits */

static bool take_instructions(struct msim_objects_reader *reader, const char *text)
{
    if (reader->instructions)
        return MSIM_WRONG(reader, "expected one line '# instructions: ', found another");
    reader->instructions = true;
    return msim_objects_take_count(reader, "instructions", text, &reader->objects->instructions);
}

/* "HEX PATH", of the file read last. */
static bool take_build_id(struct msim_objects_reader *reader, char *text)
{
    struct msim_objects *objects = reader->objects;
    size_t digits = strspn(text, "0123456789abcdef");
    if (!digits || digits % 2 || digits > BUILD_ID_MOST || text[digits] != ' ')
        return MSIM_WRONG(reader, "build-id: expected hexadecimal digits and a path, found '%.40s'",
                          text);
    if (!objects->files || strcmp(objects->file[objects->files], text + digits + 1) != 0)
        return MSIM_WRONG(reader,
                          "build-id: expected the path of the last line file, found '%.40s'",
                          text + digits + 1);
    text[digits] = 0;
    objects->build_id[objects->files] = text;
    return true;
}

char *msim_objects_after(char *line, const char *key)
{
    size_t length = strlen(key);
    return strncmp(line, key, length) ? NULL : line + length;
}

bool msim_objects_take_remark(struct msim_objects_reader *reader, char *line)
{
    struct msim_objects *objects = reader->objects;
    char *text;
    if ((text = msim_objects_after(line, "# command: ")) != NULL)
        objects->command = text;
    else if ((text = msim_objects_after(line, "# machine: ")) != NULL)
        objects->machine = text;
    else if ((text = msim_objects_after(line, "# instructions: ")) != NULL)
        return take_instructions(reader, text);
    else if ((text = msim_objects_after(line, "# build-id: ")) != NULL)
        return take_build_id(reader, text);
    else if ((text = msim_objects_after(line, "# note: Bounded: ")) != NULL)
        objects->bounded = text;
    else if ((text = msim_objects_after(line, "# note: Contexts: ")) != NULL)
        objects->unplaced = text;
    else if ((text = msim_objects_after(line, "# note: ")) != NULL)
        msim_take_incomplete(text, &objects->incomplete);
    return true;
}
