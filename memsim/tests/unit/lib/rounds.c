/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The numbers of rounds.h. */
#include "rounds.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_sanitized(void)
{
#ifdef __SANITIZE_ADDRESS__
    return true;
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
    return true;
#endif
#endif
    return false;
}

int unit_rounds(int all)
{
    const char *wanted = getenv("UNIT_ROUNDS");
    if (!is_sanitized() || (wanted && !strcmp(wanted, "all")))
        return all;
    return (all + 4) / 5;
}
