// SPDX-License-Identifier: GPL-2.0-or-later
// One function of a template in a namespace allocates, is called, touches pages and executes most
// instructions, so that each file has its name.
#include <cstddef>

namespace shop {
template <typename T> struct cart {
    __attribute__((noinline)) T *fill(std::size_t items)
    {
        volatile T *item = new T[items];
        for (std::size_t i = 0; i < items; i++)
            item[i] = static_cast<T>(i);
        return const_cast<T *>(item);
    }
};
} // namespace shop

int main(int argc, char **)
{
    shop::cart<int> cart;
    int *items = cart.fill(50000 + static_cast<std::size_t>(argc));
    int last = items[50000];
    delete[] items;
    return last != 50000;
}
