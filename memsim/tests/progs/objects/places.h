/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * How the programs in this folder say where their objects are, for a model that sees nothing but a
 * trace of addresses.  All of it goes to standard output at the end of a run:
 *
 *     marks ADDRESS COUNT                   a store to marks[N] begins step N of the run
 *     module LOW HIGH PATH                  what is mapped of each object file ("" is the program)
 *     layout NAME BYTES                     an element, and after it its fields:
 *     field NAME OFFSET SIZE
 *     place KIND KEY START SIZE ZERO FROM TO LAYOUT AT NAME
 *
 * A place holds one object from the beginning of step FROM to that of step TO (0: from the start;
 * to the end).  KEY is the function that allocates it or whose frame it is in.  Offsets are from ZERO;
 * elements of LAYOUT ("-": none) begin AT bytes behind START.  The fields are separated by tabs.
 */
#pragma once

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif
#include <link.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define NOINLINE __attribute__((noinline))
#define MARKS    2048

extern const char __executable_start[]; /* defined by the linker */

static volatile char marks[MARKS];

static inline void mark(unsigned step)
{
    marks[step] = 1;
}

static inline uintptr_t address_of(const volatile void *at)
{
    return (uintptr_t)at;
}

static inline int print_module(struct dl_phdr_info *info, size_t size, void *unused)
{
    uintptr_t low = UINTPTR_MAX, high = 0;
    (void)size;
    (void)unused;
    for (int i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *p = &info->dlpi_phdr[i];
        if (p->p_type != PT_LOAD)
            continue;
        uintptr_t start = info->dlpi_addr + p->p_vaddr, end = start + p->p_memsz;
        low = start < low ? start & ~(uintptr_t)4095 : low;
        high = end > high ? (end + 4095) & ~(uintptr_t)4095 : high;
    }
    printf("module\t%#lx\t%#lx\t%s\n", (unsigned long)low, (unsigned long)high, info->dlpi_name);
    return 0;
}

/* Before anything is printed: no block of the heap becomes standard output's buffer. */
static inline void places_begin(void)
{
    static char buffer[4096];
    setvbuf(stdout, buffer, _IOFBF, sizeof buffer);
    printf("marks\t%#lx\t%d\n", (unsigned long)address_of(marks), MARKS);
}

static inline void places_end(void)
{
    dl_iterate_phdr(print_module, NULL);
    fflush(stdout);
}

static inline void layout(const char *name, size_t bytes)
{
    printf("layout\t%s\t%zu\n", name, bytes);
}

static inline void field(const char *name, size_t offset, size_t size)
{
    printf("field\t%s\t%zu\t%zu\n", name, offset, size);
}

#define FIELD(type, member) field(#member, offsetof(type, member), sizeof(((type *)0)->member))

/* What is the same of many places. */
struct about {
    const char *kind, *key, *layout, *name;
    unsigned from, to;
    size_t at;
};

static inline void place(const struct about *about, const volatile void *start, size_t size,
                         uintptr_t zero)
{
    printf("place\t%s\t%s\t%#lx\t%zu\t%#lx\t%u\t%u\t%s\t%zu\t%s\n", about->kind, about->key,
           (unsigned long)address_of(start), size, (unsigned long)zero, about->from, about->to,
           about->layout ? about->layout : "-", about->at, about->name ? about->name : "-");
}

static inline void heap_place(const struct about *about, const volatile void *start, size_t size)
{
    place(about, start, size, address_of(start));
}

static inline void static_place(const char *name, const volatile void *start, size_t size,
                                const char *layout_name)
{
    struct about about = {.kind = "static", .key = "", .layout = layout_name, .name = name};
    place(&about, start, size, address_of(__executable_start));
}

static inline uintptr_t thread_pointer(void)
{
    uintptr_t pointer;
    __asm__("mov %%fs:0, %0" : "=r"(pointer));
    return pointer;
}
