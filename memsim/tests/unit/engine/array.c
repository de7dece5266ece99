/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The set-associative array, access by access.
 *
 * A table has a line per access: the block, whether it misses, and the blocks held afterwards,
 * those of each set with the most recently used first.  The test only sees which blocks are held;
 * that their order is right shows when the last one is evicted.
 */
#include <stdlib.h>
#include <string.h>

#include "engine/arrays/array.h"
#include "tests/unit/lib/host.h"
#include "tests/unit/lib/main.h"

/* An array under test, and which number the block 'a' has, 'b', ... */
struct bench {
    struct unit_memory memory;
    struct msim_array array;
    uint32_t now;
    uint64_t first, step;
};

static void start(struct bench *bench, uint64_t sets, uint32_t ways)
{
    unit_memory_start(&bench->memory);
    bench->now = 0;
    bench->first = 0;
    bench->step = 1;
    msim_array_init(&bench->array, &bench->memory.mem, sets, ways, 6, NULL);
}

static void end(struct bench *bench)
{
    unit_memory_end(&bench->memory);
}

static bool holds(const struct bench *bench, uint64_t block)
{
    return msim_array_find(&bench->array, block) != MSIM_NO_SLOT;
}

static bool touch(struct bench *bench, uint64_t block)
{
    return msim_array_touch(&bench->array, block, ++bench->now);
}

static void renumber(struct bench *bench)
{
    bench->now = msim_array_renumber(&bench->array);
}

/* Exactly the blocks named in `held`, of 'a' to 'z', are there. */
static void must_hold(const struct bench *bench, const char *held, size_t length, const char *line)
{
    for (char c = 'a'; c <= 'z'; c++) {
        bool is = holds(bench, bench->first + (uint64_t)(c - 'a') * bench->step);
        ck_assert_msg(is == (memchr(held, c, length) != NULL), "%c after %.*s", c,
                      (int)strcspn(line, "\n"), line);
    }
}

/* A table; its lines begin with "a miss: " or "a hit:  ". */
static void run(struct bench *bench, const char *table)
{
    enum { HELD = 8 };
    for (const char *line = table; *line; line += strcspn(line, "\n") + 1) {
        bool missed = touch(bench, bench->first + (uint64_t)(line[0] - 'a') * bench->step);
        ck_assert_msg(missed == (line[2] == 'm'), "%.*s", (int)strcspn(line, "\n"), line);
        must_hold(bench, line + HELD, strcspn(line, "\n") - HELD, line);
    }
}

/* --- Few ways --------------------------------------------------------------------------------- */

static const char direct[] = "a miss: a\n"
                             "a hit:  a\n"
                             "b miss: b\n"
                             "b hit:  b\n"
                             "a miss: a\n"
                             "c miss: c\n";

static const char two_way[] = "a miss: a\n"
                              "b miss: b a\n"
                              "a hit:  a b\n" /* a is young again, */
                              "c miss: c a\n" /* so b leaves */
                              "a hit:  a c\n"
                              "a hit:  a c\n" /* twice is as once */
                              "b miss: b a\n"
                              "c miss: c b\n";

static const char three_way[] = "a miss: a\n"
                                "b miss: b a\n"
                                "c miss: c b a\n"
                                "d miss: d c b\n" /* no fourth way, though slots come in fours */
                                "b hit:  b d c\n"
                                "a miss: a b d\n"
                                "c miss: c a b\n"
                                "b hit:  b c a\n"
                                "d miss: d b c\n"
                                "a miss: a d b\n";

static const char four_way[] = "a miss: a\n"
                               "b miss: b a\n"
                               "c miss: c b a\n"
                               "d miss: d c b a\n"
                               "a hit:  a d c b\n"
                               "e miss: e a d c\n"
                               "c hit:  c e a d\n"
                               "d hit:  d c e a\n"
                               "f miss: f d c e\n"
                               "a miss: a f d c\n"
                               "e miss: e a f d\n"
                               "d hit:  d e a f\n";

