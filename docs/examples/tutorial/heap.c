/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Makes a report from records, and keeps the text of each until the end; FIXED: frees it when it is added up. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { RECORDS = 500, ROOM = 4096 };

static char *kept[RECORDS];

static char *make_text(int record)
{
    char *text = malloc(ROOM);
    memset(text, 'a' + record % 26, ROOM);
    return text;
}

static long add_up(int record)
{
    char *text = make_text(record);
    long sum = text[record % ROOM];
#ifdef FIXED
    free(text);
#else
    kept[record] = text;
#endif
    return sum;
}

int main(void)
{
    long sum = 0;
    for (int i = 0; i < RECORDS; i++)
        sum += add_up(i);
    printf("%ld\n", sum);
    for (int i = 0; i < RECORDS; i++)
        free(kept[i]);
    return 0;
}
