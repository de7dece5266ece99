/* SPDX-License-Identifier: GPL-2.0-or-later */
#include <stdio.h>

#include "rebuilt.h"

int main(void)
{
    uint64_t sum = words_count();
    sum = sum * 31 + matrix_multiply();
    sum = sum * 31 + tree_fill();
    sum = sum * 31 + text_format();
    sum = sum * 31 + list_walk();
    sum = sum * 31 + numbers_sort();
    printf("%016llx\n", (unsigned long long)sum);
    return 0;
}
