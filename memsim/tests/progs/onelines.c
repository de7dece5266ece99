/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Known work on known lines, for tests of attribution. The assembler
 * statements fix what each line executes; the comment after it gives the
 * counts that the line must have per call: Ir Dr Dw.
 * Called 100 times: plain(), inlined() into outer(), macro lines.
 * Flags: -O1 -g. Usage: onelines */

static int word, other;

static __attribute__((always_inline)) inline void inlined(void)
{
    __asm__ volatile("movl %0, %%eax" : : "m"(word) : "eax"); /* inlined: 1 1 0 */
    __asm__ volatile("movl $1, %0" : "=m"(word));             /* inlined: 1 0 1 */
}

static __attribute__((noinline)) void plain(void)
{
    __asm__ volatile("nop; nop; nop");                        /* plain: 3 0 0 */
    __asm__ volatile("addl $1, %0" : "+m"(word) : : "cc");    /* plain: 1 1 0 */
}

static __attribute__((noinline)) void outer(void)
{
    __asm__ volatile("movl $2, %0" : "=m"(other));            /* outer: 1 0 1 */
    inlined();
    __asm__ volatile("nop; nop");                             /* outer: 2 0 0 */
}

#line 1000 "elsewhere.c"
static __attribute__((noinline)) void elsewhere(void)
{
    __asm__ volatile("nop; nop; nop; nop");                   /* elsewhere: 4 0 0 */
}

int main(void)
{
    for (int i = 0; i < 100; i++) {
        plain();
        outer();
        elsewhere();
    }
    return 0;
}
