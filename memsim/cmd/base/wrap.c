/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Breaks lines between words; see wrap.h. */
#include "wrap.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "grow.h"
#include "utf8.h"

void msim_wrap(FILE *to, const char *text, size_t used, size_t indent, size_t width)
{
    bool begins = true;
    while (*text) {
        size_t blanks = strspn(text, " "), length = strcspn(text + blanks, " ");
        char *word = msim_copy_part(text + blanks, length);
        size_t columns = msim_utf8_length(word);
        if (width && !begins && used + blanks + columns > width) {
            fprintf(to, "\n%*s", (int)indent, "");
            used = indent;
            blanks = 0;
        }
        fprintf(to, "%*s", (int)blanks, "");
        msim_utf8_put(to, word, SIZE_MAX);
        used += blanks + columns;
        begins = false;
        text += strspn(text, " ") + length;
        free(word);
    }
    fputc('\n', to);
}
