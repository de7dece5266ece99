/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * One behaviour each, by hand.  Streams and their orders are texts of one word a record:
 *
 *      t2        thread 2 runs
 *      x7 X      a segment of 7 instructions, of 255; x7*5: five of them
 *      g         one that goes on, of 10 more
 *      s3 l3     a segment of 8 that stores at the address 0x3000, of 9 that loads from there
 *      p         a pause
 *      c2 e e2   creates thread 2; ends; thread 2 ends
 *      b B       waits at a futex, in another call
 *      w2 w2/3   wakes thread 2; thread 3 wakes it
 *      W2        an unknown thread wakes it
 *      m3 f3     allocates or frees a block at 0x3000
 *      M d r F   a mapping, a dump, a region, a fork
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "received.h"
#include "stream/event.h"
#include "tests/unit/lib/main.h"
#include "threaded.h"

enum { WORDS = 100000, TEXT = 200 };

/* --- Words to records ---------------------------------------------------------------------- */

struct stream {
    uint64_t words[WORDS];
    size_t used;
    uint64_t running;
};

static void put(struct stream *stream, uint64_t header, const uint64_t *words)
{
    stream->words[stream->used++] = header;
    for (uint32_t i = 0; i < msim_header_words(header); i++)
        stream->words[stream->used++] = words[i];
}

static void put_event(struct stream *stream, enum msim_event event, uint64_t first, uint64_t second,
                      uint64_t third, uint64_t fourth)
{
    uint64_t words[MSIM_EVENT_WORDS_MAX] = {first, second, third, fourth, 0};
    put(stream, msim_event_header(event, msim_event_words(event)), words);
}

static void put_segment(struct stream *stream, unsigned number, uint64_t address)
{
    put(stream, msim_header(number, threaded_words(number)), &address);
}

static void put_task(struct stream *stream, enum msim_task_call call, uint64_t thread,
                     uint64_t value)
{
    put_event(stream, MSIM_EVENT_TASK, thread << 32 | call, value, 0, 0);
}

static void put_thread(struct stream *stream, uint64_t number)
{
    put_event(stream, MSIM_EVENT_THREAD, number, 0, 0, 0);
    stream->running = number;
}

static void put_word(struct stream *stream, const char *word)
{
    char *end;
    uint64_t number = strtoul(word + 1, &end, 10);
    uint64_t by = *end == '/' ? strtoul(end + 1, NULL, 10) : stream->running;
    uint64_t address = number << 12;
    switch (*word) {
    case 't':
        put_thread(stream, number);
        break;
    case 'x':
        put_segment(stream, (unsigned)number - 1, 0x100000);
        break;
    case 'X':
        put_segment(stream, SEGMENT_LONG, 0x100000);
        break;
    case 'g':
        put_segment(stream, SEGMENT_GOES_ON, 0);
        break;
    case 's':
        put_segment(stream, SEGMENT_STORES, address);
        break;
    case 'l':
        put_segment(stream, SEGMENT_LOADS, address);
        break;
    case 'p':
        put_segment(stream, SEGMENT_PAUSES, 0x100000);
        break;
    case 'c':
        put_task(stream, MSIM_TASK_CREATED, number, stream->running);
        break;
    case 'e':
        put_task(stream, MSIM_TASK_ENDED, number ? number : stream->running, 0);
        break;
    case 'E': /* its word is cleared */
        put_task(stream, MSIM_TASK_ENDED, stream->running, address);
        break;
    case 'b':
        put_task(stream, MSIM_TASK_BLOCKED, stream->running, 0x2000);
        break;
    case 'B':
        put_task(stream, MSIM_TASK_BLOCKED, stream->running, 0);
        break;
    case 'w':
        put_task(stream, MSIM_TASK_WOKEN, number, by);
        break;
    case 'W':
        put_task(stream, MSIM_TASK_WOKEN, number, 0);
        break;
    case 'm':
        put_event(stream, MSIM_EVENT_HEAP, MSIM_HEAP_MALLOC, 8, address, 0);
        break;
    case 'f':
        put_event(stream, MSIM_EVENT_HEAP, MSIM_HEAP_FREE, 0, 0, address);
        break;
    case 'M': /* two pages */
        put_event(stream, MSIM_EVENT_MAP, address, address + 0x2000, 0, 0);
        break;
    case 'P':
        put_task(stream, MSIM_TASK_POINTER, stream->running, address);
        break;
    case 'd':
        put_event(stream, MSIM_EVENT_PART, MSIM_PART_DUMP, 0, 0, 0);
        break;
    case 'r':
        put_event(stream, MSIM_EVENT_PART, MSIM_PART_BEGIN, 0, 0, 0);
        break;
    case 'F':
        put_event(stream, MSIM_EVENT_FORK, 0, 0, 0, 0);
        break;
    default:
        abort();
    }
}

