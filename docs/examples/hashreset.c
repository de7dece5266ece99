/* SPDX-License-Identifier: GPL-2.0-or-later */

/*
 * A parser with a hash table for the names that it reads. The table is emptied
 * before every text, and there are many short ones: with 65,536 buckets,
 * emptying it is nearly all the program does. Compile it with
 * -DBUCKETS=1024 for the table that is large enough. docs/annotate.md tells
 * how a profile shows this.
 */

#include <stdio.h>
#include <string.h>

#ifndef BUCKETS
#define BUCKETS 65536
#endif
#define TEXTS     300
#define NAMES_MAX 512

struct name {
    struct name *next;
    char text[16];
    unsigned uses;
};

static struct name *bucket[BUCKETS];
static struct name pool[NAMES_MAX];
static struct name *spare;

/* Gives all names back. */
static void reset(void)
{
    for (unsigned i = 0; i < BUCKETS; i++) {
        while (bucket[i]) {
            struct name *name = bucket[i];
            bucket[i] = name->next;
            name->next = spare;
            spare = name;
        }
    }
}

static unsigned hash(const char *text)
{
    unsigned value = 2166136261U;
    for (; *text; text++)
        value = (value ^ (unsigned char)*text) * 16777619U;
    return value % BUCKETS;
}

static struct name *find_or_add(const char *text)
{
    struct name **head = &bucket[hash(text)];
    for (struct name *name = *head; name; name = name->next)
        if (!strcmp(name->text, text))
            return name;
    struct name *name = spare;
    spare = name->next;
    strcpy(name->text, text);
    name->uses = 0;
    name->next = *head;
    return *head = name;
}

/* Words are small letters; everything else parts them. Returns how many there are. */
static unsigned parse(const char *text)
{
    unsigned words = 0;
    reset();
    while (*text) {
        char word[16];
        unsigned length = 0;
        for (; *text >= 'a' && *text <= 'z'; text++)
            if (length < sizeof word - 1)
                word[length++] = *text;
        word[length] = 0;
        if (length) {
            find_or_add(word)->uses++;
            words++;
        } else {
            text++;
        }
    }
    return words;
}

int main(void)
{
    static const char text[] = "the quick brown fox jumps over the lazy dog; the dog sleeps, "
                               "and the fox, which is quick, is gone before the dog wakes";
    unsigned long words = 0;
    for (int i = 0; i < NAMES_MAX; i++) {
        pool[i].next = spare;
        spare = &pool[i];
    }
    for (int i = 0; i < TEXTS; i++)
        words += parse(text);
    printf("%lu words in %d texts\n", words, TEXTS);
    return 0;
}
