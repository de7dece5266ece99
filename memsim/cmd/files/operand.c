/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds the files that operands stand for; see operand.h. */
#include "operand.h"

#include <dirent.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/grow.h"

/* The files of one kind in a folder, by name. */
struct found {
    enum msim_file_kind kind;
    char **name; /* with the folder's */
    size_t names;
};

bool msim_operand_is_folder(const char *name)
{
    struct stat is;
    return stat(name, &is) == 0 && S_ISDIR(is.st_mode);
}

/* A trace and other files that are still being written have such names. */
static int is_result(const struct dirent *entry)
{
    return entry->d_name[0] != '.' && !strstr(entry->d_name, ".partial-");
}

static char *joined(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    const char *slash = length && folder[length - 1] == '/' ? "" : "/";
    return msim_printed("%s%s%s", folder, slash, name);
}

/* Takes the files of that kind from the list of paths. */
static struct found files_of_kind(char **path, int paths, enum msim_file_kind kind)
{
    struct found found = {.kind = kind};
    for (int i = 0; i < paths; i++)
        if (msim_file_kind_of(path[i]) == kind) {
            MSIM_PUSH(found.name, found.names, path[i]);
            path[i] = NULL;
        }
    return found;
}

/* "heap profiles, files of allocations or traces" */
static void list_kinds(char *text, size_t room, const enum msim_file_kind *kinds)
{
    size_t used = 0;
    for (const enum msim_file_kind *kind = kinds; *kind && used < room; kind++)
        used += (size_t)snprintf(text + used, room - used, "%s%s",
                                 kind == kinds ? ""
                                 : kind[1]     ? ", "
                                               : " or ",
                                 msim_file_kind_plural(*kind));
}

/* Ends the command if the folder has no file of these kinds. */
static struct found look_into(const char *folder, const enum msim_file_kind *kinds)
{
    struct dirent **entry;
    struct found found = {0};
    char text[256];
    int entries = scandir(folder, &entry, is_result, alphasort);
    if (entries < 0)
        msim_bad_input("cannot read the folder '%s': %s", folder, strerror(errno));
    char **path = msim_zeroed((size_t)entries + 1, sizeof *path);
    for (int i = 0; i < entries; i++) {
        path[i] = joined(folder, entry[i]->d_name);
        free(entry[i]);
    }
    free(entry);
    for (const enum msim_file_kind *kind = kinds; *kind && !found.names; kind++)
        found = files_of_kind(path, entries, *kind);
    for (int i = 0; i < entries; i++)
        free(path[i]);
    free(path);
    if (found.names)
        return found;
    list_kinds(text, sizeof text, kinds);
    msim_bad_input("the folder '%s' has no %s; to make one: memsim run %s-- COMMAND", folder, text,
                   msim_file_kind_options(*kinds));
}

/* What follows the last point of a name, as the number of a process does. */
static const char *ending(const char *name)
{
    const char *point = strrchr(name, '.');
    return point && point[1] && !strchr(point, '/') ? point : NULL;
}

/* The file whose name ends as the folder's: in memsim.123, that is memsim.out.123.  If there is no
 * such file, returns the number of files. */
static size_t file_of_folder(const struct found *found, const char *folder)
{
    size_t file = 0;
    char *whole = realpath(folder, NULL);
    const char *own = whole ? ending(whole) : NULL;
    for (; own && file < found->names; file++) {
        const char *its = ending(found->name[file]);
        if (its && !strcmp(its, own))
            break;
    }
    if (!own)
        file = found->names;
    free(whole);
    return file;
}

static const char *choose(const struct found *found, const char *folder)
{
    if (found->names == 1)
        return found->name[0];
    size_t file = file_of_folder(found, folder);
    if (file == found->names)
        msim_bad_input("'%s' has %zu %s, of several processes; choose one: %s ... %s", folder,
                       found->names, msim_file_kind_plural(found->kind), found->name[0],
                       found->name[found->names - 1]);
    msim_warn("'%s' has %zu %s; this is that of the process that was started, %s", folder,
              found->names, msim_file_kind_plural(found->kind), found->name[file]);
    return found->name[file];
}

char **msim_operand_runs(const char *operand, size_t *runs)
{
    char **name = NULL, number[sizeof MSIM_RUN_FOLDER + 24];
    for (*runs = 0;; ++*runs) {
        snprintf(number, sizeof number, MSIM_RUN_FOLDER "%zu", *runs + 1);
        char *folder = joined(operand, number);
        if (!msim_operand_is_folder(folder)) {
            free(folder);
            return name;
        }
        name = msim_room(name, *runs, sizeof *name);
        name[*runs] = folder;
    }
}

/* Names of files are used until the command ends. */
static const char *keep(char *name)
{
    static char **kept;
    static size_t used;
    MSIM_PUSH(kept, used, name);
    return name;
}

