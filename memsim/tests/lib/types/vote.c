/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Blocks whose types are known, one function for each.  Members are volatile, so each use is one reference
 * whatever the optimisation; lib/types/votes.py has their numbers.  Nothing is freed: free() would use blocks, too.
 */
#include <stdlib.h>
#include <string.h>

#define ALONE __attribute__((noinline))

enum { BLOCKS = 50, ITEMS = 40 };

struct node {
    struct node *volatile next;
    volatile long key;
    volatile int count;
};

struct pair {
    volatile int x, y;
    volatile long both;
};

struct base {
    volatile int kind, size;
};

struct derived {
    struct base base;
    volatile long more;
};

struct either {
    volatile long tag;
    union {
        volatile long number;
        volatile double real;
    };
};

struct one {
    volatile long first, second;
};

struct other {
    volatile int a, b, c, d;
};

/* What blocks are kept in, so that they are not optimised away. */
void *volatile kept;
volatile long sink;

/* 1. Through a wrapper, which says nothing of the type. */
ALONE void *get(size_t bytes)
{
    void *found = malloc(bytes);
    if (!found)
        exit(1);
    return found;
}

ALONE struct node *in_wrapper(struct node *next, long key)
{
    struct node *made = get(sizeof *made);
    made->next = next;
    made->key = key;
    return made;
}

ALONE void count_all(struct node *node)
{
    for (; node; node = node->next)
        node->count = (int)node->key;
}

/* 2. An array. */
ALONE void in_array(void)
{
    struct pair *array = get(ITEMS * sizeof *array);
    for (int i = 0; i < ITEMS; i++)
        array[i].x = i;
    for (int i = 0; i < ITEMS; i++)
        array[i].both = array[i].x;
    kept = array;
}

/* 3. Part of a structure through a pointer to the part. */
ALONE long kind_of(struct base *base)
{
    return base->kind;
}

ALONE void in_derived(int kind)
{
    struct derived *made = get(sizeof *made);
    made->more = kind;
    made->base.kind = kind;
    sink = kind_of(&made->base);
    kept = made;
}

/* 4. A union: its members share a field. */
ALONE void in_union(long number)
{
    struct either *made = get(sizeof *made);
    made->tag = 1;
    made->number = number;
    made->real = 0.5;
    kept = made;
}

/* 5. One block as two types that have nothing in common: the one used more, the rest is unresolved. */
ALONE void use_other(void *block)
{
    struct other *other = block;
    other->b = 1;
    other->d = 2;
}

ALONE void in_both(void)
{
    struct one *made = get(sizeof *made);
    made->first = 1;
    made->second = 2;
    sink = made->first + made->second;
    use_other(made);
    kept = made;
}

/* 6. More bytes than the array has, and than its one structure. */
ALONE void in_larger(void)
{
    struct pair *array = get(ITEMS * sizeof *array + 5);
    for (int i = 0; i < ITEMS; i++)
        array[i].y = i;
    kept = array;
}

ALONE void in_single(void)
{
    struct pair *made = get(sizeof *made + 13);
    volatile char *behind = (volatile char *)(made + 1);
    made->both = 1;
    made->x = 2;
    *behind = 3;
    kept = made;
}

/* 7. The type is that of an inlined function's parameter alone. */
static inline __attribute__((always_inline)) long sum_of(const struct one *one)
{
    return one->first + one->second;
}

ALONE void in_inlined(void)
{
    void *block = get(sizeof(struct one));
    sink = sum_of(block);
    kept = block;
}

/* 8. Read as bytes, which any block may be: nothing is said of it. */
ALONE long checksum(const volatile unsigned char *bytes, size_t length)
{
    long sum = 0;
    while (length--)
        sum += *bytes++;
    return sum;
}

ALONE void in_read_bytes(void)
{
    unsigned *block = get(ITEMS * sizeof *block);
    sink = checksum((const volatile unsigned char *)block, ITEMS * sizeof *block);
    kept = block;
}

/* 9. Written as bytes: they are. */
ALONE void in_bytes(void)
{
    volatile char *text = get(ITEMS);
    for (int i = 0; i < ITEMS; i++)
        text[i] = 'x';
    for (int i = 0; i < ITEMS; i++)
        sink = text[i];
    kept = (void *)text;
}

/* 10. Used by the library alone. */
ALONE void in_library(void)
{
    void *block = get(4096);
    memset(block, 1, 4096);
    kept = block;
}

int main(void)
{
    struct node *list = NULL;
    for (int i = 0; i < BLOCKS; i++)
        list = in_wrapper(list, i);
    count_all(list);
    in_array();
    for (int i = 0; i < BLOCKS; i++)
        in_derived(i);
    for (int i = 0; i < BLOCKS; i++)
        in_union(i);
    for (int i = 0; i < BLOCKS; i++)
        in_both();
    in_larger();
    in_single();
    in_inlined();
    in_read_bytes();
    in_bytes();
    in_library();
    return 0;
}
