/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Structures that are harder than most: unions, bit fields, anonymous members, and blocks of several
 * size classes from one call of malloc. Flags: -O2 -g. Usage: shapes */
#include "places.h"

union word {
    uint64_t whole;
    uint32_t half[2];
    struct {
        uint8_t low, next;
        uint16_t rest;
        float high;
    };
};

struct packed {
    unsigned kind : 3;
    unsigned colour : 7;
    unsigned id : 22;
    union {
        double value;
        void *pointer;
    };
    uint64_t used : 40, free : 24;
};

#define SHAPES 700

static NOINLINE union word *make_words(void)
{
    return malloc(SHAPES * sizeof(union word));
}

static NOINLINE struct packed *make_packed(void)
{
    return malloc(SHAPES * sizeof(struct packed));
}

/* Below 4096 bytes each size is a class of its own; above, powers of two are. */
static const size_t sizes[] = {16, 24, 40, 1000, 4096, 4097, 5000, 8192, 9000, 70000};
#define SIZES (sizeof sizes / sizeof sizes[0])

static NOINLINE char *make_sized(size_t bytes)
{
    return malloc(bytes);
}

static NOINLINE void words(union word *array)
{
    for (unsigned i = 0; i < SHAPES; i++)
        array[i].whole = i;
    for (unsigned i = 0; i < SHAPES; i++)
        array[i].half[1] += array[i].half[0];
    for (unsigned i = 0; i < SHAPES; i++)
        array[i].rest = array[i].low;
    for (unsigned i = 0; i < SHAPES; i++)
        array[i].high = 1;
}

static NOINLINE unsigned pack(struct packed *array)
{
    unsigned sum = 0;
    for (unsigned i = 0; i < SHAPES; i++) {
        array[i].kind = i & 7;
        array[i].colour = i & 127;
        array[i].id = i;
        array[i].value = i;
        array[i].used = i;
        array[i].free = 1;
    }
    for (unsigned i = 0; i < SHAPES; i++)
        sum += array[i].colour;
    for (unsigned i = 0; i < SHAPES; i++)
        sum += (unsigned)array[i].used;
    return sum;
}

static NOINLINE void touch(volatile char *block, size_t bytes)
{
    for (size_t i = 0; i < bytes; i += 8)
        block[i] = 1;
}

int main(void)
{
    static const struct about about_words = {.kind = "heap", .key = "make_words", .layout = "word"};
    static const struct about about_packed = {
        .kind = "heap", .key = "make_packed", .layout = "packed"};
    static const struct about about_sized = {.kind = "heap", .key = "make_sized"};
    char *blocks[SIZES];
    union word *w = make_words();
    struct packed *p = make_packed();
    words(w);
    unsigned sum = pack(p);
    for (size_t i = 0; i < SIZES; i++) {
        blocks[i] = make_sized(sizes[i]);
        touch(blocks[i], sizes[i]);
    }
    places_begin();
    layout("word", sizeof(union word));
    FIELD(union word, whole);
    layout("packed", sizeof(struct packed));
    field("kind", 0, 4);
    field("padding", 4, 4);
    FIELD(struct packed, value);
    field("used", 16, 8);
    heap_place(&about_words, w, SHAPES * sizeof *w);
    heap_place(&about_packed, p, SHAPES * sizeof *p);
    for (size_t i = 0; i < SIZES; i++)
        heap_place(&about_sized, blocks[i], sizes[i]);
    places_end();
    return sum == 0;
}