static const char five_way[] = "a miss: a\n"
                               "b miss: b a\n"
                               "c miss: c b a\n"
                               "d miss: d c b a\n"
                               "e miss: e d c b a\n"
                               "f miss: f e d c b\n"
                               "b hit:  b f e d c\n"
                               "g miss: g b f e d\n"
                               "d hit:  d g b f e\n"
                               "a miss: a d g b f\n"
                               "f hit:  f a d g b\n"
                               "c miss: c f a d g\n";

/* One set each, whose blocks have these numbers. */
static const struct {
    uint64_t first, step;
} numbers[] = {
    {0, 1},
    {UINT64_C(0x7fffffffe), 1},
    {UINT64_C(0xfffffff8), 1},                  /* the lower halves pass from all ones to zero */
    {5, UINT64_C(1) << 32},                     /* the same lower half, */
    {UINT32_MAX, UINT64_C(1) << 32},            /* which here, + 1, is that of nothing */
    {UINT64_C(0xffffffffff600000) >> 6, 1},     /* code of the kernel's */
    {(UINT64_C(1) << 60) - 26, 1},              /* the last lines there are */
    {0x1234, (UINT64_C(1) << 32) + (1u << 20)}, /* both halves differ */
};

enum { NUMBERS = sizeof numbers / sizeof *numbers };

static void few_ways(uint32_t ways, const char *table, int number)
{
    struct bench bench;
    start(&bench, 1, ways);
    bench.first = numbers[number].first;
    bench.step = numbers[number].step;
    run(&bench, table);
    end(&bench);
}

UNIT_EACH(tables, NUMBERS)
{
    few_ways(1, direct, _i);
    few_ways(2, two_way, _i);
    few_ways(3, three_way, _i);
    few_ways(4, four_way, _i);
    few_ways(5, five_way, _i);
}

/* --- Several sets ------------------------------------------------------------------------- */

/* Four sets: a e i are in one, b f j in the next. */
static const char four_sets[] = "a miss: a\n"
                                "b miss: a b\n"
                                "e miss: ea b\n"
                                "i miss: ie b\n"
                                "f miss: ie fb\n"
                                "b hit:  ie bf\n"
                                "j miss: ie jb\n"
                                "c miss: ie jb c\n"
                                "d miss: ie jb c d\n"
                                "e hit:  ei jb c d\n"
                                "a miss: ae jb c d\n"
                                "f miss: ae fj c d\n";

/* Three sets: a d g are in one, b e h in the next. */
static const char three_sets[] = "a miss: a\n"
                                 "b miss: a b\n"
                                 "c miss: a b c\n"
                                 "d miss: da b c\n"
                                 "g miss: gd b c\n"
                                 "e miss: gd eb c\n"
                                 "b hit:  gd be c\n"
                                 "h miss: gd hb c\n"
                                 "d hit:  dg hb c\n"
                                 "a miss: ad hb c\n"
                                 "f miss: ad hb fc\n"
                                 "i miss: ad hb if\n"
                                 "z miss: ad zh if\n"
                                 "x miss: ad zh xi\n"
                                 "y miss: ya zh xi\n";

UNIT_TEST(sets)
{
    struct bench bench;
    start(&bench, 4, 2);
    run(&bench, four_sets);
    end(&bench);
    start(&bench, 3, 2);
    run(&bench, three_sets);
    end(&bench);
}

/* --- More ways than are searched ---------------------------------------------------------- */

/* Fills a set of `ways` with 0, 1, 2, ...; then the oldest is 0. */
static void fill(struct bench *bench, uint32_t ways)
{
    for (uint64_t block = 0; block < ways; block++)
        ck_assert(touch(bench, block));
    for (uint64_t block = 0; block < ways; block++)
        ck_assert(holds(bench, block));
}

static const uint32_t wide[] = {32, 33, 34, 35, 36, 63, 64, 65, 100, 1024, 1536};

enum { WIDE = sizeof wide / sizeof *wide };