static void put_text(struct stream *stream, const char *text)
{
    char word[TEXT];
    int used;
    for (; sscanf(text, "%199s%n", word, &used) == 1; text += used) {
        const char *star = strchr(word, '*');
        for (long times = star ? strtol(star + 1, NULL, 10) : 1; times; times--)
            put_word(stream, word);
    }
}

/* --- Cases --------------------------------------------------------------------------------- */

struct order_case {
    const char *name;
    uint32_t cores;
    uint64_t bytes;
    const char *stream;
    const char *before; /* what has come before the order is settled; NULL: not looked at */
    const char *order;
    bool whole; /* it comes in one chunk: in smaller ones, more might be run before it is known */
};

#define MUCH UINT64_MAX

static const struct order_case cases[] = {
    {"clocks alternate", 2, MUCH, "c1 t1 c2 x7*10 e t2 x7*10 e", NULL,
     "c1 t1 c2 x7*5 t2 x7*10 t1 x7*5 e t2 e", false},
    {"one core has one thread at a time", 1, MUCH, "c1 t1 c2 x7*10 e t2 x7*10 e", NULL,
     "c1 t1 c2 x7*10 e t2 x7*10 e", false},
    {"a woken thread comes after its waker", 2, MUCH, "c1 t1 c2 t2 b t1 x7*10 w2 x7*10 e t2 x1 e",
     NULL, "c1 t1 c2 x7*5 t2 b t1 x7*5 w2 x7*5 t2 x1 e t1 x7*5 e", false},
    {"a thread that is woken before it would wait goes on", 2, MUCH,
     "c1 t1 c2 t2 x7*5 b t1 x7 w2 x7 e t2 x1 e", NULL, "c1 t1 c2 x7 w2 x7 e t2 x7*5 b x1 e", false},
    {"a joiner comes after the end", 2, MUCH, "c1 t1 c2 b t2 x7*9 e w1 t1 x1 e", NULL,
     "c1 t1 c2 b t2 x7*9 e w1 t1 x1 e", false},
    {"a thread that is ended while it waits ends after what came before", 2, MUCH,
     "c1 t1 c2 t2 b t1 x7*10 e2 e", NULL, "c1 t1 c2 x7*5 t2 b t1 x7*5 e t2 e2", false},
    {"threads of which nothing is said begin after what came before", 2, MUCH,
     "t2 x7 t1 x1 t2 x7*20 t1 x7*20", NULL, "t2 x7 t1 x1 x7*5 t2 x7*10 t1 x7*10 t2 x7*10 t1 x7*5",
     false},
    {"an unknown waker is whatever came before", 2, MUCH, "c1 t1 c2 t2 B t1 x7*10 W2 x7 e t2 x1 e",
     NULL, "c1 t1 c2 x7*5 t2 B t1 x7*5 W2 x7 e t2 x1 e", false},
    {"a call that wakes does not wait", 3, MUCH,
     "c1 t1 c2 c3 t3 b t2 x7 B t1 x7*10 w3/2 W2 x7 e t2 x1 e t3 x1 e", NULL,
     "c1 t1 c2 c3 x7*5 t2 x7 B w3/2 W2 x1 e t3 b x1 e t1 x7*6 e", true},
    {"a record that goes on follows at once", 2, MUCH, "c1 t1 c2 x7*4 x4 g x7 e t2 x7 e", NULL,
     "c1 t1 c2 x7*4 x4 g t2 x7 e t1 x7 e", false},
    {"a quantum ends", 1, MUCH, "c1 t1 c2 X*4000 e t2 X*4000 e", NULL,
     "c1 t1 c2 X*3922 t2 X*3922 t1 X*78 e t2 X*78 e", false},
    {"an unknown thread is waited for", 2, MUCH, "c1 t1 c2 x7*20", "c1 t1 c2 x7*5",
     "c1 t1 c2 x7*20", false},
    {"but not if too much waits", 2, 80, "c1 t1 c2 x7*20", "c1 t1 c2 x7*10", "c1 t1 c2 x7*20",
     false},
    {"who was waited for in vain goes on later", 2, 80, "c1 t1 c2 x7*40 t2 x7*20 t1 x7*5 e t2 e",
     NULL, "c1 t1 c2 x7*30 t2 x7*6 t1 x7*10 t2 x7*10 t1 x7*5 e t2 x7*4 e", false},
    {"all that waits comes before a fork", 2, MUCH, "c1 t1 c2 x7*20 t2 x7*10 F x1",
     "c1 t1 c2 x7*5 t2 x7*10 t1 x7*15 t2 F", "c1 t1 c2 x7*5 t2 x7*10 t1 x7*15 t2 F x1", false},
    {"a block is freed after it is allocated", 2, MUCH, "c1 t1 c2 t2 x7*10 m5 e t1 f5 e", NULL,
     "c1 t1 c2 t2 x7*10 m5 t1 f5 e t2 e", false},
    {"other blocks do not matter", 2, MUCH, "c1 t1 c2 t2 x7*10 m5 e t1 f6 e", NULL,
     "c1 t1 c2 f6 e t2 x7*10 m5 e", false},
    {"mappings that overlap keep their order", 2, MUCH, "c1 t1 c2 t2 x7*10 M5 e t1 M6 e", NULL,
     "c1 t1 c2 t2 x7*10 M5 t1 M6 e t2 e", false},
    {"others do not", 2, MUCH, "c1 t1 c2 t2 x7*10 M5 e t1 M7 e", NULL,
     "c1 t1 c2 M7 e t2 x7*10 M5 e", false},
    {"a thread where another one was begins after its end", 3, MUCH,
     "c1 t1 c2 t2 P5 x7*10 e t1 c3 e t3 P5 x7 e", NULL, "c1 t1 c2 c3 e t2 P5 x7*10 e t3 P5 x7 e",
     false},
    {"who reads of the end of a thread comes after it", 2, MUCH,
     "c1 t1 c2 t2 x7*10 E5 t1 x1 l5 x1 e", NULL, "c1 t1 c2 x1 t2 x7*10 E5 t1 l5 x1 e", false},
    {"who reads something else does not", 2, MUCH, "c1 t1 c2 t2 x7*10 E5 t1 x1 l6 x1 e", NULL,
     "c1 t1 c2 x1 l6 x1 e t2 x7*10 E5", false},
    {"elsewhere it does not", 3, MUCH, "c1 t1 c2 t2 P5 x7*10 e t1 c3 e t3 P6 x7 e", NULL,
     "c1 t1 c2 c3 e t2 P5 x7*5 t3 P6 x7 e t2 x7*5 e", false},
    {"dumps keep their order", 2, MUCH, "c1 t1 c2 t2 x7*10 d e t1 d e", NULL,
     "c1 t1 c2 t2 x7*10 d t1 d e t2 e", false},
    {"a region is a matter of its thread", 2, MUCH, "c1 t1 c2 t2 x7*10 M e t1 r e", NULL,
     "c1 t1 c2 r e t2 x7*10 M e", false},
    {"a loop that pauses takes no time", 2, MUCH,
     "c1 t1 c2 p x7 p x7 p x7 p x7 p x7 p x7 p x7*5 x7 e t2 x1 e", NULL,
     "c1 t1 c2 p x7 p x7 p x7 p x7 p x7 p x7 p x7*5 t2 x1 e t1 x7 e", false},
    {"a loop ends after the store that it waits for", 2, MUCH,
     "c1 t1 c2 p l3 p l3 p l3 t2 x7*5 s3 x7*4 s3 x7*20 t1 l3 x1 e t2 e", NULL,
     "c1 t1 c2 p l3 p l3 p l3 t2 x7*5 s3 x7*4 s3 t1 l3 x1 e t2 x7*20 e", true},
    {"a loop that goes on has seen no store", 2, MUCH,
     "c1 t1 c2 p l3 p l3 p l3 t2 x7*10 s4 x7*20 t1 p l3 p l3 t2 x7 s3 x7*9 e t1 l3 x1 e", NULL,
     "c1 t1 c2 p l3 p l3 p l3 t2 x7*10 s4 x7*20 t1 p l3 p l3 t2 x7 s3 t1 l3 x1 e t2 x7*9 e", true},
};

