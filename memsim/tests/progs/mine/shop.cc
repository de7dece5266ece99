/* SPDX-License-Identifier: GPL-2.0-or-later */
/* A shop: orders in a map of vectors, prices in an unordered_map, names as strings.  Nearly all of
 * its cost is in headers of the standard library and in the allocator. */
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

struct Order {
    std::string customer;
    std::vector<int> items;
};

struct Book {
    std::map<unsigned long, std::unique_ptr<Order>> orders;
    std::unordered_map<int, double> price;

    void add(unsigned long number, const std::string &customer)
    {
        auto order = std::make_unique<Order>();
        order->customer = customer + " with a name that is long enough for the heap";
        for (int i = 0; i < 20; i++)
            order->items.push_back((int)(number * 31 + i) % 500);
        orders[number] = std::move(order);
    }
    double total(unsigned long number) const
    {
        auto found = orders.find(number);
        double sum = 0;
        if (found == orders.end())
            return 0;
        for (int item : found->second->items)
            sum += price.at(item);
        return sum;
    }
};

static unsigned long next(unsigned long &state)
{
    state = state * 6364136223846793005UL + 1442695040888963407UL;
    return state >> 33;
}

int main()
{
    Book book;
    for (int i = 0; i < 500; i++)
        book.price.emplace(i, i * 0.5);
    unsigned long state = 7;
    for (unsigned long i = 0; i < 300; i++)
        book.add(next(state) % 10000, "customer " + std::to_string(i));
    double sum = 0;
    std::vector<double> totals;
    for (unsigned long i = 0; i < 3000; i++)
        totals.push_back(book.total(next(state) % 10000));
    std::sort(totals.begin(), totals.end());
    for (double one : totals)
        sum += one;
    std::printf("%.1f\n", sum);
}
