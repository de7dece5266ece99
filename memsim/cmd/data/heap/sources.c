/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Whose the places of a heap's trees are; see sources.h. */
#include "sources.h"

#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/files/filename.h"
#include "cmd/files/lines.h"
#include "cmd/patterns/wrappers.h"

static void add(struct msim_heaped_sources *sources, const char *path, const char *object)
{
    size_t before = sources->base.count;
    uint32_t number = msim_names_number(&sources->base, msim_base_name(path));
    if (number == before) {
        sources->is_mine = msim_room(sources->is_mine, before, sizeof *sources->is_mine);
        sources->is_mine[number] = false;
    }
    sources->is_mine[number] |= msim_is_mine(sources->mine, path, object);
}

/* "FUNCTION<tab>LINE<tab>FILE", and so on. */
static void add_calls(struct msim_heaped_sources *sources, char *calls, const char *object)
{
    for (unsigned words = 0; calls; words++) {
        char *tab = strchr(calls, '\t');
        if (tab)
            *tab = 0;
        if (words % 3 == 2)
            add(sources, calls, object);
        calls = tab ? tab + 1 : NULL;
    }
}

static bool is_of_command(const char *bytes, const char *command)
{
    char *line = msim_printed("\ncmd: %s\n", command + strspn(command, " \t"));
    bool is = strstr(bytes, line) != NULL;
    free(line);
    return is;
}

/* Reads the names alone, and changes the bytes. */
static void read_names(struct msim_heaped_sources *sources, char *bytes)
{
    static const char object[] = "fl=# object: ", inlined[] = "fl=# inlined: ", file[] = "fl=";
    const char *in = NULL;
    for (char *line = bytes, *next; line; line = next) {
        char *end = strchr(line, '\n');
        next = end ? end + 1 : NULL;
        if (end)
            *end = 0;
        if (!strncmp(line, object, sizeof object - 1))
            in = line + sizeof object - 1;
        else if (!strncmp(line, inlined, sizeof inlined - 1))
            add_calls(sources, line + sizeof inlined - 1, in);
        else if (!strncmp(line, file, sizeof file - 1) && line[sizeof file - 1] != '#')
            add(sources, line + sizeof file - 1, in);
    }
}

void msim_heaped_sources_make(struct msim_heaped_sources *sources, const struct msim_heaped *heap,
                              const struct msim_mine *mine)
{
    size_t size;
    char *name = msim_name_beside(heap->name, ".heap.", ".out.");
    char *bytes = name ? msim_read_all(name, &size) : NULL;
    *sources = (struct msim_heaped_sources){.mine = mine};
    if (bytes && is_of_command(bytes, heap->command))
        read_names(sources, bytes);
    sources->known = sources->base.count;
    MSIM_FREE(bytes, name);
}

void msim_heaped_sources_free(struct msim_heaped_sources *sources)
{
    msim_names_free(&sources->base);
    free(sources->is_mine);
}

static bool is_source_mine(struct msim_heaped_sources *sources, const char *function,
                           const char *source)
{
    static const struct msim_wrappers none;
    uint32_t number = msim_names_number(&sources->base, source);
    return number < sources->known ? sources->is_mine[number]
                                   : !msim_is_wrapper(&none, function, "");
}

/* "0x1092CC: main (shop.cc:49)", "0x48EC7B9: ??? (in /usr/lib/libc.so.6)" */
bool msim_heaped_is_mine(struct msim_heaped_sources *sources, const char *text)
{
    static const char in[] = "in ";
    const char *place = msim_heaped_place(text), *at = strrchr(place, '(');
    size_t length = at ? strcspn(at + 1, ")") : 0;
    if (!at || at == place)
        return false;
    char *function = msim_copy_part(place, (size_t)(at - place) - 1);
    char *where = msim_copy_part(at + 1, length), *colon = strrchr(where, ':');
    bool is = false;
    if (!strncmp(where, in, sizeof in - 1)) {
        is = msim_is_mine(sources->mine, NULL, where + sizeof in - 1);
    } else if (colon) {
        *colon = 0;
        is = is_source_mine(sources, function, where);
    }
    MSIM_FREE(function, where);
    return is;
}
