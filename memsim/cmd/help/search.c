/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The search through the manuals (topics.h).  They are found beside the command: where it is
 * installed, in the folder of the sources, or in the one that MEMSIM_MANUALS names.
 */
#define _GNU_SOURCE
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/grow.h"
#include "topics.h"

enum { SHOWN_MOST = 40 };

static const char *const pages[] = {"memsim", "memsim-tool", "memsim-callgrind"};

/* The folder of the command's own file, from malloc; NULL: not known. */
static char *own_folder(void)
{
    char path[PATH_MAX];
    ssize_t length = readlink("/proc/self/exe", path, sizeof path - 1);
    if (length <= 0)
        return NULL;
    path[length] = 0;
    *strrchr(path, '/') = 0;
    return msim_copy(path);
}

static FILE *open_page(const char *page)
{
    static const char *const places[] = {"../share/man/man1", "../../../docs"};
    const char *named = getenv("MEMSIM_MANUALS");
    FILE *from = NULL;
    char *own = own_folder();
    if (named) {
        char *path = msim_printed("%s/%s.1", named, page);
        from = fopen(path, "re");
        free(path);
    }
    for (size_t i = 0; own && !named && !from && i < sizeof places / sizeof *places; i++) {
        char *path = msim_printed("%s/%s/%s.1", own, places[i], page);
        from = fopen(path, "re");
        free(path);
    }
    free(own);
    return from;
}

/* True: the word of the source is a request, not text. */
static bool is_macro(const char *word, size_t length)
{
    static const char *const macros[] = {"Fl", "Ar", "Cm", "Ns", "Op", "It", "Sh", "Ss", "Nm",
                                         "Pa", "Ev", "Li", "Ql", "Dq", "Sq", "Pq", "Xr", "Em",
                                         "No", "Sy", "Va", "Ic", "Dl", "Bd", "Ed", "Bl", "El"};
    for (size_t i = 0; i < sizeof macros / sizeof *macros; i++)
        if (strlen(macros[i]) == length && !strncmp(word, macros[i], length))
            return true;
    return false;
}

/* Writes a line of the source as it is read: without macros, options with both dashes. */
static void clean(char *to, size_t room, const char *line)
{
    size_t used = 0;
    bool is_request = *line == '.', is_option = false;
    for (const char *at = line + is_request; *at && *at != '\n' && used + 3 < room;) {
        size_t length = strcspn(at, " \n");
        if (is_request && is_macro(at, length)) {
            is_option = !strncmp(at, "Fl", length);
            at += length;
        } else {
            if (is_option)
                to[used++] = '-';
            is_option = false;
            for (; length-- && used + 3 < room; at++)
                if (strncmp(at, "\\&", 2) != 0)
                    to[used++] = *at;
                else
                    at++, length -= length > 0;
            to[used++] = ' ';
        }
        at += strspn(at, " ");
    }
    to[used] = 0;
}

static size_t search_page(const char *page, const char *word, size_t found)
{
    FILE *from = open_page(page);
    char *line = NULL, text[512], section[128] = "";
    size_t room = 0;
    while (from && getline(&line, &room, from) > 0) {
        clean(text, sizeof text, line);
        if (!strncmp(line, ".Sh", 3))
            snprintf(section, sizeof section, "%.*s", (int)sizeof section - 1, text);
        if (!strncmp(line, ".\\\"", 3) || !strcasestr(text, word) || found++ >= SHOWN_MOST)
            continue;
        printf("  %s(1), %s: %s\n", page, section, text);
    }
    free(line);
    if (from)
        fclose(from);
    return found;
}

bool msim_help_search(const char *word)
{
    size_t found = 0;
    for (size_t i = 0; i < sizeof pages / sizeof *pages; i++)
        found = search_page(pages[i], word, found);
    if (found > SHOWN_MOST)
        printf("... %zu more lines: man memsim, man memsim-tool\n", found - SHOWN_MOST);
    return found > 0;
}
