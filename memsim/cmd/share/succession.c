/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The workers of contended.h.
 *
 * Cost: the number of a line's uses, times that of the workers that write the same bytes.
 */
#include "contended.h"

#include <stdlib.h>

#include "cmd/base/grow.h"

/* A thread of the line, in the order of their numbers, so of their beginnings. */
struct worker {
    uint64_t began, ended; /* of the first of several threads: when the last one ended */
    size_t first;          /* that it follows, or itself */
    bool has_followers;
};

struct succession {
    const uint32_t *thread;
    size_t threads;
    struct worker *worker;
    size_t *
        writer; /* of the bytes that are looked at: those that write them, by their first threads */
    size_t writers;
};

size_t msim_succession_place(const uint32_t *thread, size_t threads, uint32_t number)
{
    const uint32_t *found = bsearch(&number, thread, threads, sizeof number, msim_by_number);
    return (size_t)(found - thread);
}

static size_t index_of(const struct succession *succession, uint32_t thread)
{
    return msim_succession_place(succession->thread, succession->threads, thread);
}

static bool meet(const struct succession *succession)
{
    uint64_t ended = 0;
    for (size_t i = 0; i < succession->threads; i++) {
        if (i && succession->worker[i].began < ended)
            return true;
        if (succession->worker[i].ended > ended)
            ended = succession->worker[i].ended;
    }
    return false;
}

/* The thread writes the bytes that are looked at: it follows a worker of them that has ended, if it
 * follows none yet. */
static void add_writer(struct succession *succession, size_t thread)
{
    struct worker *worker = succession->worker, *its = &worker[thread];
    size_t i = 0;
    if (its->first == thread && !its->has_followers)
        while (i < succession->writers && worker[succession->writer[i]].ended > its->began)
            i++;
    else
        while (i < succession->writers && succession->writer[i] != its->first)
            i++;
    if (i == succession->writers) {
        succession->writer[succession->writers++] = its->first;
        return;
    }
    struct worker *before = &worker[succession->writer[i]];
    its->first = succession->writer[i];
    before->has_followers |= before != its;
    if (its->ended > before->ended)
        before->ended = its->ended;
}

static void join(struct succession *succession, const struct msim_succession_use *use, size_t uses)
{
    for (size_t i = 0; i < uses; i++) {
        if (!i || use[i].offset != use[i - 1].offset || use[i].size != use[i - 1].size)
            succession->writers = 0;
        if (use[i].writes)
            add_writer(succession, index_of(succession, use[i].thread));
    }
}

bool msim_succession_make(const struct msim_shared *shared, const uint32_t *thread, size_t threads,
                          struct msim_succession_use *use, size_t uses)
{
    struct succession succession = {
        .thread = thread,
        .threads = threads,
        .worker = msim_zeroed(threads, sizeof *succession.worker),
        .writer = msim_zeroed(uses, sizeof *succession.writer),
    };
    for (size_t i = 0; i < threads; i++) {
        struct msim_shared_life life = msim_shared_life_of(shared, thread[i]);
        succession.worker[i] =
            (struct worker){.began = life.began, .ended = life.ended, .first = i};
    }
    bool met = threads < 2 || meet(&succession);
    join(&succession, use, uses);
    for (size_t i = 0; i < uses; i++)
        use[i].worker = thread[succession.worker[index_of(&succession, use[i].thread)].first];
    MSIM_FREE(succession.worker, succession.writer);
    return met;
}