UNIT_EACH(wide_set, WIDE)
{
    struct bench bench;
    uint32_t ways = wide[_i];
    start(&bench, 1, ways);
    fill(&bench, ways);
    ck_assert(!touch(&bench, 0));   /* 0 w-1 ... 2 1 */
    ck_assert(!touch(&bench, 2));   /* 2 0 w-1 ... 3 1 */
    ck_assert(touch(&bench, ways)); /* w 2 0 w-1 ... 3 */
    ck_assert(!holds(&bench, 1));
    ck_assert(touch(&bench, 1)); /* 1 w 2 0 w-1 ... 4 */
    ck_assert(!holds(&bench, 3));
    ck_assert(holds(&bench, 0) && holds(&bench, 2) && holds(&bench, ways));
    for (uint64_t block = 4; block < ways; block++) /* w-1 ... 4 1 w 2 0 */
        ck_assert(!touch(&bench, block));
    ck_assert(touch(&bench, 3)); /* 3 w-1 ... 4 1 w 2 */
    ck_assert(!holds(&bench, 0) && holds(&bench, 2));
    ck_assert(touch(&bench, 0)); /* 0 3 w-1 ... 4 1 w */
    ck_assert(!holds(&bench, 2) && holds(&bench, ways));
    end(&bench);
}

/* --- Any number of ways, by chance -------------------------------------------------------- */

/* Blocks, the most recently used first, in sets by modulo. */
struct list {
    uint64_t sets, ways;
    uint64_t *block;
};

static bool list_touch(struct list *list, uint64_t block)
{
    uint64_t *set = list->block + block % list->sets * list->ways, way = 0;
    while (way < list->ways - 1 && set[way] != block)
        way++;
    bool missed = set[way] != block;
    memmove(set + 1, set, way * sizeof *set);
    set[0] = block;
    return missed;
}

/* About twice as many blocks as there is room for, some of them with upper halves. */
static uint64_t random_block(struct unit_random *random, const struct list *list, bool high)
{
    uint64_t block = unit_below(random, 2 * list->sets * list->ways + 1);
    if (high && unit_one_in(random, 8))
        return ((block + 1) << 32) - 1; /* + 1 has a lower half of 0 */
    if (high && unit_one_in(random, 3))
        return block + ((1 + unit_below(random, 4)) << 32);
    return block;
}

static const struct {
    uint64_t sets;
    uint32_t ways;
} shapes[] = {{1, 1},  {7, 1},  {64, 1}, {1, 2},  {5, 3},  {16, 4},  {1, 7},   {12, 9}, {1, 31},
              {3, 31}, {1, 32}, {8, 32}, {1, 33}, {3, 33}, {1, 200}, {5, 100}, {1, 999}};

enum { SHAPES = sizeof shapes / sizeof *shapes };

/* With `rare` and `high` the four ways of a shape: renumbered now and then or often, with and
 * without numbers above 32 bits. */
static void by_chance(int shape, unsigned rare, bool high)
{
    struct bench bench;
    struct unit_random random = {(uint64_t)shape};
    struct list list = {shapes[shape].sets, shapes[shape].ways, NULL};
    uint64_t blocks = list.sets * list.ways;
    start(&bench, list.sets, shapes[shape].ways);
    list.block = msim_get(&bench.memory.mem, blocks * sizeof *list.block, 8);
    memset(list.block, 0xff, blocks * sizeof *list.block);
    for (unsigned i = 0; i < 6000; i++) {
        uint64_t block = random_block(&random, &list, high && i > 2000);
        ck_assert(touch(&bench, block) == list_touch(&list, block));
        if (unit_one_in(&random, rare))
            renumber(&bench);
    }
    for (uint64_t i = 0; i < blocks; i++)
        ck_assert(list.block[i] == UINT64_MAX || holds(&bench, list.block[i]));
    end(&bench);
}

UNIT_EACH(random_blocks, SHAPES)
{
    by_chance(_i, 1000, false);
    by_chance(_i, 1000, true);
    by_chance(_i, 10, true);
}

/* --- Times -------------------------------------------------------------------------------- */

