/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Calls every operator new and delete.  The events, in this order; "delete b" stands after each new:
 *
 *     1. new 1, new 2 (array), new 3 (nothrow), new 4 (array, nothrow), new 5 (sized delete);
 *        new 128 and 192 (array), aligned to 64
 *     2. a new of 2^62 bytes -> 0: it throws std::bad_alloc, which is caught, and what the C++ runtime
 *        allocates for the exception is a malloc; then new 6; and when it was caught, free b
 *     3. new of 2^62 bytes (nothrow) -> 0
 *     4. malloc 7 by an operator new of a class, free b by its delete
 *     5. nothing by placement new
 *
 * GNU's C++ library begins with a malloc of about 72,000 bytes before main, which it keeps.
 */
#include <cstdlib>
#include <new>

static void *volatile kept;
static volatile std::size_t huge = std::size_t(1) << 62;

template <class T> static T *keep(T *block)
{
    kept = block;
    return static_cast<T *>(kept);
}

struct own {
    char bytes[7];
    static void *operator new(std::size_t bytes)
    {
        return std::malloc(bytes);
    }
    static void operator delete(void *block)
    {
        std::free(block);
    }
};

struct alignas(64) wide {
    char bytes[64];
};

static void plain()
{
    operator delete(keep(operator new(1)));
    operator delete[](keep(operator new[](2)));
    operator delete(keep(operator new(3, std::nothrow)), std::nothrow);
    operator delete[](keep(operator new[](4, std::nothrow)), std::nothrow);
    operator delete(keep(operator new(5)), std::size_t(5));
    operator delete(keep(operator new(128, std::align_val_t(64))), std::align_val_t(64));
    delete[] keep(new wide[3]);
}

__attribute__((noinline)) static void *too_much()
{
    return operator new(huge);
}

int main()
{
    plain();
    try {
        keep(too_much());
    } catch (const std::bad_alloc &) {
        operator delete(keep(operator new(6)));
    }
    keep(operator new(huge, std::nothrow));
    delete keep(new own);
    alignas(own) static char room[sizeof(own)];
    kept = ::new (static_cast<void *>(room)) own;
    return 0;
}
