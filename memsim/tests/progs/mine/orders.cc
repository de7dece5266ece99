/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Orders in a vector.  Nearly all the time three fields of each are looked at, which are far apart.
 */
#include <cstdio>
#include <string>
#include <vector>

struct Order {
    long number = 0;
    char customer[80] = "";
    double price = 1;
    int quantity = 2;
    char note[52] = "";
    std::string owner; /* has a union without a name */
    bool open = true;
};

static std::vector<Order> make_orders(int count)
{
    std::vector<Order> orders(count);
    for (int i = 0; i < count; i++)
        orders[i].open = i % 3 != 0;
    return orders;
}

int main()
{
    std::vector<Order> orders = make_orders(500);
    double sum = 0;
    for (int round = 0; round < 20; round++)
        for (const Order &order : orders)
            if (order.open)
                sum += order.price * order.quantity;
    std::printf("%.1f\n", sum);
}
