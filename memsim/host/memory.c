/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The limits of memory.h.  (No libc: the tool has none.) */
#include "memory.h"

#include <stdbool.h>

enum { TEXT = 4096, NAME = 1024 };

static uint64_t least(uint64_t a, uint64_t b)
{
    return a < b ? a : b;
}

/* Moves past `word`; NULL: the text does not begin with it. */
static const char *after(const char *text, const char *word)
{
    while (*word)
        if (*text++ != *word++)
            return NULL;
    return text;
}

/* The number at the start of the text, after blanks; UINT64_MAX: no number ("max"). */
static uint64_t number_at(const char *text)
{
    uint64_t number = 0;
    while (*text == ' ')
        text++;
    if (*text < '0' || *text > '9')
        return UINT64_MAX;
    for (; *text >= '0' && *text <= '9'; text++)
        number = number > UINT64_MAX / 16 ? number : number * 10 + (uint64_t)(*text - '0');
    return number;
}

static const char *next_line(const char *text)
{
    while (*text && *text != '\n')
        text++;
    return *text ? text + 1 : text;
}

/* The number after `key`, at the beginning of a line; UINT64_MAX: no such line. */
static uint64_t number_of(const char *text, const char *key, uint64_t unit)
{
    for (const char *line = text; *line; line = next_line(line)) {
        const char *value = after(line, key);
        uint64_t number = value ? number_at(value) : UINT64_MAX;
        if (number < UINT64_MAX / unit)
            return number * unit;
    }
    return UINT64_MAX;
}

static void read_text(msim_read_file *read, const char *name, char *text)
{
    size_t used = read(name, text, TEXT - 1);
    text[used < TEXT ? used : 0] = 0;
}

/* The memory that /proc/meminfo reports, in bytes; UINT64_MAX: it does not. */
static uint64_t of_system(msim_read_file *read, const char *key)
{
    char text[TEXT];
    read_text(read, "/proc/meminfo", text);
    return number_of(text, key, 1024);
}

/* --- Control groups ----------------------------------------------------------------------- */

/* Appends text up to the end of its line; returns the length; 0: it does not fit. */
static size_t append(char *name, size_t used, const char *text)
{
    while (*text && *text != '\n' && used + 1 < NAME)
        name[used++] = *text++;
    name[used] = 0;
    return *text && *text != '\n' ? 0 : used;
}

/* The names of files of a control group, and of the lines of one of them. */
struct version {
    const char *mounted, *limit, *usage, *inactive, *active;
};

static const struct version versions[] = {
    {"/sys/fs/cgroup", "/memory.max", "/memory.current", "inactive_file", "active_file"},
    {"/sys/fs/cgroup/unified", "/memory.max", "/memory.current", "inactive_file", "active_file"},
    {"/sys/fs/cgroup/memory", "/memory.limit_in_bytes", "/memory.usage_in_bytes",
     "total_inactive_file", "total_active_file"}};

static uint64_t number_in(msim_read_file *read, char *name, size_t used, const char *file)
{
    char text[TEXT];
    if (!append(name, used, file))
        return UINT64_MAX;
    read_text(read, name, text);
    return number_at(text);
}

static uint64_t or_0(uint64_t number)
{
    return number == UINT64_MAX ? 0 : number;
}

/* What a group allows, or has left; pages of files that can be dropped count as left. */
static uint64_t of_one(msim_read_file *read, char *name, size_t used, const struct version *version,
                       bool left)
{
    char text[TEXT];
    uint64_t limit = number_in(read, name, used, version->limit);
    if (limit == UINT64_MAX || !left || !append(name, used, "/memory.stat"))
        return limit;
    read_text(read, name, text);
    uint64_t kept = or_0(number_of(text, version->inactive, 1)) +
                    or_0(number_of(text, version->active, 1)),
             usage = or_0(number_in(read, name, used, version->usage));
    usage -= least(kept, usage);
    return limit - least(usage, limit);
}

/* The smallest limit of a group and the groups around it.  In a container, `path` may not exist
 * here while outer groups do. */
static uint64_t of_group(msim_read_file *read, const char *path, const struct version *version,
                         bool left)
{
    char name[NAME];
    uint64_t found = UINT64_MAX;
    size_t root = append(name, 0, version->mounted), used = append(name, root, path);
    while (used >= root && root) {
        found = least(found, of_one(read, name, used, version, left));
        if (used == root)
            break;
        while (used > root && name[used - 1] != '/')
            used--;
        used -= used > root;
    }
    return found;
}

/* A line of /proc/self/cgroup is "0::PATH", or of older systems "7:memory:PATH". */
static uint64_t of_groups(msim_read_file *read, bool left)
{
    char text[TEXT];
    uint64_t found = UINT64_MAX;
    read_text(read, "/proc/self/cgroup", text);
    for (const char *line = text; *line; line = next_line(line)) {
        const char *path = after(line, "0::"), *list = line;
        if (path) {
            found = least(found, of_group(read, path, &versions[0], left));
            found = least(found, of_group(read, path, &versions[1], left));
            continue;
        }
        while (*list && *list != ':' && *list != '\n')
            list++;
        path = after(list, ":memory:");
        if (path)
            found = least(found, of_group(read, path, &versions[2], left));
    }
    return found;
}

uint64_t msim_host_memory(msim_read_file *read, uint64_t addresses)
{
    uint64_t limit = least(addresses, least(of_system(read, "MemTotal:"), of_groups(read, false)));
    return or_0(limit);
}

uint64_t msim_host_memory_left(msim_read_file *read, uint64_t addresses)
{
    return least(addresses, least(of_system(read, "MemAvailable:"), of_groups(read, true)));
}
