/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the words of a text in small letters.  WORSE: measures the text again for each letter, as somebody's change might. */
#include <ctype.h>
#include <stdio.h>

enum { ROOM = 400 };

__attribute__((noinline)) static int measure(const char *text)
{
    int length = 0;
    while (text[length])
        length++;
    return length;
}

static int count_words(char *text)
{
    int words = 0;
#ifdef WORSE
    for (int i = 1; i <= measure(text); i++)
#else
    int length = measure(text);
    for (int i = 1; i <= length; i++)
#endif
    {
        text[i - 1] = (char)tolower((unsigned char)text[i - 1]);
        words += isspace((unsigned char)text[i - 1]) && !isspace((unsigned char)text[i]);
    }
    return words;
}

int main(void)
{
    static char text[ROOM];
    for (int i = 0; i < ROOM - 1; i++)
        text[i] = i % 6 ? 'X' : ' ';
    printf("%d\n", count_words(text));
    return 0;
}
