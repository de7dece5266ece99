// SPDX-License-Identifier: GPL-2.0-or-later
// Two lines of one function, whose name has several hundred characters, allocate the records of two kinds in turn.  Only the
// first 8 of the 128 bytes of a Cold are used again.  No output but a sum.
#include <cstdio>
#include <cstdlib>
struct Cold { long key; char rest[120]; };
struct Pair { long a, b; };
enum { RECORDS = 4000 };
template <class A, class B, class C, class D> struct a_rather_long_name_of_a_template_that_is_found_in_many_programs { };
typedef a_rather_long_name_of_a_template_that_is_found_in_many_programs<long, long, long, long> Long;
__attribute__((noinline)) static void make_records(Long, Long *, const Long &, Cold **cold, Pair **pair)
{
    for (int i = 0; i < RECORDS; i++) {
        cold[i] = (Cold *)malloc(sizeof(Cold));
        cold[i]->key = i;
        pair[i] = (Pair *)malloc(sizeof(Pair));
        pair[i]->a = i; pair[i]->b = 1;
    }
}
static Cold *cold[RECORDS];
static Pair *pairs[RECORDS];
int main()
{
    Long l;
    long sum = 0;
    make_records(l, &l, l, cold, pairs);
    for (int round = 0; round < 5; round++) {
        for (int i = 0; i < RECORDS; i++) sum += cold[i]->key;
        for (int i = 0; i < RECORDS; i++) sum += pairs[i]->a;
    }
    printf("%ld\n", sum);
}
