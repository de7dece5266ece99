/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Where malloc's other blocks are when some have left the heap: in cases by hand, and against a
 * model that lays out the same blocks anew, without those that left. */
#include <stdint.h>
#include <string.h>

#include "cmd/data/space/gaps.h"
#include "cmd/data/space/space.h"
#include "tests/unit/lib/main.h"

enum { HEAP = 0x4000, BLOCKS = 3000 };

UNIT_TEST(by_hand)
{
    struct msim_gaps gaps = {.heaps = 0};
    msim_gaps_block(&gaps, HEAP + 8, 24, false);
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 8), HEAP + 8); /* nothing has left */
    msim_gaps_block(&gaps, HEAP + 40, 40, true);                /* 32 to 80 */
    msim_gaps_block(&gaps, HEAP + 88, 24, false);               /* 80 to 112 */
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 8), HEAP + 8);
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 31), HEAP + 31);
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 80), HEAP + 32); /* its header */
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 88), HEAP + 40);
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 112), HEAP + 64); /* malloc's word at the end */
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 200), HEAP + 200);
    msim_gaps_block(&gaps, HEAP + 40, 40, false); /* the memory of what left has another block */
    ck_assert_uint_ge(msim_gaps_at(&gaps, HEAP + 40), UINT64_C(1) << 47);
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 88), HEAP + 40);
    msim_gaps_block(&gaps, HEAP + 88, 24, true); /* not new: it leaves nothing */
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 88), HEAP + 40);
    msim_gaps_free(&gaps);
}

/* Heaps do not touch each other, and blocks with pages of their own are in none. */
UNIT_TEST(several)
{
    struct msim_gaps gaps = {.heaps = 0};
    const uint64_t second = UINT64_C(1) << 32, page = 0x7000000;
    msim_gaps_block(&gaps, HEAP + 8, 24, true);
    msim_gaps_block(&gaps, page + 16, MSIM_SPACE_MAPS, true);
    msim_gaps_block(&gaps, second + 8, 24, false);
    msim_gaps_block(&gaps, second + 40, 24, true);
    msim_gaps_block(&gaps, second + 72, 24, false);
    msim_gaps_block(&gaps, HEAP + 40, 24, false);
    ck_assert_uint_eq(msim_gaps_at(&gaps, HEAP + 40), HEAP + 8);
    ck_assert_uint_eq(msim_gaps_at(&gaps, page + 16), page + 16);
    ck_assert_uint_eq(msim_gaps_at(&gaps, second + 8), second + 8);
    ck_assert_uint_eq(msim_gaps_at(&gaps, second + 72), second + 40);
    for (uint64_t i = 1; i < 200; i++) /* more than are followed stay where they are */
        msim_gaps_block(&gaps, second + (i << 24) + 8, 24, i % 2);
    ck_assert_uint_eq(msim_gaps_at(&gaps, second + (UINT64_C(150) << 24) + 8),
                      second + (UINT64_C(150) << 24) + 8);
    msim_gaps_free(&gaps);
}

UNIT_EACH(model, 8)
{
    struct msim_gaps gaps = {.heaps = 0};
    uint64_t was = HEAP, is = HEAP, random = (uint64_t)_i + 1;
    static struct {
        uint64_t was, is, bytes;
    } block[BLOCKS];
    size_t blocks = 0;
    for (int i = 0; i < BLOCKS; i++) {
        random = random * UINT64_C(6364136223846793005) + 1442695040888963407u;
        uint64_t bytes = random >> 40 & 1023, chunk = msim_space_chunk(bytes);
        bool leaves = random >> 60 < 5;
        msim_gaps_block(&gaps, was + 8, bytes, leaves);
        if (!leaves) {
            block[blocks].was = was;
            block[blocks].is = is;
            block[blocks++].bytes = chunk;
            is += chunk;
        }
        was += chunk;
    }
    for (size_t i = 0; i < blocks; i++)
        for (uint64_t byte = 0; byte < block[i].bytes; byte += 8)
            ck_assert_uint_eq(msim_gaps_at(&gaps, block[i].was + byte), block[i].is + byte);
    msim_gaps_free(&gaps);
}
