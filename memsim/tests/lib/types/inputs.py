#!/usr/bin/env python3
# SPDX-License-Identifier: GPL-2.0-or-later
"""inputs.py: writes what the programs of check/types-programs work on: list.xml, keys.gperf and build.ninja."""

import random


def words(count):
    letters = "abcdefghijklmnopqrstuvwxyz"
    found = set()
    while len(found) < count:
        found.add("".join(random.choice(letters) for _ in range(random.randint(3, 12))))
    return sorted(found)


def xml(file):
    kinds = "".join(f'<!ATTLIST e{i} kind CDATA "k{i}" id ID #IMPLIED>' for i in range(300))
    file.write(f'<?xml version="1.0"?>\n<!DOCTYPE list [<!ELEMENT list ANY><!ENTITY who "nobody">{kinds}]>\n'
               '<list xmlns:a="urn:a" xmlns:b="urn:b">\n')
    for i in range(12000):
        tag = f"e{random.randrange(2000)}"
        file.write(f'<{tag} id="n{i}" a:at{random.randrange(300)}="{i}" b:x="y"><a:{tag}>of &who; {i}</a:{tag}></{tag}>\n')
    file.write("</list>\n")


def gperf(file):
    file.write("%struct-type\nstruct key { const char *name; int value; };\n%%\n")
    file.writelines(f"{word}, {i}\n" for i, word in enumerate(words(400)))
    file.write("%%\n")


def ninja(file):
    file.write("rule cc\n  command = cc -c $in -o $out $flags\nrule link\n  command = cc -o $out $in\n")
    for i in range(6000):
        file.write(f"build o/f{i}.o: cc s/f{i}.c | h/{random.randrange(300)}.h h/{random.randrange(300)}.h\n"
                   f"  flags = -O{i % 3}\n")
    for i in range(100):
        file.write(f"build bin/p{i}: link {' '.join(f'o/f{random.randrange(6000)}.o' for _ in range(60))}\n")


def main():
    random.seed(1)
    for name, write in (("list.xml", xml), ("keys.gperf", gperf), ("build.ninja", ninja)):
        with open(name, "w", encoding="ascii") as file:
            write(file)


main()
