/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The end of a signal's handler: the system call rt_sigreturn, with the stack as the kernel made
 * it. */
#include "interrupt.h"

__asm__(".text\n"
        ".globl msim_interrupt_return\n"
        ".hidden msim_interrupt_return\n"
        ".type msim_interrupt_return, @function\n"
        "msim_interrupt_return:\n"
        "    mov $15, %eax\n"
        "    syscall\n"
        ".size msim_interrupt_return, .-msim_interrupt_return\n");
