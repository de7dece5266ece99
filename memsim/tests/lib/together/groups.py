# SPDX-License-Identifier: GPL-2.0-or-later
"""Groups of items to be tried together, so that each pair of items is in one of them.

Items that hide what others do, as by turning the caches off, are alone of their kind in a group, and in pairs."""


def conflict(a, b):
    """The same option twice is one option."""
    return a.option.name in b.names() or b.option.name in a.names()


def fits(item, group, refused):
    return all(not conflict(item, other) and frozenset((item.text, other.text)) not in refused for other in group)


def allowed(items, refused):
    return [(a, b) for i, a in enumerate(items) for b in items[i + 1:]
            if not conflict(a, b) and frozenset((a.text, b.text)) not in refused]


def grow(group, items, missing, refused):
    """Adds items, those first that have most missing pairs with the group."""
    def gain(item):
        return sum(frozenset((item.text, other.text)) in missing for other in group)
    rest = [item for item in items if item not in group]
    while rest:
        rest = [item for item in rest if fits(item, group, refused)]
        best = max(rest, key=gain, default=None)
        if best is None or (group and not gain(best)):
            return group
        group = [*group, best]
        rest.remove(best)
    return group


def covering(items, refused, start=()):
    """Groups that have all allowed pairs of the items, or all of them with those of `start`, which are in each."""
    if start:
        missing = {frozenset((item.text, start[0].text)) for item in items if fits(item, start, refused)}
    else:
        missing = {frozenset((a.text, b.text)) for a, b in allowed(items, refused)}
    groups = []
    while missing:
        first = start or next([a, b] for a, b in allowed(items, refused) if frozenset((a.text, b.text)) in missing)
        group = grow(list(first), items, missing, refused)
        missing -= {frozenset((a.text, b.text)) for a in group for b in group if a is not b}
        groups.append(group)
    return groups


def all_groups(items, hiding, refused):
    """Of all pairs: those without an item that hides, those with one, and those of two."""
    plain = [item for item in items if item not in hiding]
    groups = covering(plain, refused)
    for item in hiding:
        groups += covering(plain, refused, [item])
    return groups + [list(pair) for pair in allowed(hiding, refused)]
