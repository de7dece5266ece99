/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * The table of allocfns.h, searched once per translated function.
 *
 * Prefixes (je_malloc, __libc_malloc) are removed before the search.  Valgrind demangles names
 * unless --demangle=no is given, so the table has C++'s operators in both forms; of a Rust name the
 * last component counts: __rustc::__rust_alloc, or _RNv...___rust_alloc.
 */
#include "allocfns.h"

#include "pub_tool_libcbase.h"
#include "pub_tool_mallocfree.h"

#include "engine/base/text.h"
#include "tool/base/platform.h"

/* clang-format off */
static const struct msim_alloc_fn table[] = {
    /* name, call, size, count, given, result_at, catches, allocator, fixed */
    {"malloc", MSIM_HEAP_MALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"free", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},
    {"calloc", MSIM_HEAP_CALLOC, 2, 1, 0, 0, 0, 0, 0},
    {"realloc", MSIM_HEAP_REALLOC, 2, 0, 1, 0, 0, 0, 0},
    {"reallocarray", MSIM_HEAP_REALLOC, 3, 2, 1, 0, 0, 0, 0},
    {"memalign", MSIM_HEAP_ALIGNED, 2, 0, 0, 0, 0, 0, 0},
    {"aligned_alloc", MSIM_HEAP_ALIGNED, 2, 0, 0, 0, 0, 0, 0},
    {"posix_memalign", MSIM_HEAP_ALIGNED, 3, 0, 0, 1, 0, 0, 0},
    {"valloc", MSIM_HEAP_ALIGNED, 1, 0, 0, 0, 0, 0, 0},
    {"pvalloc", MSIM_HEAP_ALIGNED, 1, 0, 0, 0, 0, 0, 0},
    {"cfree", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},
    {"free_sized", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},
    {"free_aligned_sized", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},

    /* C++.  Mangled: m is unsigned long, j unsigned int. */
    {"operator new(unsigned long)", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"operator new[](unsigned long)", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"operator new(unsigned long, std::nothrow_t const&)", MSIM_HEAP_NEW, 1, 0, 0, 0, 1, 0, 0},
    {"operator new[](unsigned long, std::nothrow_t const&)", MSIM_HEAP_NEW, 1, 0, 0, 0, 1, 0, 0},
    {"operator new(unsigned long, std::align_val_t)", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"operator new[](unsigned long, std::align_val_t)", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"operator new(unsigned long, std::align_val_t, std::n*", MSIM_HEAP_NEW, 1, 0, 0, 0, 1, 0, 0},
    {"operator new[](unsigned long, std::align_val_t, std::n*", MSIM_HEAP_NEW, 1, 0, 0, 0, 1, 0, 0},
    {"operator delete(void*)", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"operator delete[](void*)", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"operator delete(void*, unsigned long*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"operator delete[](void*, unsigned long*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"operator delete(void*, std::*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"operator delete[](void*, std::*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"_Znwm", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"_Znam", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"_ZnwmRKSt9nothrow_t", MSIM_HEAP_NEW, 1, 0, 0, 0, 1, 0, 0},
    {"_ZnamRKSt9nothrow_t", MSIM_HEAP_NEW, 1, 0, 0, 0, 1, 0, 0},
    {"_ZnwmSt11align_val_t", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"_ZnamSt11align_val_t", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"_ZnwmSt11align_val_tRKSt9nothrow_t", MSIM_HEAP_NEW, 1, 0, 0, 0, 1, 0, 0},
    {"_ZnamSt11align_val_tRKSt9nothrow_t", MSIM_HEAP_NEW, 1, 0, 0, 0, 1, 0, 0},
    {"_ZdlPv", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"_ZdaPv", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"_ZdlPvm*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"_ZdaPvm*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"_ZdlPvRKSt9nothrow_t", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"_ZdaPvRKSt9nothrow_t", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"_ZdlPvSt11align_val_t*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"_ZdaPvSt11align_val_t*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
    {"__cxa_allocate_exception", MSIM_ALLOC_THROWS, 0, 0, 0, 0, 0, 0, 0},

    /* jemalloc.  xallocx, which resizes in place or not at all, returns no address. */
    {"mallocx", MSIM_HEAP_MALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"rallocx", MSIM_HEAP_REALLOC, 2, 0, 1, 0, 0, 0, 0},
    {"dallocx", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},
    {"sdallocx", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},

    /* tcmalloc, in addition to tc_malloc and the like. */
    {"tc_malloc_skip_new_handler", MSIM_HEAP_MALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"tc_new*", MSIM_HEAP_NEW, 1, 0, 0, 0, 0, 0, 0},
    {"tc_delete*", MSIM_HEAP_DELETE, 0, 0, 1, 0, 0, 0, 0},
};

/* The last components of Rust names. */
static const struct msim_alloc_fn rust[] = {
    {"*__rust_alloc", MSIM_HEAP_MALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"*__rust_alloc_zeroed", MSIM_HEAP_CALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"*__rust_realloc", MSIM_HEAP_REALLOC, 4, 0, 1, 0, 0, 0, 0},
    {"*__rust_dealloc", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},
    {"*__rdl_alloc", MSIM_HEAP_MALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"*__rdl_alloc_zeroed", MSIM_HEAP_CALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"*__rdl_realloc", MSIM_HEAP_REALLOC, 4, 0, 1, 0, 0, 0, 0},
    {"*__rdl_dealloc", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},
    {"*__rg_alloc", MSIM_HEAP_MALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"*__rg_alloc_zeroed", MSIM_HEAP_CALLOC, 1, 0, 0, 0, 0, 0, 0},
    {"*__rg_realloc", MSIM_HEAP_REALLOC, 4, 0, 1, 0, 0, 0, 0},
    {"*__rg_dealloc", MSIM_HEAP_FREE, 0, 0, 1, 0, 0, 0, 0},
};
/* clang-format on */

static const HChar *const prefixes[] = {"__GI_", "__libc_", "__", "je_", "tc_", "mi_"};

/* Functions that the user names: each allocator, then the functions that free its blocks. */
static struct {
    struct msim_alloc_fn fn[MSIM_ALLOCATORS_MAX * (1 + MSIM_FREEING_MAX)];
    SizeT used;
} named;

static const HChar *text_of(const struct msim_text_part *part)
{
    HChar *text = VG_(malloc)("msim.allocfns", part->bytes + 1);
    VG_(memcpy)(text, part->at, part->bytes);
    text[part->bytes] = '\0';
    return text;
}

void msim_allocfns_add(const struct msim_allocators *allocators)
{
    _Static_assert((int)MSIM_ARGUMENTS_MAX <= (int)MSIM_ARGUMENT_REGISTERS,
                   "arguments are in registers");
    for (UInt i = 0; i < allocators->used; i++) {
        const struct msim_allocator *one = &allocators->one[i];
        named.fn[named.used++] = (struct msim_alloc_fn){.name = text_of(&one->name),
                                                        .call = MSIM_HEAP_OTHER,
                                                        .size = one->size,
                                                        .count = one->count,
                                                        .given = one->old,
                                                        .result_at = one->result,
                                                        .allocator = (UChar)i,
                                                        .fixed = one->fixed};
        for (UInt k = 0; k < one->frees; k++)
            named.fn[named.used++] = (struct msim_alloc_fn){.name = text_of(&one->freeing[k].name),
                                                            .call = MSIM_HEAP_OTHER_FREE,
                                                            .given = one->freeing[k].block,
                                                            .allocator = (UChar)i};
    }
}

static const struct msim_alloc_fn *search(const struct msim_alloc_fn *fns, SizeT used,
                                          const HChar *name)
{
    for (SizeT i = 0; i < used; i++)
        if (msim_glob(fns[i].name, name))
            return &fns[i];
    return NULL;
}

/* True: it is a Rust name, mangled, with components, or bare.  Other names may end like one by
 * chance. */
static Bool is_rust(const HChar *name)
{
    return VG_(strncmp)(name, "__r", 3) == 0 || VG_(strncmp)(name, "_R", 2) == 0 ||
           VG_(strstr)(name, "::__r");
}

static const HChar *without_prefixes(const HChar *name)
{
    for (SizeT i = 0; i < sizeof prefixes / sizeof *prefixes; i++) {
        SizeT bytes = VG_(strlen)(prefixes[i]);
        if (VG_(strncmp)(name, prefixes[i], bytes) == 0)
            name += bytes;
    }
    return name;
}

/* Some libraries only have malloc@@VERSION. */
static const HChar *without_version(const HChar *name)
{
    static HChar bare[64];
    const HChar *at = VG_(strchr)(name, '@');
    if (!at || (SizeT)(at - name) >= sizeof bare)
        return name;
    VG_(memcpy)(bare, name, (SizeT)(at - name));
    bare[at - name] = '\0';
    return bare;
}

Bool msim_allocfns_is_malloc(const HChar *name)
{
    const struct msim_alloc_fn *fn =
        search(table, sizeof table / sizeof *table, without_prefixes(without_version(name)));
    return fn && (fn->call == MSIM_HEAP_MALLOC || fn->call == MSIM_HEAP_CALLOC ||
                  fn->call == MSIM_HEAP_REALLOC || fn->call == MSIM_HEAP_ALIGNED);
}

const struct msim_alloc_fn *msim_allocfns_find(const HChar *full_name)
{
    const struct msim_alloc_fn *fn;
    const HChar *name = without_version(full_name);
    fn = search(named.fn, named.used, name);
    if (!fn)
        fn = search(table, sizeof table / sizeof *table, name);
    if (!fn && is_rust(name))
        fn = search(rust, sizeof rust / sizeof *rust, name);
    const HChar *bare = without_prefixes(name);
    if (!fn && bare != name)
        fn = search(table, sizeof table / sizeof *table, bare);
    return fn;
}
