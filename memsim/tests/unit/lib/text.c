/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The string of text.h. */
#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put(void *self, const char *bytes, size_t count)
{
    struct unit_text *text = self;
    if (text->used + count >= text->max) {
        text->max = 2 * (text->used + count) + 100;
        text->text = realloc(text->text, text->max);
        if (!text->text) {
            fprintf(stderr, "no memory\n");
            abort();
        }
    }
    memcpy(text->text + text->used, bytes, count);
    text->used += count;
    text->text[text->used] = '\0';
}

static void line(void *self, const char *bytes)
{
    put(self, bytes, strlen(bytes));
    put(self, "\n", 1);
}

void unit_text_start(struct unit_text *text)
{
    *text = (struct unit_text){.sink = {put, text}, .lines = {line, text}};
    put(text, "", 0);
}

void unit_text_end(struct unit_text *text)
{
    free(text->text);
    text->text = NULL;
}
