/* SPDX-License-Identifier: GPL-2.0-or-later */
/* One line of the program's own allocator returns blocks of two types, as large as each other. */
#include <stdio.h>
#include <stdlib.h>

struct person {
    long age, money;
    char name[80];
    struct person *boss;
};

struct message {
    double sent, read;
    struct message *next;
    char text[80];
};

enum { MANY = 4000, WALKS = 4 };

__attribute__((noinline)) static void *pool_get(size_t size)
{
    char *block = malloc(size);
    *(volatile char *)block = 0; /* so that this is no jump to malloc */
    return block;
}

__attribute__((noinline)) static struct person *hire(struct person *boss, long age)
{
    struct person *person = pool_get(sizeof *person);
    person->boss = boss;
    person->age = age;
    person->money = 1;
    return person;
}

__attribute__((noinline)) static struct message *write_one(struct message *next, double sent)
{
    struct message *message = pool_get(sizeof *message);
    message->next = next;
    message->sent = sent;
    message->read = 0;
    return message;
}

__attribute__((noinline)) static double all_of(const struct person *person, const struct message *message)
{
    double sum = 0;
    for (; person; person = person->boss)
        sum += person->money;
    for (; message; message = message->next)
        sum += message->sent;
    return sum;
}

int main(void)
{
    struct person *person = NULL;
    struct message *message = NULL;
    double sum = 0;
    for (int i = 0; i < MANY; i++) {
        person = hire(person, i);
        message = write_one(message, i);
    }
    for (int i = 0; i < WALKS; i++)
        sum += all_of(person, message);
    printf("%g\n", sum);
    return 0;
}
