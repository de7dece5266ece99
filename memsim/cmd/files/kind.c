/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Recognises kinds of files; see kind.h. */
#include "kind.h"

#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmd/base/grow.h"
#include "cmd/base/utf8.h"
#include "stream/trace/trace.h"

/* A file's head must fit: the lines before "events:" have the program's whole command line. */
enum { HEAD = 1 << 16 };

struct head {
    const char *bytes;
    size_t size;
};

static bool begins(const struct head *head, const char *with)
{
    return !strncmp(head->bytes, with, strlen(with));
}

/* The first line that begins with one of the two, after any number of other lines; NULL: none. */
static const char *first_line(const struct head *head, const char *one, const char *other)
{
    for (const char *line = head->bytes; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        if (!strncmp(line, one, strlen(one)) || !strncmp(line, other, strlen(other)))
            return line;
    }
    return NULL;
}

/* Massif's format and Cachegrind's both begin with "desc:" and "cmd:" lines. */
static bool follows_command(const struct head *head, const char *key)
{
    const char *line = begins(head, "desc:") || begins(head, "cmd:")
                           ? first_line(head, "events:", "time_unit:")
                           : NULL;
    return line && !strncmp(line, key, strlen(key));
}

static bool is_alloc(const struct head *head)
{
    const char *line =
        follows_command(head, "events:") ? first_line(head, "events:", "events:") : "";
    const char *found = strstr(line, " Allocs");
    return found && found < line + strcspn(line, "\n");
}

static bool is_counts(const struct head *head)
{
    return follows_command(head, "events:") && !is_alloc(head);
}

static bool is_heap(const struct head *head)
{
    return follows_command(head, "time_unit:");
}

/* Without a head, the list begins with its first page: "   0 0x000000000040a000 C ". */
static bool is_pages(const struct head *head)
{
    const char *at = head->bytes + strspn(head->bytes, " ");
    if (begins(head, "# memsim pagein "))
        return true;
    if (strncmp(at, "0 0x", 4) != 0 || strspn(at + 4, "0123456789abcdef") != 16)
        return false;
    return !strncmp(at + 20, " C ", 3) || !strncmp(at + 20, " D ", 3);
}

static bool is_trace(const struct head *head)
{
    static const char magic[] = MSIM_TRACE_MAGIC;
    return head->size >= sizeof magic - 1 && !memcmp(head->bytes, magic, sizeof magic - 1);
}

/* XML, whose root has that name. */
static bool has_root(const struct head *head, const char *root)
{
    const char *at = head->bytes + strspn(head->bytes, " \t\r\n");
    while (*at == '<' && (at[1] == '?' || at[1] == '!')) {
        const char *end = !strncmp(at, "<!--", 4) ? strstr(at, "-->") : strchr(at, '>');
        if (!end)
            return false;
        at = strchr(end, '>') + 1;
        at += strspn(at, " \t\r\n");
    }
    size_t length = strlen(root);
    return *at == '<' && !strncmp(at + 1, root, length) && strchr(" \t\r\n/>", at[1 + length]);
}

/* Versions before 3.21 have no first line of their own. */
static bool is_callgrind(const struct head *head)
{
    return begins(head, "# callgrind format") ||
           ((begins(head, "version:") || begins(head, "creator:")) &&
            first_line(head, "positions:", "events:"));
}

static bool is_calls(const struct head *head)
{
    return is_callgrind(head) && first_line(head, "creator: memsim", "creator: memsim");
}