/* A set of w ways that was used in the order w-1 ... 1 0, at times far apart, with room for one. */
UNIT_EACH(renumber_keeps_order, WIDE)
{
    struct bench bench;
    uint32_t ways = wide[_i];
    start(&bench, 1, ways);
    for (uint64_t block = 1; block < ways; block++) {
        bench.now += 100000;
        touch(&bench, block); /* ... 3 2 1 */
    }
    touch(&bench, 1); /* 1 ... 3 2 */
    renumber(&bench);
    ck_assert_uint_le(bench.now, ways);
    ck_assert(touch(&bench, 0)); /* the empty place: 0 1 ... 3 2 */
    for (uint64_t block = 0; block < ways; block++)
        ck_assert(holds(&bench, block));
    for (uint64_t left = 2; left < ways; left++) {
        ck_assert(touch(&bench, 10000 + left));
        ck_assert(!holds(&bench, left));
        renumber(&bench); /* again and again changes nothing */
        ck_assert_uint_le(bench.now, ways);
    }
    ck_assert(holds(&bench, 1));
    ck_assert(touch(&bench, 20001));
    ck_assert(!holds(&bench, 1) && holds(&bench, 0));
    ck_assert(touch(&bench, 20000));
    ck_assert(!holds(&bench, 0));
    end(&bench);
}

/* Two arrays whose stamps stand in one piece of memory, as a port has them, one not disturbing the
 * other. */
UNIT_TEST(lent_stamps)
{
    struct bench a, b;
    uint64_t room = msim_array_room(2, 3);
    start(&a, 1, 1);
    start(&b, 1, 1);
    uint32_t *stamps = msim_get(&a.memory.mem, 2 * room * sizeof *stamps, 64);
    msim_array_init(&a.array, &a.memory.mem, 2, 3, 6, stamps);
    msim_array_init(&b.array, &a.memory.mem, 2, 3, 12, stamps + room);
    a.step = b.step = 2;
    run(&a, three_way);
    run(&b, three_way);
    a.first = b.first = 1;
    run(&a, three_way);
    renumber(&a);
    run(&b, three_way);
    end(&b);
    end(&a);
}

/* --- Another policy --------------------------------------------------------------------------- */

static uint32_t filled_first(const struct msim_policy_set *set)
{
    uint32_t first = 0;
    for (uint32_t way = 1; way < set->ways; way++)
        if (set->filled[way] < set->filled[first])
            first = way;
    return first;
}

static const struct msim_policy first_out = {.needs_filled = true, .victim = filled_first};

enum { QUEUE = 64 };

/* The blocks of a set in the order in which they came. */
struct queue {
    uint64_t block[QUEUE];
    uint32_t used;
};

static bool take_out(struct queue *queue, uint64_t block)
{
    for (uint32_t i = 0; i < queue->used; i++)
        if (queue->block[i] == block) {
            queue->used--;
            memmove(queue->block + i, queue->block + i + 1, (queue->used - i) * sizeof block);
            return true;
        }
    return false;
}

/* True if it missed. */
static bool queue_up(struct queue *queue, uint64_t block, uint32_t ways)
{
    for (uint32_t i = 0; i < queue->used; i++)
        if (queue->block[i] == block)
            return false;
    if (queue->used == ways)
        take_out(queue, queue->block[0]);
    queue->block[queue->used++] = block;
    return true;
}

/* First in, first out, whose sets are queues: times are replaced and blocks removed meanwhile. */
UNIT_EACH(policy, 5)
{
    static const uint32_t ways[] = {1, 3, 4, 16, 40};
    enum { SETS = 3, STEPS = 20000 };
    struct bench bench;
    struct queue queue[SETS] = {{.used = 0}};
    struct unit_random random = {(uint64_t)_i};
    start(&bench, SETS, ways[_i]);
    msim_array_follow(&bench.array, &bench.memory.mem, &(struct msim_policy_choice){&first_out, 0});
    for (unsigned i = 0; i < STEPS; i++) {
        uint64_t block = unit_below(&random, SETS * (2 * ways[_i] + 1));
        if (unit_one_in(&random, 20))
            ck_assert_int_eq(msim_array_remove(&bench.array, block),
                             take_out(&queue[block % SETS], block));
        else
            ck_assert_int_eq(touch(&bench, block), queue_up(&queue[block % SETS], block, ways[_i]));
        if (unit_one_in(&random, 100))
            renumber(&bench);
        if (unit_one_in(&random, 2000)) {
            msim_array_empty(&bench.array);
            memset(queue, 0, sizeof queue);
        }
    }
    end(&bench);
}
