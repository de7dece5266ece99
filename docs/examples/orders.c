/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The example of docs/calls.md: reads orders, adds them up by customer, and sorts them.
 *
 * Customers are in a hash table that doubles when it is full, up to MOST_BUCKETS.  There are many more customers than
 * that, so both table_insert() and total_by_customer() wait for table_find(), which walks along lists.
 *
 *     gcc -O1 -g -fno-inline -static -o orders orders.c
 *     gcc -O1 -g -fno-inline -static -DMOST_BUCKETS=65536 -o orders-new orders.c
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#ifndef MOST_BUCKETS
#define MOST_BUCKETS 256
#endif

enum { ORDERS = 20000, CUSTOMERS = 8000, LINE = 32 };

struct order {
    char customer[16];
    unsigned amount;
};

struct customer {
    struct customer *next;
    unsigned hash;
    char name[16];
    unsigned orders;
    unsigned long total;
};

struct table {
    struct customer **buckets;
    unsigned used, size;
};

static unsigned hash(const char *name)
{
    unsigned value = 2166136261;
    for (; *name; name++)
        value = (value ^ (unsigned char)*name) * 16777619;
    return value;
}

static struct customer *table_find(const struct table *table, const char *name)
{
    unsigned wanted = hash(name);
    struct customer *customer = table->buckets[wanted % table->size];
    while (customer && (customer->hash != wanted || strcmp(customer->name, name)))
        customer = customer->next;
    return customer;
}

static void table_grow(struct table *table)
{
    unsigned size = table->size ? 2 * table->size : 16;
    struct customer **buckets = calloc(size, sizeof *buckets);
    for (unsigned i = 0; i < table->size; i++) {
        for (struct customer *customer = table->buckets[i], *next; customer; customer = next) {
            struct customer **bucket = &buckets[customer->hash % size];
            next = customer->next;
            customer->next = *bucket;
            *bucket = customer;
        }
    }
    free(table->buckets);
    table->buckets = buckets;
    table->size = size;
}

static void table_insert(struct table *table, const char *name)
{
    if (table->used >= table->size && table->size < MOST_BUCKETS)
        table_grow(table);
    if (table_find(table, name))
        return;
    struct customer *customer = calloc(1, sizeof *customer);
    customer->hash = hash(name);
    struct customer **bucket = &table->buckets[customer->hash % table->size];
    memcpy(customer->name, name, sizeof customer->name);
    customer->next = *bucket;
    *bucket = customer;
    table->used++;
}

/* customer,amount */
static const char *parse_line(const char *line, struct order *order)
{
    size_t length = strcspn(line, ",");
    memset(order, 0, sizeof *order);
    memcpy(order->customer, line, length);
    order->amount = (unsigned)strtoul(line + length + 1, NULL, 10);
    return strchr(line, '\n') + 1;
}

static unsigned read_orders(const char *text, struct order *orders, struct table *customers)
{
    unsigned used = 0;
    while (*text) {
        text = parse_line(text, &orders[used]);
        table_insert(customers, orders[used++].customer);
    }
    return used;
}

static unsigned long total_by_customer(const struct order *orders, unsigned used,
                                       const struct table *customers)
{
    unsigned long most = 0;
    for (unsigned i = 0; i < used; i++) {
        struct customer *customer = table_find(customers, orders[i].customer);
        customer->orders++;
        customer->total += orders[i].amount;
        if (customer->total > most)
            most = customer->total;
    }
    return most;
}

static void sort_orders(struct order *orders, unsigned used)
{
    while (used > 1) {
        unsigned pivot = orders[used / 2].amount, left = 0, right = used - 1;
        while (left <= right) {
            while (orders[left].amount < pivot)
                left++;
            while (orders[right].amount > pivot)
                right--;
            if (left > right)
                break;
            struct order order = orders[left];
            orders[left++] = orders[right];
            orders[right] = order;
            if (!right--)
                break;
        }
        sort_orders(orders, right + 1);
        orders += left;
        used -= left;
    }
}

static char *put_number(char *at, unsigned long number)
{
    if (number >= 10)
        at = put_number(at, number / 10);
    *at = (char)('0' + number % 10);
    return at + 1;
}

/* Always the same orders. */
static char *make_orders(void)
{
    char *text = calloc(ORDERS, LINE), *at = text;
    unsigned long random = 1;
    for (unsigned i = 0; i < ORDERS; i++) {
        random = random * 6364136223846793005 + 1442695040888963407;
        *at++ = 'c';
        at = put_number(at, (random >> 33) % CUSTOMERS);
        *at++ = ',';
        at = put_number(at, (random >> 40) % 10000);
        *at++ = '\n';
    }
    return text;
}

int main(void)
{
    struct order *orders = calloc(ORDERS, sizeof *orders);
    struct table customers = {0};
    char *text = make_orders();
    unsigned used = read_orders(text, orders, &customers);
    unsigned long most = total_by_customer(orders, used, &customers);
    sort_orders(orders, used);
    printf("%u customers, at most %lu, last order %u\n", customers.used, most,
           orders[used - 1].amount);
    return 0;
}
