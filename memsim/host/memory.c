/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The limits of memory.h.  (No libc: the tool has none.) */
#include "memory.h"

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

/* The number that the text begins with, after blanks; UINT64_MAX: none ("max"). */
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

static void read_text(msim_read_file *read, const char *name, char *text)
{
    size_t used = read(name, text, TEXT - 1);
    text[used < TEXT ? used : 0] = 0;
}

static uint64_t built_in(msim_read_file *read)
{
    char text[TEXT];
    read_text(read, "/proc/meminfo", text);
    for (const char *line = text; *line; line = next_line(line)) {
        const char *total = after(line, "MemTotal:");
        uint64_t kilobytes = total ? number_at(total) : UINT64_MAX;
        if (kilobytes < UINT64_MAX / 1024)
            return kilobytes * 1024;
    }
    return UINT64_MAX;
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

/* The least limit of a group and those around it.  `path` may be one that is not seen from here, as in a
 * container: those further out may be. */
static uint64_t of_group(msim_read_file *read, const char *mounted, const char *path,
                         const char *file)
{
    char name[NAME], text[TEXT];
    uint64_t limit = UINT64_MAX;
    size_t root = append(name, 0, mounted), used = append(name, root, path);
    while (used >= root && root) {
        if (append(name, used, file)) {
            read_text(read, name, text);
            limit = least(limit, number_at(text));
        }
        if (used == root)
            break;
        while (used > root && name[used - 1] != '/')
            used--;
        used -= used > root;
    }
    return limit;
}

/* A line of /proc/self/cgroup is "0::PATH", or of older systems "7:memory:PATH". */
static uint64_t of_groups(msim_read_file *read)
{
    char text[TEXT];
    uint64_t limit = UINT64_MAX;
    read_text(read, "/proc/self/cgroup", text);
    for (const char *line = text; *line; line = next_line(line)) {
        const char *path = after(line, "0::"), *list = line;
        if (path) {
            limit = least(limit, of_group(read, "/sys/fs/cgroup", path, "/memory.max"));
            limit = least(limit, of_group(read, "/sys/fs/cgroup/unified", path, "/memory.max"));
            continue;
        }
        while (*list && *list != ':' && *list != '\n')
            list++;
        path = after(list, ":memory:");
        if (path)
            limit = least(limit,
                          of_group(read, "/sys/fs/cgroup/memory", path, "/memory.limit_in_bytes"));
    }
    return limit;
}

uint64_t msim_host_memory(msim_read_file *read, uint64_t addresses)
{
    uint64_t limit = least(addresses, least(built_in(read), of_groups(read)));
    return limit == UINT64_MAX ? 0 : limit;
}
