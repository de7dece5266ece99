/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts words in a hash table. */
#include <stdlib.h>
#include <string.h>

#include "rebuilt.h"

enum { WORDS = 12000, SLOTS = 4096, LENGTH = 12 };

struct word {
    struct word *next;
    uint32_t hash, count;
    char text[LENGTH];
};

static struct word *slot[SLOTS];
static uint32_t looked_up;

static uint32_t hash_of(const char *text)
{
    uint32_t hash = 5381;
    for (; *text; text++) {
        hash = hash * 33 + (unsigned char)*text;
#if SLOW == 1
        if (!(*text & 3))
            hash = (hash << 1 | hash >> 31) ^ (hash << 3); /* slow 1 */
#endif
    }
    return hash;
}

static void make_word(uint32_t *state, char *text)
{
    size_t length = 3 + next_number(state) % 6;
    for (size_t i = 0; i < length; i++)
        text[i] = (char)('a' + next_number(state) % 7);
    text[length] = 0;
}

static struct word *find(const char *text, uint32_t hash)
{
    struct word *at = slot[hash % SLOTS];
    looked_up++;
    while (at && (at->hash != hash || strcmp(at->text, text) != 0))
        at = at->next;
    return at;
}

uint64_t words_count(void)
{
    uint32_t state = 1;
    uint64_t sum = 0;
    char text[LENGTH];
    for (int i = 0; i < WORDS; i++) {
        make_word(&state, text);
        uint32_t hash = hash_of(text);
        struct word *word = find(text, hash);
#if SLOW == 2
        if (i % 20 == 0)
            word = find(text, hash); /* slow 2 */
#endif
        if (!word) {
            word = calloc(1, sizeof *word);
            if (!word)
                abort();
            word->hash = hash;
            strcpy(word->text, text);
            word->next = slot[hash % SLOTS];
            slot[hash % SLOTS] = word;
        }
        word->count++;
#if SLOW == 3
        if (i % 4 == 0)
            for (const char *at = text; at < text + strlen(text); at++)
                sum += !*at; /* slow 3 */
#endif
        sum += word->count;
    }
    return sum + (looked_up > 0);
}
