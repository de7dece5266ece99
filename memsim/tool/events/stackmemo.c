/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The remembered stacks of stackmemo.h, each with the words that prove it. */
#include "stackmemo.h"

#include "stream/hash.h"
#include "tool/base/memory.h"

enum {
    SETS = 256,
    WAYS = 4,           /* for recursion: the same stack pointer, but other callers further out */
    WORDS_MOST = 96,    /* of one stack that are compared */
    SEARCH_MOST = 2048, /* words between two frames that are searched for a frame pointer */
    BEYOND = 1024 * 1024 / 8 /* words after the outermost frame that are still stack */
};

struct proof {
    const Addr *at;
    Addr value;
};

struct memo {
    Addr sp; /* at the function's entry; 0: a free slot */
    Addr fp;
    uint32_t number;
    Bool fp_counts;
    UInt used;
    struct proof proofs[WORDS_MOST];
};

static struct memo *memos;

void msim_stackmemo_init(void)
{
    memos = msim_get(&msim_tool_mem, SETS * WAYS * sizeof *memos, 64);
}

void msim_stackmemo_forget(void)
{
    for (UInt i = 0; memos && i < SETS * WAYS; i++)
        memos[i].sp = 0;
}

/* The return address matters, too: calls from different places have the same stack pointer. */
static struct memo *set_of(Addr sp)
{
    Addr back = *(const Addr *)sp;
    return &memos[(msim_mix(sp / sizeof(Addr) * 31 + back) >> 32 & (SETS - 1)) * WAYS];
}

static Bool holds(const struct memo *memo, Addr sp, Addr fp)
{
    if (memo->sp != sp || (memo->fp_counts && memo->fp != fp))
        return False;
    for (UInt i = 0; i < memo->used; i++)
        if (*memo->proofs[i].at != memo->proofs[i].value)
            return False;
    return True;
}

Bool msim_stackmemo_find(Addr sp, Addr fp, uint32_t *number)
{
    const struct memo *set = set_of(sp);
    for (UInt way = 0; way < WAYS; way++)
        if (holds(&set[way], sp, fp)) {
            *number = set[way].number;
            return True;
        }
    return False;
}

/* --- Proofs ------------------------------------------------------------------------------- */

static Bool add_proof(struct memo *memo, Addr at, Addr value)
{
    if (memo->used == WORDS_MOST)
        return False;
    memo->proofs[memo->used++] = (struct proof){(const Addr *)at, value};
    return True;
}

/* The return address of frame `i` is right below its caller's stack pointer. */
static Bool prove_return(struct memo *memo, const struct msim_backtrace *backtrace, UInt i)
{
    Addr at = backtrace->sps[i + 1] - sizeof(Addr), back = backtrace->ips[i + 1] + 1;
    if (at < backtrace->sps[i] || at % sizeof(Addr) || *(const Addr *)at != back)
        return False;
    return add_proof(memo, at, back);
}

static Bool counts(const struct msim_backtrace *backtrace, UInt i)
{
    Addr outermost = backtrace->sps[backtrace->used - 1];
    return backtrace->fps[i] >= backtrace->sps[0] &&
           backtrace->fps[i] < outermost + BEYOND * sizeof(Addr);
}

/* The frame pointer of frame `i` is in the register unless an inner frame saved it: the one that
 * changed it, or one further out that saved the same value. */
static Bool prove_frame_pointer(struct memo *memo, const struct msim_backtrace *backtrace, UInt i)
{
    Addr value = backtrace->fps[i];
    UInt same = i, before = memo->used;
    while (same > 0 && backtrace->fps[same - 1] == value)
        same--;
    UInt from = same > 0 ? same - 1 : 0;
    if ((backtrace->sps[i] - backtrace->sps[from]) / sizeof(Addr) > SEARCH_MOST)
        return False;
    for (Addr at = backtrace->sps[from]; at < backtrace->sps[i]; at += sizeof(Addr))
        if (*(const Addr *)at == value && !add_proof(memo, at, value))
            return False;
    if (same == 0)
        memo->fp_counts = True;
    return same == 0 || memo->used > before;
}

static Bool prove(struct memo *memo, const struct msim_backtrace *backtrace)
{
    for (UInt i = 0; i + 1 < backtrace->used; i++) {
        if (!prove_return(memo, backtrace, i))
            return False;
        /* If the next frame has the same frame pointer, it is proved there. */
        if (counts(backtrace, i) &&
            (i + 2 == backtrace->used || backtrace->fps[i + 1] != backtrace->fps[i]) &&
            !prove_frame_pointer(memo, backtrace, i))
            return False;
    }
    return backtrace->complete || !counts(backtrace, backtrace->used - 1);
}

void msim_stackmemo_keep(const struct msim_backtrace *backtrace, uint32_t number)
{
    if (backtrace->used < 2 || backtrace->sps[0] % sizeof(Addr))
        return;
    static UInt next;
    struct memo *memo = set_of(backtrace->sps[0]) + next++ % WAYS;
    memo->fp_counts = False;
    memo->fp = backtrace->fps[0];
    memo->number = number;
    memo->used = 0;
    memo->sp = prove(memo, backtrace) ? backtrace->sps[0] : 0;
}
