/* SPDX-License-Identifier: GPL-2.0-or-later */
/* As layout.c, in C++: namespaces, templates, classes with bases, containers. */
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <vector>

namespace shop {
struct Empty {};
struct Base {
    long id;
    char kind;
    virtual ~Base() = default;
};
class Order : public Base, public Empty {
public:
    char side = 's';
    int quantity = 3;
    enum class State : char { Open, Done } state = State::Open;
    static int made;
};
int Order::made = 5;
template <class T> struct Pair {
    T one, other;
};
namespace {
int hidden[9];
}
Order orders[4];
Pair<double> prices[3];
int *get()
{
    return hidden;
}
} // namespace shop

std::map<int, shop::Pair<long>> index_of;

static void ask(const char *variable, const void *start, size_t bytes, const void *at,
                const char *field)
{
    std::printf("variable %#lx => %s %lu %zu %s\n", (unsigned long)(uintptr_t)at, variable,
                (unsigned long)(uintptr_t)start, bytes, field);
}

#define USE __attribute__((noinline))
USE extern "C" int use_quantity(const std::vector<shop::Order> &list)
{
    int sum = 0;
    for (const shop::Order &order : list)
        sum += order.quantity;
    return sum;
}
USE extern "C" char use_kind(shop::Order *order)
{
    return order->kind;
}
USE extern "C" double use_other(shop::Pair<double> *pair, long n)
{
    double sum = 0;
    for (long i = 0; i < n; i++)
        sum += pair[i].other;
    return sum;
}

int main(int argc, char **)
{
    using namespace shop;
    ask("shop::orders", orders, sizeof orders, &orders[2].id, "[].id");
    ask("shop::orders", orders, sizeof orders, &orders[3].quantity, "[].quantity");
    ask("shop::orders", orders, sizeof orders, &orders[1].side, "[].side");
    ask("shop::prices", prices, sizeof prices, &prices[1].other, "[].other");
    ask("shop::Order::made", &Order::made, sizeof Order::made, &Order::made, "(all)");
    ask("shop::(anonymous namespace)::hidden", get(), 9 * sizeof(int), get() + 8, "[]");
    std::printf("field shop::Pair<double> %zu => shop::Pair<double> other\n", sizeof(double));
    std::vector<Order> list((size_t)argc + 1);
    index_of[argc].one = argc;
    std::fprintf(stderr, "%d %f\n", use_quantity(list) + use_kind(&list[0]),
                 use_other(prices, argc));
    return 0;
}
