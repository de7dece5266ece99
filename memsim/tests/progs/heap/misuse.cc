/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Uses the heap wrongly, or leaves it in the middle.  misuse MODE makes the events that are written at
 * its function, after those of an idle run: GNU's C++ library begins with a malloc that it keeps.
 */
#include <csetjmp>
#include <cstdlib>
#include <cstring>
#include <new>
#include <unistd.h>

static void *volatile kept;
static volatile std::size_t huge = std::size_t(1) << 62;

static void *keep(void *block)
{
    kept = block;
    return kept;
}

static void idle()
{
}

/* new 10, free b; malloc 20, delete b; new 30 (array), delete b (not of arrays); new 64, aligned, free b */
static void mixed()
{
    std::free(keep(operator new(10)));
    operator delete(keep(std::malloc(20)));
    operator delete(keep(operator new[](30)));
    std::free(keep(operator new(64, std::align_val_t(64))));
}

/* malloc 40; the C library finds that what is freed is no block and aborts: that free does not happen */
static void foreign()
{
    static char room[256];
    close(STDERR_FILENO);
    keep(std::malloc(40));
    std::free(keep(room + 80));
}

/* malloc 48, free b; the second free aborts and does not happen */
static void again()
{
    close(STDERR_FILENO);
    void *volatile block = keep(std::malloc(48));
    std::free(block);
    std::free(block);
}

__attribute__((noinline)) static void *too_much()
{
    return operator new(huge);
}

/* 100 times a new of 2^62 bytes -> 0, which throws, a malloc of the exception, free b; new 5, delete b */
static void thrown()
{
    for (int i = 0; i < 100; i++) {
        try {
            keep(too_much());
        } catch (const std::bad_alloc &) {
            kept = nullptr;
        }
    }
    operator delete(keep(operator new(5)));
}

static std::jmp_buf back;

static void leave()
{
    std::longjmp(back, 1);
}

/* 50 times a new that does not happen, as its handler leaves by a longjmp, malloc 33, free b */
static void jump()
{
    std::set_new_handler(leave);
    for (volatile int i = 0; i < 50; i++) {
        if (setjmp(back) == 0)
            keep(too_much());
        std::free(keep(std::malloc(33)));
    }
}

int main(int count, char **arguments)
{
    static const struct {
        const char *name;
        void (*run)();
    } modes[] = {{"idle", idle},   {"mixed", mixed},   {"foreign", foreign},
                 {"again", again}, {"thrown", thrown}, {"jump", jump}};
    for (const auto &mode : modes)
        if (count == 2 && std::strcmp(arguments[1], mode.name) == 0) {
            mode.run();
            return 0;
        }
    return 1;
}
