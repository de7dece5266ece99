#!/bin/sh
# SPDX-License-Identifier: GPL-2.0-or-later
#
# Writes a C program of 2,000 functions, of which start-up calls 200 that lie
# far apart: every tenth, in an order that is not that of the file.
#
#     scattered.sh > scattered.c
#     cc -O1 -ffunction-sections -o scattered scattered.c
echo '#include <stdio.h>'
echo 'static volatile unsigned long state = 1;'
awk 'BEGIN {
    functions = 2000; called = 200
    for (i = 0; i < functions; i++) {
        printf "__attribute__((noinline)) void work_%04d(void)\n{\n    unsigned long a = state;\n", i
        for (j = 0; j < 12; j++)
            printf "    a = (a ^ (a >> %d)) * %dUL + %d;\n", j % 5 + 3, 1000003 + 2 * (i * 12 + j), i
        print "    state = a;\n}"
    }
    print "int main(void)\n{"
    for (i = 0; i < called; i++)
        printf "    work_%04d();\n", (i * 77 % called) * (functions / called) + 3
    print "    printf(\"%lu\\n\", state);\n    return 0;\n}"
}'