/* How each is recognised: by a function, its first bytes, or the root of XML. */
static const struct {
    const char *name, *plural, *advice;
    bool (*is)(const struct head *head);
    const char *begins, *options, *root;
} kinds[MSIM_FILE_KINDS] = {
#define COMMAND(name)
#define VIEWER(name, kind, one, many, asked)                                                       \
    [MSIM_FILE_##kind] = {one, many, "memsim " #name " %s", .begins = "# memsim " #name " ",       \
                          .options = asked},
#include "cmd/base/commands.list"
    [MSIM_FILE_ALLOC] = {"a file of allocations", "files of allocations", "memsim heap %s",
                         .is = is_alloc},
    [MSIM_FILE_COUNTS] = {"a profile of counts", "profiles of counts", "memsim annotate %s",
                          .is = is_counts},
    [MSIM_FILE_HEAP] = {"a heap profile", "heap profiles", "memsim heap %s", .is = is_heap},
    [MSIM_FILE_PAGES] = {"a list of page-ins", "lists of page-ins", "memsim pages %s",
                         .is = is_pages},
    [MSIM_FILE_TRACE] = {"a trace", "traces", "memsim replay %s", .is = is_trace,
                         .options = "--trace-file=memsim.trace.%p "},
    [MSIM_FILE_MACHINE] = {"the description of a machine", "descriptions of machines",
                           "memsim machine show %s", .root = "machine"},
    [MSIM_FILE_TOPOLOGY] = {"a topology of hwloc's", "topologies of hwloc's",
                            "memsim machine import %s", .root = "topology"},
    [MSIM_FILE_CALLS] = {"a profile of calls", "profiles of calls", "memsim calls %s",
                         .is = is_calls, .options = "--calls=yes "},
    [MSIM_FILE_CALLGRIND] = {"a Callgrind profile", "Callgrind profiles", "memsim calls %s",
                             .is = is_callgrind},
    [MSIM_FILE_DHAT] = {"a DHAT profile", "DHAT profiles", "Valgrind's dh_view.html opens %s",
                        .begins = "{\"dhatFileVersion\""},
    [MSIM_FILE_PERF] = {"a profile of perf's", "profiles of perf's", "perf report -i %s",
                        .begins = "PERFILE"},
    [MSIM_FILE_PROGRAM] = {"a program or library", "programs or libraries", "memsim run -- %s",
                           .begins = "\177ELF"},
};

/* The kind of a file that begins with these `size` bytes, which a 0 must follow. */
static enum msim_file_kind kind_of_bytes(const char *bytes, size_t size)
{
    struct head head = {bytes, size};
    for (int kind = MSIM_FILE_UNKNOWN + 1; kind < MSIM_FILE_KINDS; kind++)
        if (kinds[kind].is     ? kinds[kind].is(&head)
            : kinds[kind].root ? has_root(&head, kinds[kind].root)
                               : begins(&head, kinds[kind].begins))
            return (enum msim_file_kind)kind;
    return MSIM_FILE_UNKNOWN;
}

enum msim_file_kind msim_file_kind_of(const char *name)
{
    static char bytes[HEAD + 1];
    struct stat is;
    size_t size = 0;
    int file = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (file < 0)
        return MSIM_FILE_UNKNOWN;
    /* A pipe could be read only once. */
    if (fstat(file, &is) == 0 && S_ISREG(is.st_mode)) {
        ssize_t got;
        while (size < HEAD && (got = read(file, bytes + size, HEAD - size)) > 0)
            size += (size_t)got;
    }
    close(file);
    bytes[size] = 0;
    return kind_of_bytes(bytes, size);
}

const char *msim_file_kind_name(enum msim_file_kind kind)
{
    return kinds[kind].name;
}

const char *msim_file_kind_plural(enum msim_file_kind kind)
{
    return kinds[kind].plural;
}

const char *msim_file_kind_options(enum msim_file_kind kind)
{
    return kinds[kind].options ? kinds[kind].options : "";
}

void msim_file_kind_advice(enum msim_file_kind kind, const char *file, char *advice, size_t room)
{
    const char *form = kinds[kind].advice;
    int before = (int)strcspn(form, "%");
    const char *here = kind == MSIM_FILE_PROGRAM && !strchr(file, '/') ? "./" : "";
    char *path = msim_printed("%s%s", here, file), *word = msim_shell_word(path);
    snprintf(advice, room, "%.*s%s%s", before, form, word, form + before + 2);
    MSIM_FREE(path, word);
}
