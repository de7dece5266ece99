/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The memory and random numbers of host.h. */
#include "host.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

struct unit_memory memory;

/* From here on, a piece has pages of its own. */
enum { LARGE = 1 << 18 };

static size_t page_bytes(void)
{
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* The pages of a large piece, with one more on either side that must not be used. */
static size_t pages_of(size_t bytes)
{
    size_t page = page_bytes();
    return (bytes + page - 1) / page * page + 2 * page;
}

/* The kernel's pages are zero, and there when they are used: a table reserves room for the most
 * that it could ever hold, and zeroing all of it took most of the time of some tests. */
static void *large_piece(size_t bytes, size_t align)
{
    size_t page = page_bytes(), whole = pages_of(bytes);
    char *pages = mmap(NULL, whole, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (pages == MAP_FAILED ||
        mprotect(pages + page, whole - 2 * page, PROT_READ | PROT_WRITE) != 0)
        return NULL;
    char *end = pages + whole - page;
    return end - bytes - (size_t)((uintptr_t)(end - bytes) % align);
}

static void *small_piece(size_t bytes, size_t align)
{
    void *piece = NULL;
    if (posix_memalign(&piece, align, bytes ? bytes : 1) != 0)
        return NULL;
    return memset(piece, 0, bytes);
}

static void give_back(const struct unit_piece *piece)
{
    if (piece->bytes < LARGE) {
        free(piece->at);
        return;
    }
    size_t page = page_bytes();
    char *first = piece->at;
    munmap(first - (uintptr_t)first % page - page, pages_of(piece->bytes));
}

static void *get(void *self, size_t bytes, size_t align)
{
    struct unit_memory *memory = self;
    if (memory->used == memory->max) {
        memory->max = memory->max ? 2 * memory->max : 64;
        memory->pieces = realloc(memory->pieces, memory->max * sizeof *memory->pieces);
    }
    align = align < sizeof(void *) ? sizeof(void *) : align;
    void *at = bytes < LARGE ? small_piece(bytes, align) : large_piece(bytes, align);
    if (!memory->pieces || !at) {
        fprintf(stderr, "no memory\n");
        abort();
    }
    memory->pieces[memory->used++] = (struct unit_piece){at, bytes};
    return at;
}

void unit_memory_start(struct unit_memory *memory)
{
    *memory = (struct unit_memory){.mem = {get, memory}};
}

void unit_memory_end(struct unit_memory *memory)
{
    for (size_t i = 0; i < memory->used; i++)
        give_back(&memory->pieces[i]);
    free(memory->pieces);
    memory->pieces = NULL;
    memory->used = memory->max = 0;
}

/* splitmix64 */
uint64_t unit_random(struct unit_random *random)
{
    uint64_t z = random->state += UINT64_C(0x9e3779b97f4a7c15);
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}
