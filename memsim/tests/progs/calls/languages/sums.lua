-- SPDX-License-Identifier: GPL-2.0-or-later
-- Loops and recursion that the compiler makes machine code of, coroutines, and errors that are caught.
local function fib(n)
    if n < 2 then return n end
    return fib(n - 1) + fib(n - 2)
end

local function numbers(most)
    return coroutine.wrap(function() for i = 1, most do coroutine.yield(i) end end)
end

local sum, words = 0, {}
for i = 1, 20000 do
    sum = (sum + i * i) % 1000003
    words[i % 100] = i .. ""
end
for number in numbers(200) do sum = sum + number end
for i = 1, 100 do
    local done = pcall(function() error("thrown") end)
    if not done then sum = sum + 1 end
end
table.sort(words, function(a, b) return #a < #b or (#a == #b and a < b) end)
print(sum + fib(15), words[1])
