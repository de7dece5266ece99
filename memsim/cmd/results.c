/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Lists the results in a folder; see run.h. */
#define _GNU_SOURCE
#include "run.h"

#include <dirent.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "cmd/trace/player.h"
#include "engine/options.h"

enum { SHOWN = 60, KINDS = 32 }; /* SHOWN: letters of a command */

/* A kind of result, by the beginning of its usual name. */
struct kind {
    char prefix[64];
    const char *viewer, *shows;
    unsigned observer;
};

struct process {
    char *number;   /* as its files end */
    uint32_t kinds; /* one bit for each */
};

struct results {
    const char *folder;
    struct kind kind[KINDS];
    unsigned kinds;
    struct process *process;
    size_t processes;
};

/* --- Finding ------------------------------------------------------------------------------ */

/* The kinds are the observers' files with a usual name. */
static void list_kinds(struct results *results)
{
    struct msim_options usual;
    msim_options_init(&usual, &msim_hosted_mem);
    for (unsigned i = 0; i < msim_observers_used; i++)
        for (unsigned k = 0; k < msim_observers[i]->files_used; k++) {
            const struct msim_result_file *file = &msim_observers[i]->files[k];
            const char *name = msim_options_file(&usual, msim_observers[i], file);
            const char *number = name ? strstr(name, "%p") : NULL;
            if (!number || results->kinds == KINDS)
                continue;
            struct kind *kind = &results->kind[results->kinds++];
            snprintf(kind->prefix, sizeof kind->prefix, "%.*s", (int)(number - name), name);
            kind->viewer = file->viewer;
            kind->shows = file->shows;
            kind->observer = i;
        }
}

static void add_file(struct results *results, unsigned kind, const char *number)
{
    size_t i = 0;
    while (i < results->processes && strcmp(results->process[i].number, number) != 0)
        i++;
    if (i == results->processes) {
        results->process = msim_room(results->process, i, sizeof *results->process);
        results->process[results->processes++] = (struct process){msim_copy(number), 0};
    }
    results->process[i].kinds |= 1U << kind;
}

static char *path_of(const struct results *results, unsigned kind, const char *number)
{
    char *path = msim_printed("%s/%s%s", results->folder, results->kind[kind].prefix, number);
    return path;
}

static bool is_before(const struct timespec *a, const struct timespec *b)
{
    return a->tv_sec != b->tv_sec ? a->tv_sec < b->tv_sec : a->tv_nsec < b->tv_nsec;
}

/* Adds the file, if the file has a usual name and is not older. */
static void look_at(struct results *results, const char *name, const struct timespec *since)
{
    for (unsigned kind = 0; kind < results->kinds; kind++) {
        size_t length = strlen(results->kind[kind].prefix);
        const char *number = name + length;
        struct stat is;
        if (strncmp(name, results->kind[kind].prefix, length) != 0 ||
            strspn(number, "0123456789") == 0 || strstr(number, ".partial-"))
            continue;
        char *path = path_of(results, kind, number);
        if (stat(path, &is) == 0 && !is_before(&is.st_mtim, since))
            add_file(results, kind, number);
        free(path);
    }
}

static void find(struct results *results, const struct timespec *since)
{
    struct dirent **entry;
    int entries = scandir(results->folder, &entry, NULL, versionsort);
    for (int i = 0; i < entries; i++) {
        look_at(results, entry[i]->d_name, since);
        free(entry[i]);
    }
    if (entries >= 0)
        free(entry);
}

/* --- Printing ----------------------------------------------------------------------------- */

/* True: the process has an earlier result with the same viewer. */
static bool is_second(const struct results *results, const struct process *process, unsigned kind,
                      bool of_one_observer)
{
    const struct kind *all = results->kind;
    for (unsigned i = 0; i < kind; i++)
        if (process->kinds >> i & 1 && !strcmp(all[i].viewer, all[kind].viewer) &&
            (!of_one_observer || all[i].observer == all[kind].observer))
            return true;
    return false;
}

/* The command that shows a file of the process, from malloc.  In a folder that is named after the
 * process, the folder stands for the file, but not for a second one with the same viewer. */
static char *command_of(const struct results *results, const struct process *process, unsigned kind)
{
    const char *point = strrchr(results->folder, '.'), *viewer = results->kind[kind].viewer;
    bool by_folder = point && !strcmp(point + 1, process->number);
    char *path =
        by_folder && !is_second(results, process, kind, false)
            ? msim_copy(results->folder)
            : msim_printed("%s/%s%s", results->folder, results->kind[kind].prefix, process->number);
    char *word = msim_shell_word(path), *command = msim_printed("%s %s", viewer, word);
    MSIM_FREE(path, word);
    return command;
}

