-- SPDX-License-Identifier: GPL-2.0-or-later
-- Tables, strings, closures and garbage, for an interpreter of Lua.
local n = tonumber(arg[1])
local seed = 1
local function random(most)
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    return seed % most + 1
end

local words, list = {}, {}
for i = 1, n do
    local word = string.format("w%x", random(n))
    words[word] = (words[word] or 0) + 1
    list[i] = {name = word, number = random(1000), before = list[i - 1]}
end
table.sort(list, function(a, b) return a.number < b.number end)

local function tree(depth)
    return depth == 0 and {} or {tree(depth - 1), tree(depth - 1)}
end
local function count(t)
    return t[1] and 1 + count(t[1]) + count(t[2]) or 1
end
local sum, parts = 0, {}
for _ = 1, 4 do
    sum = sum + count(tree(12))
end
for _, item in ipairs(list) do
    sum = sum + words[item.name]
    parts[#parts + 1] = item.name:upper()
end
print(sum, #table.concat(parts, ","))
