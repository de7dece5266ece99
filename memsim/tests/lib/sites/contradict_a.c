/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Two files each have a `struct node`, and they contradict each other; functions have names that look mangled and are not, and the place that
 * allocates in contradict_b.c has a name as long as the linker takes (LONG).
 */
#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    long key;
    char rest[48];
};

enum { MANY = 4000 };

long others(int count);

/* Names that begin as mangled ones do. */
__attribute__((noinline)) struct node *_ZN3badEXXq(int count);
struct node *_ZN3badEXXq(int count)
{
    struct node *first = NULL;
    for (int i = 0; i < count; i++) {
        struct node *node = malloc(sizeof *node);
        node->next = first;
        node->key = i;
        first = node;
    }
    return first;
}

__attribute__((noinline)) long _RNvCsbadZZ(const struct node *node);
long _RNvCsbadZZ(const struct node *node)
{
    long sum = 0;
    for (; node; node = node->next)
        sum += node->key;
    return sum;
}

int main(void)
{
    const struct node *first = _ZN3badEXXq(MANY);
    long sum = others(MANY);
    for (int i = 0; i < 3; i++)
        sum += _RNvCsbadZZ(first);
    printf("%ld\n", sum);
    return 0;
}
