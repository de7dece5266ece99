// SPDX-License-Identifier: GPL-2.0-or-later
// Containers and smart pointers of the standard library.  Each line with a word in capitals after // allocates one kind of
// object, through functions of the library that the compiler inlines, or not.
#include <cstdio>
#include <cstdlib>
#include <list>
#include <map>
#include <memory>
#include <vector>

struct Particle {
    double x, y, z, v[4];
};
struct Cold {
    long key;
    char rest[120];
};
struct Warm {
    long key;
    char rest[56];
};

enum { MANY = 6000 };

static unsigned seed = 1;
static unsigned next_random()
{
    seed = seed * 1103515245 + 12345;
    return seed >> 8;
}

// An allocator of the program's own, which the compiler inlines.
template <class Type> static inline Type *own_new()
{
    return static_cast<Type *>(malloc(sizeof(Type)));
}

int main()
{
    std::vector<Particle> particles;
    std::vector<std::unique_ptr<Cold>> cold;
    std::vector<std::unique_ptr<Warm>> warm;
    std::map<int, double> prices;
    std::list<Particle> moving;
    std::vector<Cold *> owned;
    owned.reserve(MANY);
    for (int i = 0; i < MANY; i++) {
        particles.push_back(Particle{(double)i, 1, 2, {.1, .2, .3, .4}}); // PARTICLES
        auto one = std::make_unique<Cold>();                             // COLD
        auto other = std::make_unique<Warm>();                           // WARM
        one->key = other->key = i;
        cold.push_back(std::move(one));   // POINTERS
        warm.push_back(std::move(other));
        prices[next_random()] = i;        // PRICES
        moving.push_back(particles.back()); // MOVING
        owned.push_back(own_new<Cold>()); // OWNED
        owned.back()->key = i;
    }
    double sum = 0;
    for (int round = 0; round < 3; round++) {
        for (auto &one : particles)
            sum += one.x * one.v[1];
        for (auto &one : cold)
            sum += one->key;
        for (auto &one : warm)
            sum += one->key;
        for (auto &one : prices)
            sum += one.second;
        for (auto &one : moving)
            sum += one.y;
        for (auto *one : owned)
            sum += one->key;
    }
    printf("%g\n", sum);
    return 0;
}
