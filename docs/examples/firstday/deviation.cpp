/* SPDX-License-Identifier: GPL-2.0-or-later */
/* How far samples are from their average. */
#include <cstdio>
#include <vector>

class Samples {
    std::vector<double> values;

public:
    explicit Samples(int count)
    {
        for (int i = 0; i < count; i++)
            values.push_back(i * 37 % 1000);
    }

    double average() const
    {
        double sum = 0;
        for (double value : values)
            sum += value;
        return sum / values.size();
    }

    double deviation() const
    {
        double sum = 0;
        for (double value : values)
            sum += (value - average()) * (value - average());
        return sum / values.size();
    }
};

int main()
{
    std::printf("%.3f\n", Samples(1000).deviation());
}
