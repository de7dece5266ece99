# SPDX-License-Identifier: GPL-2.0-or-later
"""Makes the inputs of the workloads. They come from a simple random generator
of its own, so the bytes are the same with every version of Python."""

import struct


class Numbers:
    """A 64-bit linear congruential generator; the upper bits are used."""

    def __init__(self, seed):
        self.state = seed

    def below(self, bound):
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        return (self.state >> 33) % bound


def _word(numbers):
    parts = ("ca", "che", "ri", "to", "men", "lu", "sta", "ge", "no", "vi", "per", "ant")
    return "".join(parts[numbers.below(len(parts))] for _ in range(1 + numbers.below(4)))


def _sentences(numbers, words, size):
    out, length = [], 0
    while length < size:
        # the product of two draws makes low words frequent, as in a language
        picked = [words[numbers.below(1 + numbers.below(len(words)))]
                  for _ in range(4 + numbers.below(12))]
        text = " ".join(picked).capitalize() + (".\n" if numbers.below(3) == 0 else ". ")
        out.append(text)
        length += len(text)
    return "".join(out).encode()


def _records(numbers, size):
    """Like a table or object file: counters, small fields and zeros."""
    out, at = bytearray(), 0x400000
    while len(out) < size:
        at += 8 * (1 + numbers.below(16))
        out += struct.pack("<QIHBx", at, numbers.below(1 << 12), numbers.below(64),
                           numbers.below(4))
    return bytes(out)


def _noise(numbers, size):
    return struct.pack(f"<{size // 2}H", *(numbers.below(65536) for _ in range(size // 2)))


def mixed_file(path, size):
    """Text, records and a little that cannot be compressed, in turn."""
    numbers = Numbers(20071)
    words = [_word(numbers) for _ in range(4000)]
    with open(path, "wb") as file:
        while file.tell() < size:
            file.write(_sentences(numbers, words, 40000))
            file.write(_records(numbers, 20000))
            file.write(_noise(numbers, 4000))
        file.truncate(size)


def sql_script(path, rows):
    """Two tables filled row by row, indexed, joined, changed."""
    numbers = Numbers(19740)
    with open(path, "w", encoding="ascii") as file:
        file.write("CREATE TABLE item(id INTEGER PRIMARY KEY, owner INT, name TEXT, price REAL);\n"
                   "CREATE TABLE person(id INTEGER PRIMARY KEY, name TEXT, town INT);\nBEGIN;\n")
        for i in range(rows // 10):
            file.write(f"INSERT INTO person VALUES({i},'{_word(numbers)}',{numbers.below(50)});\n")
        for i in range(rows):
            file.write(f"INSERT INTO item VALUES({i},{numbers.below(rows // 10)},"
                       f"'{_word(numbers)}',{numbers.below(100000)}.25);\n")
        file.write("COMMIT;\nCREATE INDEX by_name ON item(name);\n"
                   "CREATE INDEX by_owner ON item(owner, price);\n"
                   "SELECT town, count(*), sum(price) FROM person JOIN item"
                   " ON item.owner = person.id GROUP BY town ORDER BY 3;\n"
                   "SELECT name, count(*) AS n FROM item GROUP BY name ORDER BY n, name LIMIT 20;\n"
                   "UPDATE item SET price = price * 2 WHERE owner % 3 = 0;\n"
                   "SELECT count(*) FROM item a JOIN item b ON a.owner = b.owner"
                   " WHERE a.price < b.price;\n"
                   "DELETE FROM item WHERE id % 2 = 0;\nSELECT count(*), max(price) FROM item;\n")


PERL_SCRIPT = r"""
my $count = shift;
my (%seen, @keys);
my ($sum, $text, $state) = (0, '', 42);
for my $i (1 .. $count) {
    $state = ($state * 1103515245 + 12345) % 2147483648;
    my $key = sprintf("key-%x-%d", $state, $i % 97);
    $seen{$key} += $i;
    push @keys, $key;
}
for my $round (1 .. 3) {
    for my $key (@keys) {
        $sum += $seen{$key} + $round;
        $text .= "$1;" if $key =~ /^key-([0-9a-f]+)-1\d$/;
    }
}
for my $key (sort keys %seen) {
    my @parts = split /-/, $key;
    $sum += length($parts[1]) * $parts[2];
}
print "$sum ", length($text), "\n";
"""

PYTHON_SCRIPT = r"""
import json
import sys

count = int(sys.argv[1])
state, table, rows = 7, {}, []
for i in range(count):
    state = (state * 1103515245 + 12345) % 2147483648
    name = "row-%x" % (state >> 12)
    table[name] = table.get(name, 0) + i
    rows.append({"id": i, "name": name, "tags": [state % 7, state % 11], "ok": i % 2 == 0})
text = json.dumps(rows)
back = json.loads(text)
rows.sort(key=lambda row: (row["tags"], row["name"]))
words = " ".join(row["name"] for row in back).replace("row-", "").upper().split()
print(len(text), len(set(words)), sum(len(w) for w in words), rows[0]["id"], len(table))
"""


def text_file(path, text):
    with open(path, "w", encoding="ascii") as file:
        file.write(text)