/* True: its command is printed.  A command shows all files of an observer that have the same
 * viewer. */
static bool is_printed(const struct results *results, const struct process *process, unsigned kind)
{
    return process->kinds >> kind & 1 && !is_second(results, process, kind, true);
}

/* Prints the commands for the process, and what each of them shows. */
static void print_viewers(const struct results *results, const struct process *process)
{
    size_t widest = 0;
    for (unsigned i = 0; i < results->kinds; i++) {
        if (!is_printed(results, process, i))
            continue;
        char *command = command_of(results, process, i);
        widest = strlen(command) > widest ? strlen(command) : widest;
        free(command);
    }
    for (unsigned i = 0; i < results->kinds; i++) {
        if (!is_printed(results, process, i))
            continue;
        char *command = command_of(results, process, i);
        const char *shows = results->kind[i].shows;
        fprintf(stderr, "  %-*s%s%s\n", shows ? (int)widest : 0, command, shows ? "  # " : "",
                shows ? shows : "");
        free(command);
    }
}

/* Prints what the process ran, from a file with a line "cmd: ...". */
static void print_command(const struct results *results, const struct process *process)
{
    char line[1024], shown[4 * SHOWN + 8];
    for (unsigned kind = 0; kind < results->kinds; kind++) {
        char *path = path_of(results, kind, process->number);
        FILE *from = process->kinds >> kind & 1 ? fopen(path, "re") : NULL;
        bool found = false;
        for (int i = 0; from && i < 32 && !found && fgets(line, sizeof line, from); i++)
            found = !strncmp(line, "cmd: ", 5);
        if (from)
            fclose(from);
        free(path);
        if (!found)
            continue;
        line[strcspn(line, "\n")] = 0;
        msim_utf8_clean(shown, sizeof shown, line + 5, SHOWN);
        fprintf(stderr, ", %s", shown);
        return;
    }
}

static void print_process(const struct results *results, const struct process *process)
{
    fprintf(stderr, "  process %s", process->number);
    print_command(results, process);
    fputc(':', stderr);
    for (unsigned kind = 0; kind < results->kinds; kind++)
        if (process->kinds >> kind & 1)
            fprintf(stderr, " %s%s", results->kind[kind].prefix, process->number);
    fputc('\n', stderr);
}

void msim_results_print_unfinished(const char *file)
{
    fprintf(stderr, "memsim: %s is unfinished, as its process was killed", file);
    if (msim_has_trace_header(file))
        fprintf(stderr, "; this uses it: memsim replay --partial %s", file);
    else if (msim_is_trace(file))
        fputs("; it has nothing yet, so remove it", stderr);
    fputc('\n', stderr);
}

/* Files with usual names that a process left which was killed. */
static void print_unfinished(const char *folder, const struct timespec *since)
{
    struct dirent **entry;
    int entries = scandir(folder, &entry, NULL, versionsort);
    for (int i = 0; i < entries; i++) {
        struct stat is;
        char *path = msim_printed("%s/%s", folder, entry[i]->d_name);
        if (!strncmp(entry[i]->d_name, "memsim.", strlen("memsim.")) && strstr(path, ".partial-") &&
            stat(path, &is) == 0 && !is_before(&is.st_mtim, since))
            msim_results_print_unfinished(path);
        MSIM_FREE(path, entry[i]);
    }
    if (entries >= 0)
        free(entry);
}

void msim_results_print(const char *folder, long pid, const struct timespec *since)
{
    struct results results = {.folder = folder};
    char own[32];
    size_t first = 0;
    list_kinds(&results);
    find(&results, since);
    snprintf(own, sizeof own, "%ld", pid);
    for (size_t i = 0; i < results.processes; i++)
        if (!strcmp(results.process[i].number, own))
            first = i;
    if (results.processes > 1)
        fprintf(stderr, "memsim: %zu processes left results in %s:\n", results.processes, folder);
    for (size_t i = 0; i < results.processes && results.processes > 1; i++)
        print_process(&results, &results.process[i]);
    if (results.processes > 0) {
        fprintf(stderr,
                results.processes > 1 ? "memsim: to see those of process %s:\n"
                                      : "memsim: to see the results of process %s:\n",
                results.process[first].number);
        print_viewers(&results, &results.process[first]);
    }
    print_unfinished(folder, since);
    for (size_t i = 0; i < results.processes; i++)
        free(results.process[i].number);
    free(results.process);
}
