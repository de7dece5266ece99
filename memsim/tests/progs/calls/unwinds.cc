// SPDX-License-Identifier: GPL-2.0-or-later
// An exception leaves 20 frames, 50 times. Each of them catches it, calls spot() if it is the 11th, and throws it
// again; that destroys an object of the frame, whose destructor calls spot(). The caller of all calls spot(), too.
//
//     main -> catcher -> thrower (1 to 21 deep) -> ~Guard -> spot
//     main -> catcher -> thrower (11 deep) -> spot
//     main -> catcher -> spot
#include <cstdio>
#include <stdexcept>

#define APART __attribute__((noinline, used))

static volatile int count, depth = 20; // unknown to the compiler: it makes no copies

APART void spot()
{
    count++;
}

struct Guard {
    APART ~Guard()
    {
        spot();
        count++;
    }
};

APART void thrower(int levels)
{
    Guard guard;
    if (!levels)
        throw std::runtime_error("thrown");
    try {
        thrower(levels - 1);
    } catch (const std::runtime_error &) {
        if (levels == 10)
            spot();
        throw;
    }
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
