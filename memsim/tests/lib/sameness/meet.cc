/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Four threads of C++, each of which adds to a number beside those of the others: meet thread|async|barrier ROUNDS. */
#include <barrier>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <future>
#include <thread>
#include <vector>

enum { THREADS = 4, STEPS = 20 };

static volatile long own[THREADS] __attribute__((aligned(64)));

static void work(int number, long rounds)
{
    for (long i = 0; i < rounds; i++)
        own[number] = own[number] + 1;
}

int main(int argc, char **argv)
{
    long rounds = argc == 3 ? std::atol(argv[2]) : 0, sum = 0;
    bool steps = argc == 3 && !std::strcmp(argv[1], "barrier");
    std::barrier<> barrier(THREADS);
    std::vector<std::thread> threads;
    std::vector<std::future<void>> results;
    auto in_steps = [&](int number) {
        for (int step = 0; step < STEPS; step++) {
            work(number, rounds / STEPS);
            barrier.arrive_and_wait();
        }
    };
    for (int i = 0; i < THREADS; i++)
        if (steps)
            threads.emplace_back(in_steps, i);
        else if (argc == 3 && !std::strcmp(argv[1], "async"))
            results.push_back(std::async(std::launch::async, work, i, rounds));
        else
            threads.emplace_back(work, i, rounds);
    for (auto &thread : threads)
        thread.join();
    for (auto &result : results)
        result.get();
    for (volatile long &number : own)
        sum += number;
    std::printf("%ld\n", sum);
}
