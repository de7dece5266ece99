// SPDX-License-Identifier: GPL-2.0-or-later
// Containers of C++'s library that grow, are copied and fall: boxes.  Everything is allocated by
// operators new that templates call, mostly inlined.  The peak, when all three containers live, is
// followed by a delete.
#include <map>
#include <memory>
#include <string>
#include <vector>

static volatile std::size_t kept;

struct shape {
    virtual ~shape() = default;
    virtual std::size_t area() const = 0;
};

struct square : shape {
    explicit square(std::size_t side) : side(side)
    {
    }
    std::size_t area() const override
    {
        return side * side;
    }
    std::size_t side;
};

struct text : shape {
    explicit text(std::size_t letters) : letters(letters, 'x')
    {
    }
    std::size_t area() const override
    {
        return letters.size();
    }
    std::string letters;
};

__attribute__((noinline)) static std::unique_ptr<shape> make(std::size_t i)
{
    if (i % 3 == 0)
        return std::make_unique<text>(i);
    return std::make_unique<square>(i);
}

__attribute__((noinline)) static void fill(std::vector<std::unique_ptr<shape>> &shapes)
{
    for (std::size_t i = 0; i < 500; i++)
        shapes.push_back(make(i));
}

int main()
{
    std::vector<std::unique_ptr<shape>> shapes;
    std::map<std::string, std::vector<std::size_t>> areas;
    fill(shapes);
    for (const auto &shape : shapes)
        areas["the area that ends in " + std::to_string(shape->area() % 17)].push_back(
            shape->area());
    auto copy = areas;
    kept = copy.size();
    shapes.clear();
    copy.clear();
    kept = areas.size();
    return 0;
}