static bool has(const struct received *received, const char *text)
{
    struct stream *wanted = calloc(1, sizeof *wanted);
    put_text(wanted, text);
    bool same = wanted->used == received->used &&
                !memcmp(wanted->words, received->words, wanted->used * sizeof *wanted->words);
    free(wanted);
    return same;
}

UNIT_ROWS(behaviour, cases)
{
    const struct order_case *now = &cases[_i];
    struct stream *stream = calloc(1, sizeof *stream);
    put_text(stream, now->stream);
    for (size_t chunk = now->whole ? WORDS / 10 : 1; chunk < WORDS; chunk *= 10) {
        struct received received;
        received_start(&received, now->cores, now->bytes, RECEIVED_AT_ONCE);
        received_run(&received, stream->words, stream->words + stream->used, chunk);
        ck_assert_msg(!now->before || has(&received, now->before), "%s: before the end, by %d",
                      now->name, (int)chunk);
        msim_order_settle(received.order);
        ck_assert_msg(has(&received, now->order), "%s: by %d", now->name, (int)chunk);
        ck_assert(!received.wrong_core);
        received_end(&received);
    }
    free(stream);
}

/* Where the receiver knows the time, it ends slices, after 32 here: each segment takes 4, whatever
 * it has. From pause to pause of a loop, nothing does. */
