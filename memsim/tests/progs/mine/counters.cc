/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Two threads count in one line of memory, by the standard library's atomics. */
#include <atomic>
#include <cstdio>
#include <thread>

struct Counters {
    std::atomic<long> first{0}, second{0};
};

static Counters counters;

static void count_first()
{
    for (int i = 0; i < 2000; i++)
        counters.first.fetch_add(1);
}

static void count_second()
{
    for (int i = 0; i < 2000; i++)
        counters.second.fetch_add(1);
}

int main()
{
    std::thread one(count_first), other(count_second);
    one.join();
    other.join();
    std::printf("%ld\n", counters.first.load() + counters.second.load());
}
