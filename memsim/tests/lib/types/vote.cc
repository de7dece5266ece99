/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The same as vote.c in C++: a base class, new of an array, and a template. */
#include <cstddef>

#define ALONE __attribute__((noinline))

enum { BLOCKS = 50, ITEMS = 40 };

struct Shape {
    volatile long id;
};

struct Circle : Shape {
    volatile double radius;
};

struct Point {
    volatile int x, y;
};

template <typename T> struct Node {
    Node *volatile next;
    T value;
};

void *volatile kept;
volatile long sink;

/* A base class is used through a pointer to it. */
ALONE long id_of(const Shape *shape)
{
    return shape->id + shape->id;
}

ALONE void in_base(long id)
{
    Circle *made = new Circle;
    made->id = id;
    made->radius = 2;
    sink = id_of(made);
    kept = made;
}

ALONE void in_vector()
{
    Point *array = new Point[ITEMS];
    for (int i = 0; i < ITEMS; i++)
        array[i].y = i;
    for (int i = 0; i < ITEMS; i++)
        array[i].x = array[i].y;
    kept = array;
}

ALONE Node<Point> *in_node(Node<Point> *next)
{
    Node<Point> *made = new Node<Point>;
    made->next = next;
    made->value.x = 1;
    made->value.y = 2;
    return made;
}

ALONE void add_all(Node<Point> *node)
{
    for (; node; node = node->next)
        sink = node->value.y;
}

int main()
{
    Node<Point> *list = nullptr;
    for (int i = 0; i < BLOCKS; i++)
        in_base(i);
    in_vector();
    for (int i = 0; i < BLOCKS; i++)
        list = in_node(list);
    add_all(list);
    return 0;
}
