/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Divides a grid; see trace.h. */
#include "trace.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmd/base/grow.h"
#include "engine/machine/names.h"

/* The fields of a level; the third is empty if a TLB has the machine's page. */
enum { SIZES, WAYS, LINES, FIELDS };

struct block {
    enum msim_level level;
    uint64_t *value[FIELDS]; /* among the ways, 0 is full */
    size_t used[FIELDS];
};

static void add_value(struct block *block, int field, uint64_t value)
{
    for (size_t i = 0; i < block->used[field]; i++)
        if (block->value[field][i] == value)
            return;
    block->value[field] =
        msim_room(block->value[field], block->used[field], sizeof *block->value[field]);
    block->value[field][block->used[field]++] = value;
}

/* Makes one block for each level. */
static struct block *blocks_of(const struct msim_grid *grid, size_t *used)
{
    struct block *block = NULL;
    *used = 0;
    for (uint32_t i = 0; i < grid->used; i++) {
        const struct msim_cell *cell = &grid->cells[i];
        if (*used == 0 || block[*used - 1].level != cell->level)
            MSIM_PUSH(block, *used, (struct block){.level = cell->level});
        struct block *last = &block[*used - 1];
        add_value(last, SIZES, cell->geometry.units);
        add_value(last, WAYS, cell->full ? 0 : cell->geometry.ways);
        if (cell->geometry.line && cell->level < MSIM_L2TLB)
            add_value(last, LINES, cell->geometry.line);
    }
    return block;
}

static size_t cells_of(const struct block *block)
{
    size_t lines = block->used[LINES] ? block->used[LINES] : 1;
    return block->used[SIZES] * block->used[WAYS] * lines;
}

/* Cuts off and returns the upper half. */
static struct block halve(struct block *block)
{
    static const int order[FIELDS] = {LINES, SIZES, WAYS};
    struct block upper = {.level = block->level};
    int cut = order[0];
    for (int i = 1; i < FIELDS && block->used[cut] < 2; i++)
        cut = order[i];
    for (int field = 0; field < FIELDS; field++)
        for (size_t i = field == cut ? block->used[field] / 2 : 0; i < block->used[field]; i++)
            add_value(&upper, field, block->value[field][i]);
    block->used[cut] /= 2;
    return upper;
}

static size_t largest(const struct block *block, size_t used)
{
    size_t at = 0;
    for (size_t i = 1; i < used; i++)
        if (cells_of(&block[i]) > cells_of(&block[at]))
            at = i;
    return at;
}

static void print_field(FILE *to, const struct block *block, int field)
{
    for (size_t i = 0; i < block->used[field]; i++) {
        uint64_t value = block->value[field][i];
        if (field == WAYS && value == 0)
            fputs(i ? "+full" : "full", to);
        else if (field != WAYS && value % 1024 == 0 &&
                 !(field == SIZES && msim_is_tlb(block->level)))
            fprintf(to, "%s%" PRIu64 "K", i ? "+" : "", value / 1024);
        else
            fprintf(to, "%s%" PRIu64, i ? "+" : "", value);
    }
}

static void print_block(FILE *to, const struct block *block)
{
    fprintf(to, "%s:", msim_level_name(block->level));
    print_field(to, block, SIZES);
    fputc(',', to);
    print_field(to, block, WAYS);
    if (block->used[LINES])
        fputc(',', to);
    print_field(to, block, LINES);
}

/* The text of shard `at` of `used`, which has every used-th block.  No level is in a shard twice:
 * if there are more shards than levels, each has one block. */
static char *text_of(const struct block *block, size_t blocks, size_t at, size_t used)
{
    char *text = NULL;
    size_t bytes;
    FILE *to = msim_open_text(&text, &bytes);
    for (size_t i = at; i < blocks; i += used) {
        if (i != at)
            fputc(';', to);
        print_block(to, &block[i]);
    }
    fclose(to);
    return text;
}

struct msim_shards msim_shards_of(const struct msim_grid *grid, unsigned wanted)
{
    size_t blocks;
    struct block *block = blocks_of(grid, &blocks);
    while (blocks < wanted) {
        size_t at = largest(block, blocks);
        if (cells_of(&block[at]) == 1)
            break;
        block = msim_room(block, blocks, sizeof *block);
        block[blocks] = halve(&block[at]);
        blocks++;
    }
    struct msim_shards shards = {.used = (unsigned)(blocks < wanted ? blocks : wanted)};
    shards.grid = msim_zeroed(shards.used, sizeof *shards.grid);
    for (unsigned i = 0; i < shards.used; i++)
        shards.grid[i] = text_of(block, blocks, i, shards.used);
    for (size_t i = 0; i < blocks; i++)
        for (int field = 0; field < FIELDS; field++)
            free(block[i].value[field]);
    free(block);
    return shards;
}

void msim_shards_free(struct msim_shards *shards)
{
    for (unsigned i = 0; i < shards->used; i++)
        free(shards->grid[i]);
    free(shards->grid);
}
