/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Says whether a number is a prime, from a table of all of them up to a million. */
#include <cstdio>

class Primes {
    bool composite[1000000];

public:
    Primes()
    {
        for (long i = 2; i < 1000000; i++)
            composite[i] = i % 2 == 0 && i > 2;
        for (long i = 3; i * i < 1000000; i += 2)
            for (long k = i * i; !composite[i] && k < 1000000; k += 2 * i)
                composite[k] = true;
    }
    bool has(long number) const { return !composite[number]; }
};

static Primes primes;

int main()
{
    std::printf("%d\n", primes.has(97));
}
