/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Reports blocks by client requests.  requests MODE; all of it lies in a block of 16384 bytes from
 * malloc, where the first block begins, too:
 *
 *     blocks  ten of 1000 bytes; the fourth becomes 500; all end, and one more that was none
 *     pools   a pool: 100, 200, 300; 200 ends; 300 becomes 250 elsewhere; another pool: 50, and
 *             the first takes its address in vain; 40 and 40 and 40, of which all but half of the
 *             second are trimmed away; both are destroyed
 *     meta    a pool with blocks of 1000 and 1000, in which four blocks of 100 are reported; one of
 *             the 1000 ends, and with it the two blocks in it; the other two end one by one
 *     own     own_malloc, which reports what it gets from malloc; malloc is not told of it twice if
 *             --allocator=own_malloc:frees=own_free is given
 *     exists  prints whether a pool exists: before it is made, after, when it has moved, and after
 *             its end
 */
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "valgrind.h"

/* The functions keep their names and arguments. */
#ifdef __clang__
#define NO_INLINE __attribute__((noinline))
#else
#define NO_INLINE __attribute__((noipa))
#endif

static char *memory, *next;

NO_INLINE static void *take(size_t bytes)
{
    char *at = next;
    next += (bytes + 15) / 16 * 16;
    return at;
}

NO_INLINE static void *report(size_t bytes)
{
    void *at = take(bytes);
    VALGRIND_MALLOCLIKE_BLOCK(at, bytes, 0, 0);
    return at;
}

NO_INLINE static void *in_pool(void *pool, size_t bytes)
{
    void *at = take(bytes);
    VALGRIND_MEMPOOL_ALLOC(pool, at, bytes);
    return at;
}

NO_INLINE static void *own_malloc(size_t bytes)
{
    void *at = malloc(bytes);
    VALGRIND_MALLOCLIKE_BLOCK(at, bytes, 0, 0);
    return at;
}

NO_INLINE static void own_free(void *at)
{
    VALGRIND_FREELIKE_BLOCK(at, 0);
    free(at);
}

static void blocks(void)
{
    void *block[10];
    for (int i = 0; i < 10; i++)
        block[i] = report(1000);
    VALGRIND_RESIZEINPLACE_BLOCK(block[3], 1000, 500, 0);
    for (int i = 0; i < 10; i++)
        VALGRIND_FREELIKE_BLOCK(block[i], 0);
    VALGRIND_FREELIKE_BLOCK(block[0] + 8, 0);
}

static void pools(void)
{
    char one, two, three;
    VALGRIND_CREATE_MEMPOOL(&one, 0, 0);
    in_pool(&one, 100);
    void *second = in_pool(&one, 200), *third = in_pool(&one, 300);
    VALGRIND_MEMPOOL_FREE(&one, second);
    VALGRIND_MEMPOOL_CHANGE(&one, third, take(250), 250);
    VALGRIND_CREATE_MEMPOOL(&two, 0, 0);
    in_pool(&two, 50);
    VALGRIND_MOVE_MEMPOOL(&two, &three);
    in_pool(&three, 40);
    char *middle = in_pool(&three, 40);
    in_pool(&three, 40);
    VALGRIND_MEMPOOL_TRIM(&three, middle + 20, 20);
    VALGRIND_DESTROY_MEMPOOL(&one);
    VALGRIND_DESTROY_MEMPOOL(&three);
}

static void meta(void)
{
    char pool;
    void *block[4];
    VALGRIND_CREATE_MEMPOOL_EXT(&pool, 0, 0,
                                VALGRIND_MEMPOOL_METAPOOL | VALGRIND_MEMPOOL_AUTO_FREE);
    for (int i = 0; i < 2; i++) {
        char *at = in_pool(&pool, 1000);
        block[2 * i] = at;
        block[2 * i + 1] = at + 500;
        VALGRIND_MALLOCLIKE_BLOCK(at, 100, 0, 0);
        VALGRIND_MALLOCLIKE_BLOCK(at + 500, 100, 0, 0);
    }
    VALGRIND_MEMPOOL_FREE(&pool, block[0]);
    VALGRIND_FREELIKE_BLOCK(block[2], 0);
    VALGRIND_FREELIKE_BLOCK(block[3], 0);
    VALGRIND_DESTROY_MEMPOOL(&pool);
}

static void own(void)
{
    void *first = own_malloc(10), *second = own_malloc(20);
    own_free(first);
    own_free(second);
}

static void exists(void)
{
    char pool, other, said[5] = "----";
    said[0] = (char)('0' + VALGRIND_MEMPOOL_EXISTS(&pool));
    VALGRIND_CREATE_MEMPOOL(&pool, 0, 0);
    said[1] = (char)('0' + VALGRIND_MEMPOOL_EXISTS(&pool));
    VALGRIND_MOVE_MEMPOOL(&pool, &other);
    said[2] = (char)('0' + VALGRIND_MEMPOOL_EXISTS(&other));
    VALGRIND_DESTROY_MEMPOOL(&other);
    said[3] = (char)('0' + VALGRIND_MEMPOOL_EXISTS(&other));
    puts(said);
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*run)(void);
    } modes[] = {
        {"blocks", blocks}, {"pools", pools}, {"meta", meta}, {"own", own}, {"exists", exists}};
    memory = next = malloc(16384);
    for (size_t i = 0; i < sizeof modes / sizeof *modes; i++)
        if (count == 2 && strcmp(arguments[1], modes[i].name) == 0) {
            modes[i].run();
            free(memory);
            return 0;
        }
    return 1;
}
