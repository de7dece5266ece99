/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Counts the instructions of a program by single-stepping it natively, from
 * its first instruction to its exit, and prints the number: the oracle for Ir.
 *
 * A trap counts as one instruction. For repeated string instructions, the
 * processor traps after every repetition: n traps for n > 0 repetitions, one
 * for none. The tools' convention is one count per repetition plus one for the
 * check that finds the count exhausted; a repetition that is ended by its
 * condition (repe, repne) has no such check. So one is added when such an
 * instruction ends whose count was not zero before and whose condition would
 * have let it continue. If a processor does several repetitions per trap, the
 * change of the count register shows it.
 *
 * Meant for static programs without libc: a libc chooses its string functions
 * for the processor, which is a different one under Valgrind.
 * Cost: about 3 microseconds per instruction. Usage: step [-v] [-t] PROGRAM [ARGS]
 * With -t, it prints a line for each instruction in place of the number: its address, the stack pointer before it, in
 * hexadecimal, and how many it counts.
 * Exit status 0, or 1 when the program cannot be run or dies of a signal. */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <unistd.h>

#define ZERO_FLAG 0x40
#define KNOWN     65536 /* slots of the table of decoded addresses */

enum kind { PLAIN, REPEATED, REPEATED_IF_EQUAL, REPEATED_IF_UNEQUAL };

struct decoded {
    unsigned long address;
    enum kind kind;
};

static struct decoded known[KNOWN];

static int is_prefix(unsigned char byte)
{
    switch (byte) {
    case 0x26:
    case 0x2e:
    case 0x36:
    case 0x3e:
    case 0x64:
    case 0x65: /* segment */
    case 0x66:
    case 0x67: /* size */
    case 0xf2:
    case 0xf3: /* repeat */
        return 1;
    default:
        return byte >= 0x40 && byte <= 0x4f; /* REX */
    }
}

/* What the instruction with these first bytes is. */
static enum kind decode(const unsigned char *bytes, size_t count)
{
    unsigned char repeat = 0;
    size_t i = 0;

    for (; i < count && is_prefix(bytes[i]); i++)
        if (bytes[i] == 0xf2 || bytes[i] == 0xf3)
            repeat = bytes[i];
    if (repeat == 0 || i == count)
        return PLAIN;
    switch (bytes[i]) {
    case 0xa4:
    case 0xa5:
    case 0xaa:
    case 0xab:
    case 0xac:
    case 0xad:
        return REPEATED; /* movs, stos, lods */
    case 0xa6:
    case 0xa7:
    case 0xae:
    case 0xaf: /* cmps, scas */
        return repeat == 0xf3 ? REPEATED_IF_EQUAL : REPEATED_IF_UNEQUAL;
    default:
        return PLAIN;
    }
}

/* As decode(), of the instruction at an address of the traced program. */
static enum kind kind_at(pid_t child, unsigned long address)
{
    struct decoded *slot = &known[address % KNOWN];
    unsigned char bytes[16];
    size_t got = 0;

    if (slot->address == address)
        return slot->kind;
    for (; got < sizeof bytes; got += sizeof(long)) {
        errno = 0;
        long word = ptrace(PTRACE_PEEKTEXT, child, address + got, NULL);
        if (errno != 0)
            break;
        memcpy(bytes + got, &word, sizeof word);
    }
    slot->address = address;
    slot->kind = decode(bytes, got);
    return slot->kind;
}

/* How many the step counts that led from one state to the other. */
static unsigned long count_of(enum kind kind, const struct user_regs_struct *before,
                              const struct user_regs_struct *after)
{
    unsigned long count;
    int goes_on =
        kind == REPEATED || (kind == REPEATED_IF_EQUAL) == ((after->eflags & ZERO_FLAG) != 0);

    if (kind == PLAIN || before->rcx == 0)
        return 1;
    count = before->rcx - after->rcx;
    if (after->rip != before->rip && goes_on)
        count++;
    return count;
}

static void print_step(const struct user_regs_struct *before, unsigned long counts)
{
    printf("%llx %llx %lu\n", before->rip, before->rsp, counts);
}

static int step(pid_t child, int *status)
{
    if (ptrace(PTRACE_SINGLESTEP, child, NULL, NULL) != 0 || waitpid(child, status, 0) != child) {
        perror("step");
        exit(1);
    }
    return WIFSTOPPED(*status) && WSTOPSIG(*status) == SIGTRAP;
}

/* Steps the program to its end and returns its wait status. */
static int run(pid_t child, int print, unsigned long *traps, unsigned long *counted)
{
    struct user_regs_struct before, after;
    int status;

    ptrace(PTRACE_GETREGS, child, NULL, &before);
    for (;;) {
        enum kind kind = kind_at(child, before.rip);

        ++*traps;
        if (!step(child, &status)) {
            ++*counted; /* the system call that ends it */
            if (print)
                print_step(&before, 1);
            return status;
        }
        ptrace(PTRACE_GETREGS, child, NULL, &after);
        unsigned long counts = count_of(kind, &before, &after);
        *counted += counts;
        if (print)
            print_step(&before, counts);
        before = after;
    }
}

int main(int argc, char **argv)
{
    int verbose = argc > 1 && strcmp(argv[1], "-v") == 0;
    int print = argc > 1 + verbose && strcmp(argv[1 + verbose], "-t") == 0;
    char **command = argv + 1 + verbose + print;
    unsigned long traps = 0, counted = 0;
    int status;

    if (argc < 2 + verbose + print) {
        fprintf(stderr, "usage: %s [-v] [-t] PROGRAM [ARGUMENTS]\n", argv[0]);
        return 1;
    }
    pid_t child = fork();
    if (child == 0) {
        ptrace(PTRACE_TRACEME, 0, NULL, NULL);
        execv(command[0], command);
        perror(command[0]);
        _exit(127);
    }
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFSTOPPED(status))
        return 1;
    status = run(child, print, &traps, &counted);
    if (!WIFEXITED(status)) {
        fprintf(stderr, "%s: did not exit by itself\n", command[0]);
        if (WIFSTOPPED(status))
            kill(child, SIGKILL);
        return 1;
    }
    if (verbose)
        fprintf(stderr, "%lu traps, exit status %d\n", traps, WEXITSTATUS(status));
    if (!print)
        printf("%lu\n", counted);
    return 0;
}
