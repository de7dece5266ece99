/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where the symbols of libraries are; see symbols.h. */
#include "symbols.h"

#include <dirent.h>
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/files/filename.h"
#include "cmd/files/lines.h"
#include "cmd/patterns/mine.h"

enum { SHOWN = 4, LEAST = 10, LEAST_EACH = 3 }; /* percent */

/* --- Packages ----------------------------------------------------------------------------- */

/* True: one of the lines is the path, with /usr before it or without. */
static bool has_line(const char *text, const char *path)
{
    static const char usr[] = "/usr";
    const char *plain = !strncmp(path, "/usr/", sizeof usr) ? path + sizeof usr - 1 : path;
    size_t length = strlen(plain);
    for (const char *at = text; (at = strstr(at, plain)) != NULL; at += length) {
        const char *begin = at;
        if (at[length] && at[length] != '\n')
            continue;
        if (begin >= text + sizeof usr - 1 &&
            !strncmp(begin - (sizeof usr - 1), usr, sizeof usr - 1))
            begin -= sizeof usr - 1;
        if (begin == text || begin[-1] == '\n')
            return true;
    }
    return false;
}

/* "libssl3:amd64.list" -> "libssl3"; NULL: another file. */
static char *package_of(const char *name)
{
    size_t length = strcspn(name, ":");
    const char *end = strrchr(name, '.');
    if (!end || strcmp(end, ".list") != 0)
        return NULL;
    return msim_copy_part(name, name[length] ? length : (size_t)(end - name));
}

/* The package whose list has the path; from malloc. */
static char *find_package(const char *folder, const char *path)
{
    DIR *list = opendir(folder);
    char *found = NULL;
    for (struct dirent *entry; list && !found && (entry = readdir(list)) != NULL;) {
        size_t size;
        char *package = package_of(entry->d_name);
        char *name = package ? msim_printed("%s/%s", folder, entry->d_name) : NULL;
        char *text = name ? msim_read_all(name, &size) : NULL;
        if (text && has_line(text, path)) {
            found = package;
            package = NULL;
        }
        MSIM_FREE(text, name, package);
    }
    if (list)
        closedir(list);
    return found;
}

char *msim_symbols_package(const char *root, const char *path)
{
    char *folder = msim_printed("%s/var/lib/dpkg/info", root);
    char *package = find_package(folder, path);
    char *own = NULL;
    if (package && !strncmp(package, "libc6", 5))
        own = msim_printed("%s-dbg", package);
    else if (package)
        own = msim_printed("%s-dbgsym", package);
    MSIM_FREE(folder, package);
    return own;
}

const char *msim_symbols_server(const char *root)
{
    static const char *const servers[][2] = {
        {"debian", "https://debuginfod.debian.net"},
        {"ubuntu", "https://debuginfod.ubuntu.com"},
        {"fedora", "https://debuginfod.fedoraproject.org"},
        {"arch", "https://debuginfod.archlinux.org"},
        {"opensuse", "https://debuginfod.opensuse.org"},
    };
    size_t size;
    const char *server = "https://debuginfod.elfutils.org";
    char *name = msim_printed("%s/etc/os-release", root), *text = msim_read_all(name, &size);
    const char *id = text && !strncmp(text, "ID=", 3) ? text : text ? strstr(text, "\nID=") : NULL;
    for (size_t i = 0; id && i < sizeof servers / sizeof *servers; i++) {
        const char *at = strchr(id, '=') + 1;
        at += *at == '"';
        if (!strncmp(at, servers[i][0], strlen(servers[i][0])))
            server = servers[i][1];
    }
    MSIM_FREE(text, name);
    return server;
}

/* --- Libraries ---------------------------------------------------------------------------- */

void msim_lacking_add(struct msim_lacking *lacking, const char *object, double share)
{
    size_t before = lacking->object.count;
    uint32_t number = msim_names_number(&lacking->object, object);
    if (number == before)
        MSIM_PUSH(lacking->share, before, 0);
    lacking->share[number] += share;
}

void msim_lacking_free(struct msim_lacking *lacking)
{
    msim_names_free(&lacking->object);
    free(lacking->share);
}

static bool has_more(const void *context, uint32_t a, uint32_t b)
{
    const struct msim_lacking *lacking = context;
    return lacking->share[a] > lacking->share[b];
}

/* "    38% libcrypto.so.3: apt install libssl3-dbgsym" */
static void put_library(const struct msim_lacking *lacking, uint32_t number, FILE *to)
{
    const char *path = lacking->object.name[number];
    char *package = msim_symbols_package("", path);
    fprintf(to, "  %4.0f%%  ", lacking->share[number]);
    msim_utf8_put(to, msim_base_name(path), SIZE_MAX);
    if (package)
        fprintf(to, ": apt install %s", package);
    fputc('\n', to);
    free(package);
}

void msim_lacking_put(const struct msim_lacking *lacking, double least, FILE *to)
{
    uint32_t *order = msim_order((uint32_t)lacking->object.count, has_more, lacking);
    size_t shown = 0;
    while (shown < lacking->object.count && shown < SHOWN && lacking->share[order[shown]] >= least)
        put_library(lacking, order[shown++], to);
    if (shown)
        fprintf(to,
                "Packages named -dbgsym are in an archive of their own.  Without them, where\n"
                "debuginfod-find is installed:\n"
                "    DEBUGINFOD_URLS=%s memsim run ...\n",
                msim_symbols_server(""));
    free(order);
}

/* --- Functions without names -------------------------------------------------------------- */

bool msim_lacking_add_unnamed(struct msim_lacking *lacking, const char *function,
                              const char *object, double share)
{
    static const struct msim_mine usual; /* of which compiling with symbols is what helps */
    bool is_named = strcmp(function, "???") != 0 && strncmp(function, "0x", 2) != 0;
    if (is_named || *object != '/' || msim_is_mine(&usual, NULL, object))
        return false;
    msim_lacking_add(lacking, object, share);
    return true;
}

bool msim_lacking_is_much(double whole)
{
    return whole >= LEAST;
}

void msim_lacking_put_unnamed(const struct msim_lacking *lacking, double whole, const char *what,
                              FILE *to)
{
    if (!msim_lacking_is_much(whole))
        return;
    fprintf(to, "%.0f%% of %s functions without names.  Their libraries' symbols:\n", whole, what);
    msim_lacking_put(lacking, LEAST_EACH, to);
    fputc('\n', to);
}
