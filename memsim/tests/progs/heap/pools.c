/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Allocators of the program's own, for --allocator.  pools MODE:
 *
 *     blocks  pool_get(pool, size): 100, 200; pool_put of the 100; pool_get 50; pool_put of both.
 *             One malloc of 4096 before, freed after it: it is the pool's memory, and the pool's
 *             first block begins where it does.
 *     items   item_get(pool), each of 24 bytes: three, of which item_put gives back the second
 *     array   array_get(count, size, pool, where) stores the address: 5 * 8; array_grow(array, bytes)
 *             makes it 100 at another address; then free_array(pool, array)
 *     over    pool_get 64; pool_reset; pool_get 32, over the 64
 *     wild    wild_get(64) returns the address 64
 *
 * What a mode gets and does not put back stays live.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

/* The functions keep their names and arguments. */
#ifdef __clang__
#define NO_INLINE __attribute__((noinline))
#else
#define NO_INLINE __attribute__((noipa))
#endif

struct pool {
    char *next;
    void *given_back[8];
    int used;
};

static void *volatile kept;

NO_INLINE static void *pool_get(struct pool *pool, size_t bytes)
{
    char *block = pool->next;
    pool->next += (bytes + 15) / 16 * 16;
    return block;
}

NO_INLINE static void pool_put(struct pool *pool, void *block)
{
    pool->given_back[pool->used++] = block;
}

NO_INLINE static void pool_reset(struct pool *pool, void *start)
{
    pool->next = start;
}

NO_INLINE static void *item_get(struct pool *pool)
{
    return pool->used ? pool->given_back[--pool->used] : pool_get(pool, 24);
}

NO_INLINE static void item_put(struct pool *pool, void *block)
{
    pool->given_back[pool->used++] = block;
}

NO_INLINE static int array_get(size_t count, size_t bytes, struct pool *pool, void **where)
{
    *where = pool_get(pool, count * bytes);
    return 0;
}

NO_INLINE static void *array_grow(void *array, size_t bytes, struct pool *pool)
{
    return memcpy(pool_get(pool, bytes), array, 40);
}

NO_INLINE static void free_array(struct pool *pool, void *array)
{
    pool_put(pool, array);
}

NO_INLINE static void *wild_get(uintptr_t bytes)
{
    return (void *)bytes;
}

static void blocks(struct pool *pool)
{
    void *first = pool_get(pool, 100), *second = pool_get(pool, 200);
    pool_put(pool, first);
    first = pool_get(pool, 50);
    pool_put(pool, first);
    pool_put(pool, second);
}

static void items(struct pool *pool)
{
    void *item[3];
    for (int i = 0; i < 3; i++)
        item[i] = item_get(pool);
    item_put(pool, item[1]);
}

static void array(struct pool *pool)
{
    void *block;
    if (array_get(5, 8, pool, &block) == 0)
        free_array(pool, array_grow(block, 100, pool));
}

static void over(struct pool *pool)
{
    void *start = kept = pool_get(pool, 64);
    pool_reset(pool, start);
    kept = pool_get(pool, 32);
}

int main(int count, char **arguments)
{
    const char *mode = count == 2 ? arguments[1] : "";
    char *memory = malloc(4096);
    struct pool pool = {.next = memory};
    kept = memory;
    if (strcmp(mode, "blocks") == 0)
        blocks(&pool);
    else if (strcmp(mode, "items") == 0)
        items(&pool);
    else if (strcmp(mode, "array") == 0)
        array(&pool);
    else if (strcmp(mode, "over") == 0)
        over(&pool);
    else if (strcmp(mode, "wild") == 0)
        kept = wild_get(64);
    else
        return 1;
    free(memory);
    return 0;
}
