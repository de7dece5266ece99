/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads what branches did (branches.h). */
#include <stdlib.h>
#include <string.h>

#include "cmd/base/grow.h"
#include "cmd/base/human.h"
#include "read.h"
#include "reading.h"

enum { NUMBERS = 4 };

/* The next word, up to a tab or the end; *at moves past it. */
static char *take_word(char **at)
{
    char *word = *at, *tab = strchr(word, '\t');
    *at = tab ? tab + 1 : word + strlen(word);
    if (tab)
        *tab = 0;
    return word;
}

static bool take_address(char **at, uint64_t *address)
{
    const char *word = take_word(at);
    char *end;
    *address = strtoull(word, &end, 16);
    return word[0] == '0' && word[1] == 'x' && word[2] && !*end;
}

/* A number of 32 bits with a sign, or "*": it is indirect. */
static bool take_jump(char **at, struct msim_counted_branch *branch)
{
    const char *word = take_word(at);
    uint64_t number = 0;
    branch->indirect = !strcmp(word, "*");
    bool good = branch->indirect || msim_read_number(word + (*word == '-'), &number);
    branch->jump = *word == '-' ? -(int64_t)number : (int64_t)number;
    return good && number <= UINT64_C(1) << 31;
}

static bool take_branch(char **at, struct msim_counted_branch *branch)
{
    uint64_t number[NUMBERS];
    if (!take_address(at, &branch->address) || !take_jump(at, branch))
        return false;
    for (unsigned i = 0; i < NUMBERS; i++)
        if (!msim_read_number(take_word(at), &number[i]))
            return false;
    branch->times = number[0];
    branch->taken = number[1];
    branch->wrong = number[2];
    branch->line = (uint32_t)number[3];
    branch->function = take_word(at);
    branch->file = *at;
    return number[0] <= INT64_MAX / MSIM_COUNTED_BRANCHES_MAX && number[1] <= number[0] &&
           number[2] <= number[0] && number[3] <= UINT32_MAX && *branch->function &&
           *branch->file && !strchr(branch->file, '\t');
}

/* What follows may not be lines of counts. */
bool msim_counts_read_branch(struct msim_counts_reader *reader, char *at)
{
    struct msim_counted_branch branch;
    struct msim_counted_branches *all = &reader->counts->branches;
    const struct msim_renaming *to = reader->renaming;
    char room[64];
    const char *line = msim_counts_found(at, room);
    reader->file = reader->function = MSIM_NOTHING;
    if (!take_branch(&at, &branch) || all->branches == MSIM_COUNTED_BRANCHES_MAX)
        return MSIM_WRONG(reader,
                          "expected 'fl=# branch: ADDRESS<tab>JUMP<tab>TIMES<tab>TAKEN<tab>"
                          "MISPREDICTED<tab>LINE<tab>FUNCTION<tab>FILE', found %s",
                          line);
    branch.function = msim_counts_renamed(reader, branch.function, to ? to->function_rules : NULL);
    branch.file = msim_counts_renamed(reader, branch.file, to ? to->file_rules : NULL);
    if (!reader->counts->source[reader->source].negative)
        MSIM_PUSH(all->branch, all->branches, branch);
    return true;
}
