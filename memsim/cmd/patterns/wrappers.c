/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The wrappers of wrappers.h. */
#include "wrappers.h"

#include <string.h>

#include "engine/base/text.h"

/* A trailing star matches any ending; the other stars are those of types. */
static const char *const usual[] = {
    "malloc",         "calloc",        "realloc",      "reallocarray", "memalign",
    "posix_memalign", "aligned_alloc", "valloc",       "pvalloc",      "__libc_*",
    "strdup",         "strndup",       "__strdup",     "__strndup",    "operator new*",
    "std::*",         "__gnu_cxx::*",  "void* std::*", "void std::*",  "alloc::*",
    "<alloc::*",      "core::*",       "<core::*",     "hashbrown::*", "<hashbrown::*",
    "__rust_*",       "__rdl_*",       "__rg_*",       "g_malloc*",    "g_slice_alloc*",
    "g_realloc*",     "tc_malloc*",    "je_malloc*",   "mi_malloc*"};

/* Where compilers and systems keep the headers of C and C++, and the sources of Rust's standard
 * library.  Templates have other names in each program, but their files are there. */
static const char *const begins[] = {"/usr/include/", "/usr/lib/gcc/", "/usr/lib/llvm", "/rustc/",
                                     "/rust/deps/"};
static const char *const contains[] = {"/include/c++/", "/lib/rustlib/src/rust/library/"};

/* The length of a name without what compilers append to copies of a function. */
static size_t plain_length(const char *name)
{
    static const char *const copies[] = {".constprop", ".isra",     ".part",
                                         ".cold",      ".lto_priv", " [clone "};
    size_t length = strlen(name);
    for (size_t i = 0; i < sizeof copies / sizeof *copies; i++) {
        const char *found = strstr(name, copies[i]);
        if (found && (size_t)(found - name) < length)
            length = (size_t)(found - name);
    }
    return length;
}

bool msim_is_function(const char *wanted, const char *name)
{
    size_t length = plain_length(name);
    return !strcmp(wanted, name) || (strlen(wanted) == length && !strncmp(wanted, name, length));
}

static bool is_usual(const char *pattern, const char *name)
{
    size_t length = strlen(pattern);
    return pattern[length - 1] == '*' ? !strncmp(pattern, name, length - 1)
                                      : msim_is_function(pattern, name);
}

bool msim_is_library_source(const char *source)
{
    for (size_t i = 0; i < sizeof begins / sizeof *begins; i++)
        if (!strncmp(source, begins[i], strlen(begins[i])))
            return true;
    for (size_t i = 0; i < sizeof contains / sizeof *contains; i++)
        if (strstr(source, contains[i]))
            return true;
    return false;
}

bool msim_is_function_of(const char *wanted, const char *name)
{
    size_t length = strlen(wanted);
    const char *part = name;
    unsigned inner = 0;
    for (const char *at = name; *at && *at != '('; at++) {
        inner += *at == '<';
        inner -= *at == '>' && inner;
        if (!inner && at[0] == ':' && at[1] == ':')
            part = at + 2;
    }
    if (msim_is_function(wanted, name) || msim_is_function(wanted, part))
        return true;
    return (!strncmp(part, wanted, length) && part[length] && strchr("<(", part[length])) ||
           (!strncmp(name, wanted, length) && name[length] && strchr("<(", name[length]));
}

bool msim_is_wrapper(const struct msim_wrappers *wrappers, const char *function, const char *source)
{
    if (msim_is_library_source(source))
        return true;
    for (size_t i = 0; i < sizeof usual / sizeof *usual; i++)
        if (is_usual(usual[i], function))
            return true;
    for (size_t i = 0; i < wrappers->names; i++)
        if (msim_glob(wrappers->name[i], function) ||
            msim_is_function_of(wrappers->name[i], function))
            return true;
    return false;
}
