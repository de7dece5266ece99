/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Data of many kinds.  The program prints, line by line, a question for asktypes, " => " and the answer,
 * which it takes from the compiler: addresses and offsetof.  It must not be position-independent.
 */
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    int x, y;
} point;
struct node {
    struct node *next;
    char tag;
    int value;
    union {
        int number;
        double real;
        void *address;
    } u;
    unsigned ready : 3, mode : 7, level : 20;
    short small;
    point corner[3];
    struct {
        int inner;
        char flag;
    };
    char name[12];
    int tail[];
};
struct base {
    struct base *next;
    unsigned char kind;
};
struct table {
    struct base head;
    struct node **bucket;
    uint64_t size;
    int matrix[3][5];
    const char *(*describe)(const struct table *table, int number);
    double weight[4];
};

struct node first = {.value = 4};
struct table tables[7];
static struct table *current = &tables[3];
static double numbers[100];
_Thread_local int calls;
_Thread_local struct table local_tables[2];

/* The address of a field, of `bytes` bytes at `start`, as a question. */
static void ask(const char *variable, const void *start, size_t bytes, const void *at,
                const char *field)
{
    printf("variable %#lx => %s %lu %zu %s\n", (unsigned long)(uintptr_t)at, variable,
           (unsigned long)(uintptr_t)start, bytes, field);
}
#define ASK(variable, field, path)                                                                 \
    ask(#variable, &variable, sizeof variable, &(variable)field, path)

static void ask_thread(const char *variable, const void *start, size_t bytes, const void *at,
                       const char *field)
{
    const char *pointer;
    __asm__("mov %%fs:0, %0" : "=r"(pointer));
    printf("tls %ld => %s %ld %zu %s\n", (long)((const char *)at - pointer), variable,
           (long)((const char *)start - pointer), bytes, field);
}

#define FIELD(type, field, path)                                                                   \
    printf("field " #type " %zu => " #type " " path "\n", offsetof(type, field))

static void fields(void)
{
    FIELD(struct node, next, "next");
    FIELD(struct node, tag, "tag");
    FIELD(struct node, value, "value");
    FIELD(struct node, u, "u");
    FIELD(struct node, small, "small");
    FIELD(struct node, corner[2].y, "corner[].y");
    FIELD(struct node, corner[1].x, "corner[].x");
    FIELD(struct node, inner, "inner");
    FIELD(struct node, flag, "flag");
    FIELD(struct node, name[11], "name[]");
    FIELD(struct node, tail[1000], "tail[]");
    FIELD(struct table, head.kind, "head.kind");
    FIELD(struct table, matrix[2][4], "matrix[][]");
    FIELD(struct table, describe, "describe");
    printf("field struct node %zu => struct node (hole)\n", offsetof(struct node, tag) + 1);
    printf("field struct table %zu => struct table (hole)\n", offsetof(struct base, kind) + 1);
    printf("field struct table %zu => struct table ?\n", sizeof(struct table));
    printf("field point 4 => point y\n");
    printf("field struct nothing 0 => unknown ?\n");
}

/* --- one function for each field that is used through a pointer ----------------------------------- */

#define USE __attribute__((noinline, noclone))
USE int use_value(struct node *node)
{
    return node->value;
}
USE int use_tag(struct node *node, int n)
{
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += node[i].tag;
    return sum;
}
USE short use_small_next(struct node *node)
{
    return node->next->next->small;
}
USE int use_y(struct node *node, long n)
{
    int sum = 0;
    for (long i = 0; i < n; i++)
        sum += node->corner[i].y;
    return sum;
}
USE double use_weight(struct table *table, long n)
{
    double sum = 0;
    for (long i = n - 1; i >= 0; i--)
        sum += table->weight[i];
    return sum;
}
USE uint64_t use_current_size(void)
{
    return current->size;
}
USE void use_name(struct node *node, char by)
{
    node->name[3] = by;
    if (by > 3)
        node->name[7] = by;
}
USE struct node *made(void)
{
    return calloc(1, sizeof(struct node) + 80);
}
USE int use_inner(void)
{
    struct node *node = made();
    int inner = node->inner;
    free(node);
    return inner;
}
USE int use_switch(struct node *node, int what)
{
    switch (what) {
    case 0:
        return node->value + 1;
    case 1:
        node = node->next;
        break;
    case 2:
        node->value = 3;
        break;
    case 3:
        node = node->next->next;
        break;
    case 4:
        return node->value * 3;
    case 5:
        node->next->value = 7;
        break;
    default:
        break;
    }
    return node->value;
}
/* A pointer to one thing or another, as the compiler cannot know: nothing is known of it. */
USE long use_nothing(void *either, int which)
{
    void *start = which ? (void *)current : (void *)&first;
    memcpy(start, either, 8);
    return *(long *)either;
}

static void locals(int n)
{
    point here = {n, n + 1};
    volatile double values[6] = {n};
    char *pc, *cfa = __builtin_dwarf_cfa();
    __asm__ volatile("lea (%%rip), %0" : "=r"(pc) : "r"(&here), "r"(&values) : "memory");
    printf("local %#lx %ld => here %ld %zu y\n", (unsigned long)(uintptr_t)pc,
           (long)((char *)&here.y - cfa), (long)((char *)&here - cfa), sizeof here);
    printf("local %#lx %ld => values %ld %zu []\n", (unsigned long)(uintptr_t)pc,
           (long)((char *)&values[5] - cfa), (long)((char *)values - cfa), sizeof values);
}

int main(int argc, char **argv)
{
    static int runs;
    (void)argv;
    ASK(first, .value, "value");
    ASK(first, .corner[2].x, "corner[].x");
    ASK(tables, [6].matrix[1][2], "[].matrix[][]");
    ASK(tables, [0].head.next, "[].head.next");
    ASK(current, , "(all)");
    ASK(numbers, [99], "[]");
    ask("main::runs", &runs, sizeof runs, &runs, "(all)");
    ask_thread("calls", &calls, sizeof calls, &calls, "(all)");
    ask_thread("local_tables", local_tables, sizeof local_tables, &local_tables[1].size, "[].size");
    fields();
    locals(argc);
    current->bucket = NULL;
    current->size = (uint64_t)++runs;
    first.next = &first;
    fprintf(stderr, "%d %f\n",
            use_value(&first) + use_tag(&first, 1) + use_small_next(&first) + use_y(&first, 2) +
                use_inner() + use_switch(&first, argc) + (int)use_current_size() +
                (int)use_nothing(&numbers, argc),
            use_weight(current, 3) + numbers[argc]);
    use_name(&first, (char)argc);
    return 0;
}
