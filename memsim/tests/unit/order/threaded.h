/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Random programs of several threads, and streams of them that Valgrind might have made.
 *
 * A program is what each thread does, in its order: segments, events, and what it does to threads.
 * A stream is one legal order of all this: a thread runs nothing before it is created, nor while it
 * waits, and is woken only while it waits.  There are many such orders of one program.
 */
#pragma once

#include "stream/dict.h"
#include "stream/event.h"
#include "tests/unit/lib/host.h"

enum { THREADED_MAX = 2100, THREADED_WORDS = 1 + MSIM_EVENT_WORDS_MAX, THREADED_SEGMENTS = 12 };

/* The segments of `threaded_describe`: number n, from 0 on, begins n + 1 instructions; except: */
enum {
    SEGMENT_STORES = 7,
    SEGMENT_LOADS = 8,
    SEGMENT_PAUSES = 9,
    SEGMENT_GOES_ON = 10,
    SEGMENT_LONG = 11
};

void threaded_describe(struct msim_dict *dict);

/* The number of words in the record of a segment. */
uint32_t threaded_words(uint32_t segment);

struct threaded_item {
    uint32_t thread; /* that does it */
    uint64_t words[THREADED_WORDS];
};

struct threaded_options {
    uint32_t threads;
    uint32_t items; /* about this many */
    bool unknown;   /* threads are also woken by unknown ones, */
    bool shared;    /* and events of the same blocks and mappings happen in several threads: */
    bool long_ones; /* segments are long */
    bool pauses;    /* now and then, */
    bool loops;     /* or in loops */
};

/* Items in an order that is legal. */
struct threaded {
    struct threaded_item *item;
    size_t used, room;
};

void threaded_make(struct threaded *program, const struct threaded_options *options, uint64_t seed);
/* The same program in another legal order, with batches of up to `batch` items. */
void threaded_shuffle(const struct threaded *program, struct threaded *other, uint32_t batch,
                      uint64_t seed);
void threaded_free(struct threaded *program);

/* The stream, with an event of each change of threads; free() it. */
uint64_t *threaded_stream(const struct threaded *program, size_t *words);

void threaded_add(struct threaded *program, const struct threaded_item *item);
