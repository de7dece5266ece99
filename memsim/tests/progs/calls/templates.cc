// SPDX-License-Identifier: GPL-2.0-or-later
// main -> work<int> and work<char> -> [pass<4> -> pass<3> -> pass<2> -> pass<1> -> pass<0>], 50 and 100
// times; the last one makes one data read.
#define APART __attribute__((noinline, used))
#define INLINE inline __attribute__((always_inline))

static volatile int cell, sink;

template <int Levels> struct passing {
    static INLINE void pass()
    {
        passing<Levels - 1>::pass();
    }
};

template <> struct passing<0> {
    static INLINE void pass()
    {
        sink = cell;
    }
};

template <typename Type> APART void work()
{
    for (unsigned i = 0; i < 50 * (5 - sizeof(Type)) / (sizeof(Type) == 1 ? 2 : 1); i++)
        passing<4>::pass();
    sink = 1;
}

int main()
{
    work<int>();
    work<char>();
}