UNIT_TEST(in_time)
{
    static const char *const texts[][2] = {
        {"c1 t1 c2 l4*20 e t2 l4*20 e", "c1 t1 c2 l4*8 t2 l4*16 t1 l4*12 e t2 l4*4 e"},
        {"c1 t1 c2 p l4 p l4 p l4 p l4 p l4 p l4 p l4*9 e t2 x1 e",
         "c1 t1 c2 p l4 p l4 p l4 p l4 p l4 p l4 p l4*7 t2 x1 e t1 l4*2 e"}};
    for (size_t i = 0; i < 2 * (sizeof texts / sizeof *texts); i++) {
        struct stream *stream = calloc(1, sizeof *stream);
        struct received received;
        put_text(stream, texts[i / 2][0]);
        received_start(&received, 2, MUCH, RECEIVED_IN_TIME);
        received_run(&received, stream->words, stream->words + stream->used, i % 2 ? 1 : WORDS);
        msim_order_settle(received.order);
        ck_assert(has(&received, texts[i / 2][1]));
        received_end(&received);
        free(stream);
    }
}

/* What is run alone is not copied, and not even cut. */
UNIT_TEST(alone)
{
    struct stream *stream = calloc(1, sizeof *stream);
    struct received received;
    put_text(stream, "c1 t1");
    size_t begin = stream->used;
    put_text(stream, "x7*100 m5 p s3 M f5 g x1");
    received_start(&received, 4, MUCH, RECEIVED_AT_ONCE);
    received_run(&received, stream->words, stream->words + begin, WORDS);
    received_run(&received, stream->words + begin, stream->words + stream->used, WORDS);
    ck_assert_ptr_eq(received.from, stream->words + begin);
    ck_assert_uint_eq(received.used, stream->used);
    ck_assert(!memcmp(received.words, stream->words, stream->used * sizeof *stream->words));
    received_end(&received);
    free(stream);
}

/* A stream that names no threads, and one that names them but says no more of them. */
UNIT_TEST(unnamed)
{
    static const char *const texts[] = {"x7*100 m5", "t3 x7*10 t1 x7 t3 x1"};
    for (unsigned i = 0; i < 2; i++) {
        struct stream *stream = calloc(1, sizeof *stream);
        struct received received;
        put_text(stream, texts[i]);
        received_start(&received, 1, MUCH, RECEIVED_AT_ONCE);
        received_run(&received, stream->words, stream->words + stream->used, WORDS);
        msim_order_settle(received.order);
        ck_assert(has(&received, i ? "t3 x7*10 x1 t1 x7" : texts[i]));
        received_end(&received);
        free(stream);
    }
}

/* The thread of each pin has its core. */
UNIT_TEST(pinned)
{
    struct stream *stream = calloc(1, sizeof *stream);
    struct received received;
    put_text(stream, "c1 t1 c2 x7*10 e t2 x7*10 e");
    received_start(&received, 2, MUCH, RECEIVED_AT_ONCE);
    received.cores.pin[received.cores.pins_used++] = (struct msim_pin){2, 0};
    received_run(&received, stream->words, stream->words + stream->used, WORDS);
    msim_order_settle(received.order);
    ck_assert(has(&received, "c1 t1 c2 x7*10 e t2 x7*10 e"));
    ck_assert(!received.wrong_core);
    received_end(&received);
    free(stream);
}

/* Blocks are used again: a long run takes no more memory than a short one. */
UNIT_TEST(memory_is_used_again)
{
    size_t pieces[2];
    for (unsigned round = 0; round < 2; round++) {
        struct stream *stream = calloc(1, sizeof *stream);
        struct received received;
        received_start(&received, 2, 1 << 16, RECEIVED_AT_ONCE);
        put_text(stream, "c1 t1 c2");
        size_t begin = stream->used;
        for (unsigned i = 0; i < 10; i++)
            put_text(stream, "t1 X*900 m1 m2 M w2 t2 X*900 f1 f2 M b t1 X*100");
        for (unsigned i = 0; i < (round ? 200 : 20); i++)
            received_run(&received, stream->words + (i ? begin : 0), stream->words + stream->used,
                         1000);
        pieces[round] = received.memory.used;
        received_end(&received);
        free(stream);
    }
    ck_assert_uint_eq(pieces[0], pieces[1]);
}
