/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Adds up the stock of a shop, again and again. */
#include <algorithm>
#include <cstdio>
#include <list>
#include <random>
#include <vector>

struct Item {
    long price, count;
};

static std::list<Item> stock_of(int items)
{
    std::vector<std::list<Item>> shelf(items);
    for (int i = 0; i < items; i++)
        shelf[i].push_back({i % 100, i % 7});
    std::shuffle(shelf.begin(), shelf.end(), std::mt19937(1));
    std::list<Item> stock;
    for (auto &one : shelf)
        stock.splice(stock.end(), one);
    return stock;
}

static long worth(const std::list<Item> &stock)
{
    long sum = 0;
    for (const Item &item : stock)
        sum += item.price * item.count;
    return sum;
}

int main()
{
    std::list<Item> stock = stock_of(5000);
    long sum = 0;
    for (int day = 0; day < 40; day++)
        sum += worth(stock);
    std::printf("%ld\n", sum);
}