/* True: the file or folder has results of one of these kinds. */
static bool is_of_kinds(const char *name, const enum msim_file_kind *kinds)
{
    struct dirent **entry;
    if (!msim_operand_is_folder(name)) {
        enum msim_file_kind its = msim_file_kind_of(name);
        while (*kinds && *kinds != its)
            kinds++;
        return *kinds;
    }
    bool found = false;
    int entries = scandir(name, &entry, is_result, NULL);
    for (int i = 0; i < entries; i++) {
        char *path = joined(name, entry[i]->d_name);
        found = found || (!msim_operand_is_folder(path) && is_of_kinds(path, kinds));
        MSIM_FREE(path, entry[i]);
    }
    if (entries >= 0)
        free(entry);
    return found;
}

/* Results have such names unless options say otherwise; other files here are not looked into. */
static int is_usual(const struct dirent *entry)
{
    return !strncmp(entry->d_name, "memsim.", 7) && is_result(entry);
}

/* The newest file or folder of results here, from malloc; NULL: none. */
static char *newest(const enum msim_file_kind *kinds)
{
    struct dirent **entry;
    char *best = NULL;
    struct stat is, its = {0};
    int entries = scandir(".", &entry, is_usual, alphasort);
    for (int i = 0; i < entries; i++) {
        const char *name = entry[i]->d_name;
        if (stat(name, &is) == 0 && (!best || is.st_mtime >= its.st_mtime) &&
            is_of_kinds(name, kinds)) {
            free(best);
            best = msim_copy(name);
            its = is;
        }
        free(entry[i]);
    }
    if (entries >= 0)
        free(entry);
    return best;
}

bool msim_is_source(const char *name)
{
    static const char *const endings[] = {"c",   "cc", "cpp", "cxx", "c++", "h", "hh", "hpp",
                                          "hxx", "rs", "go",  "f90", "f",   "d", "s",  "S"};
    const char *end = strrchr(name, '.');
    for (size_t i = 0; end && i < sizeof endings / sizeof *endings; i++)
        if (!strcmp(end + 1, endings[i]))
            return true;
    return false;
}

/* Ends the command: names the run whose counts can be shown beside the source. */
static void refuse_source(const char *name)
{
    static const enum msim_file_kind counts[] = {MSIM_FILE_COUNTS, MSIM_FILE_UNKNOWN};
    char *run = newest(counts);
    if (run)
        msim_bad_input("%s is a source file; to see what its lines cost: memsim annotate %s %s",
                       name, run, name);
    msim_bad_input("%s is a source file, and no run is here; to make one: memsim run -- COMMAND",
                   name);
}

void msim_operand_check(const char *name, const enum msim_file_kind *kinds)
{
    enum msim_file_kind kind = msim_file_kind_of(name);
    char advice[512];
    if (kind == MSIM_FILE_UNKNOWN && msim_is_source(name) && access(name, R_OK) == 0)
        refuse_source(name);
    if (kind == MSIM_FILE_UNKNOWN)
        return;
    for (; *kinds; kinds++)
        if (*kinds == kind)
            return;
    msim_file_kind_advice(kind, name, advice, sizeof advice);
    msim_bad_input("%s is %s: %s", name, msim_file_kind_name(kind), advice);
}

void msim_operand_missing(const char *usage, const enum msim_file_kind *kinds)
{
    char *name = newest(kinds);
    int length = (int)strcspn(usage, " ");
    if (name)
        msim_bad_usage("%.*s: no file given; the newest here: memsim %.*s %s", length, usage,
                       length, usage, name);
    msim_bad_usage("%.*s: no file given, and none is here; to make one: memsim run %s-- COMMAND; "
                   "usage: memsim %s",
                   length, usage, msim_file_kind_options(*kinds), usage);
}

void msim_operand_exists(const char *name, const enum msim_file_kind *kinds)
{
    struct stat is;
    if (stat(name, &is) == 0 || errno != ENOENT)
        return;
    char *other = strchr(name, '/') ? NULL : newest(kinds);
    msim_bad_input("cannot read '%s': %s%s%s", name, strerror(ENOENT),
                   other ? "; the newest here: " : "", other ? other : "");
}

const char *msim_operand_file(const char *operand, const enum msim_file_kind *kinds)
{
    if (!msim_operand_is_folder(operand)) {
        msim_operand_exists(operand, kinds);
        msim_operand_check(operand, kinds);
        return operand;
    }
    struct found found = look_into(operand, kinds);
    const char *file = choose(&found, operand);
    for (size_t i = 0; i < found.names; i++)
        if (found.name[i] != file)
            free(found.name[i]);
    free(found.name);
    return keep((char *)file);
}

char **msim_operand_files(char **operand, int operands, const enum msim_file_kind *kinds,
                          int *files)
{
    char **list = NULL;
    size_t used = 0;
    for (int i = 0; i < operands; i++) {
        struct found found = {.name = &operand[i], .names = 1};
        bool folder = msim_operand_is_folder(operand[i]);
        if (folder)
            found = look_into(operand[i], kinds);
        else
            msim_operand_check(operand[i], kinds);
        for (size_t k = 0; k < found.names; k++)
            MSIM_PUSH(list, used, folder ? (char *)keep(found.name[k]) : found.name[k]);
        if (folder)
            free(found.name);
    }
    *files = (int)used;
    return list;
}
