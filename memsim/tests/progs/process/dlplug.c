/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The plug-in that dlopener loads. plug_work() executes its loop body 500
 * times whatever its argument.
 * Flags: -O1 -g -shared -fPIC */

unsigned plug_work(unsigned seed);

static unsigned words[256];

unsigned plug_work(unsigned seed)
{
    unsigned sum = seed;

    for (unsigned i = 0; i < 500; i++) {
        words[i * 7 % 256] += sum;
        sum = sum * 3 + words[i % 256];
    }
    return sum;
}
