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
#include "cmd/base/wrap.h"
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

/* --- A line of the source as it is read ------------------------------------------------------ */

struct plain {
    char text[512];
    size_t used;
    bool glued; /* the next word follows without a space */
    int open;   /* brackets */
};

/* What a request does to the text. */
enum request { TEXT, NOTHING, OPTION, GLUE, BRACKET };

static enum request request_of(const char *word, size_t length)
{
    static const char *const nothing[] = {"Ar", "Cm", "It", "Sh", "Ss", "Nm", "Pa", "Ev",
                                          "Li", "Ql", "Dq", "Sq", "Pq", "Xr", "Em", "No",
                                          "Sy", "Va", "Ic", "Dl", "Bd", "Ed", "Bl", "El"};
    if (length != 2)
        return TEXT;
    for (size_t i = 0; i < sizeof nothing / sizeof *nothing; i++)
        if (!strncmp(word, nothing[i], length))
            return NOTHING;
    return !strncmp(word, "Fl", length)   ? OPTION
           : !strncmp(word, "Ns", length) ? GLUE
           : !strncmp(word, "Op", length) ? BRACKET
                                          : TEXT;
}

/* The character that an escape stands for, 0: none; moves on to its last one. */
static char escaped(const char **at)
{
    const char *name = *at + 1;
    if (*name == '(' && name[1] && name[2]) {
        *at += 3;
        return !strncmp(name, "(ba", 3) ? '|' : !strncmp(name, "(ha", 3) ? '^' : ' ';
    }
    *at += 1;
    return *name == '&' ? 0 : *name;
}

static void put(struct plain *plain, char c)
{
    if (c && plain->used < sizeof plain->text - 1)
        plain->text[plain->used++] = c;
}

static void put_word(struct plain *plain, const char *word, size_t length)
{
    bool is_mark = length == 1 && strchr(",.;:)]", *word);
    if (plain->used && !plain->glued && !is_mark)
        put(plain, ' ');
    plain->glued = false;
    for (const char *at = word; at < word + length; at++)
        put(plain, *at == '\\' ? escaped(&at) : *at);
}

/* Without requests, options with both dashes. */
static void clean(struct plain *plain, const char *line)
{
    bool has_requests = *line == '.';
    *plain = (struct plain){.used = 0};
    for (const char *at = line + has_requests; *at && *at != '\n'; at += strspn(at, " ")) {
        size_t length = strcspn(at, " \n");
        enum request request = has_requests ? request_of(at, length) : TEXT;
        if (request == TEXT)
            put_word(plain, at, length);
        else if (request == OPTION || request == BRACKET)
            put_word(plain, request == OPTION ? "-" : "[", 1);
        if (request != TEXT && request != NOTHING)
            plain->glued = true;
        plain->open += request == BRACKET;
        at += length;
    }
    for (; plain->open; plain->open--)
        put(plain, ']');
    plain->text[plain->used] = 0;
}

/* --- The search ------------------------------------------------------------------------------ */

static size_t search_page(const char *page, const char *word, size_t found)
{
    FILE *from = open_page(page);
    char *line = NULL, section[128] = "";
    struct plain plain;
    bool is_named = false; /* the section */
    size_t room = 0;
    while (from && getline(&line, &room, from) > 0) {
        clean(&plain, line);
        if (!strncmp(line, ".Sh", 3)) {
            snprintf(section, sizeof section, "%.127s", plain.text);
            is_named = false;
        }
        if (!strncmp(line, ".\\\"", 3) || !strcasestr(plain.text, word) || found++ >= SHOWN_MOST)
            continue;
        if (!is_named)
            printf("%s(1), %s\n", page, section);
        is_named = true;
        char *indented = msim_printed("    %s", plain.text);
        msim_help_put_text(stdout, indented);
        free(indented);
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
