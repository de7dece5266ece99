/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Four threads look for what divides a number; each counts what it has tried. */
#include <atomic>
#include <cstdio>
#include <memory>
#include <thread>
#include <vector>

enum { THREADS = 4, LAST = 60000 };

struct Worker {
    std::atomic<long> tried{0}, found{0};
};

static void search(Worker &worker, int first)
{
    for (int number = first; number < LAST; number += THREADS) {
        worker.tried++;
        if (720720 % number == 0)
            worker.found++;
    }
}

int main()
{
    std::unique_ptr<Worker[]> workers(new Worker[THREADS]);
    std::vector<std::thread> threads;
    for (int i = 0; i < THREADS; i++)
        threads.emplace_back(search, std::ref(workers[i]), i + 1);
    for (std::thread &thread : threads)
        thread.join();
    long found = 0;
    for (int i = 0; i < THREADS; i++)
        found += workers[i].found;
    std::printf("%ld\n", found);
}
