/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The list of kernels (kernels.h). */
#include "kernels.h"

#include <string.h>

#define KERNELS(name) extern const struct msim_kernel msim_kernels_##name[];
#include "kernels.list"
#undef KERNELS

const struct msim_kernel *const msim_kernel_themes[] = {
#define KERNELS(name) msim_kernels_##name,
#include "kernels.list"
#undef KERNELS
    NULL};

const struct msim_kernel *msim_kernel_named(const char *name)
{
    for (const struct msim_kernel *const *theme = msim_kernel_themes; *theme; theme++)
        for (const struct msim_kernel *at = *theme; at->name; at++)
            if (!strcmp(at->name, name))
                return at;
    return NULL;
}
