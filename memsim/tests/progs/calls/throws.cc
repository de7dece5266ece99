// SPDX-License-Identifier: GPL-2.0-or-later
// An exception leaves 20 frames, 50 times; main -> catcher -> spot after each.
#include <cstdio>
#include <stdexcept>

#define APART __attribute__((noinline, used))

static volatile int count, depth = 20; // unknown to the compiler: it makes no copies

APART void spot()
{
    count++;
}

APART void thrower(int levels)
{
    if (!levels)
        throw std::runtime_error("thrown");
    thrower(levels - 1);
    count++;
}

APART void catcher()
{
    for (int i = 0; i < 50; i++) {
        try {
            thrower(depth);
        } catch (const std::exception &) {
            count++;
        }
        spot();
    }
    count++;
}

int main()
{
    catcher();
    std::printf("%d\n", count);
}
