/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Finds profiles of calls beside lists of page-ins; see beside.h. */
#include "beside.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/files/filename.h"
#include "cmd/files/infile.h"

char *msim_calls_beside_pages(const char *pages)
{
    char *name = msim_name_beside(pages, ".pagein.", ".calls.");
    if (!name)
        msim_bad_input("%s: a list of page-ins has no contexts; name the profile of calls, "
                       "memsim.calls.PID, of a run with --calls=yes",
                       pages);
    if (access(name, R_OK) != 0)
        msim_bad_input("%s: a list of page-ins has no contexts, and there is no %s; to make one: "
                       "memsim run --calls=yes -- COMMAND",
                       pages, name);
    return name;
}

/* The value of a line "# KEY: VALUE" in the head of a list, up to its newline; NULL: it has
 * none. */
static const char *value_of(const char *bytes, const char *key)
{
    size_t length = strlen(key);
    while (*bytes == '#') {
        if (bytes[1] == ' ' && !strncmp(bytes + 2, key, length) &&
            !strncmp(bytes + 2 + length, ": ", 2))
            return bytes + length + 4;
        bytes += strcspn(bytes, "\n");
        bytes += *bytes == '\n';
    }
    return NULL;
}

void msim_calls_need_pages(const struct msim_call_profile *calls, const char *name)
{
    if (msim_counts_event(&calls->counts, "Pfx", 3) == calls->counts.events)
        msim_bad_input(
            "%s:%zu: has no counts of pages; they are there if the run had --pagein=yes, "
            "which is the default, beside --calls=yes",
            name, calls->counts.events_line);
}

static int64_t faults_of(const struct msim_call_profile *calls)
{
    int64_t sum = 0;
    for (size_t i = 0; i < calls->counts.events; i++)
        if (!strncmp(calls->counts.event[i], "Pf", 2))
            sum += calls->counts.total[i];
    return sum;
}

void msim_calls_check_pages(const struct msim_call_profile *calls, const char *name,
                            const char *pages)
{
    size_t size;
    char *bytes = msim_need_all(pages, &size);
    const char *count = value_of(bytes, "minor-faults-predicted");
    const char *command = value_of(bytes, "command"), *of = calls->counts.source[0].command;
    bool same = !command || (!strncmp(command, of, strlen(of)) && command[strlen(of)] == '\n');
    same = same && (!count || (int64_t)strtoull(count, NULL, 10) == faults_of(calls));
    if (!same)
        msim_bad_input("%s is not of the run that wrote %s: the commands or the numbers of faults "
                       "differ",
                       name, pages);
    free(bytes);
}
