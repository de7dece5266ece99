# SPDX-License-Identifier: GPL-2.0-or-later
"""A reader of traces, written from docs/format.md alone; prints all words of the stream, then the
sites, inlined calls, instructions that are something to other threads, operations, frames and calls, in hex.

It shares nothing with the reader in stream/, so if the two agree, the document is right.
"""
import struct
import sys

NO_ADDRESS = 2**64 - 1
HEAP = 1
EVENT_WORDS = {HEAP: 4, 2: 2, 3: 1, 4: 4, 5: 3, 6: 3, 7: 3, 8: 4, 9: 1, 10: 1, 11: 5,
               12: 1, 13: 1, 14: 1, 15: 2}
EVENT_LANES = {**EVENT_WORDS, HEAP: 193}
LATE = 12  # from this event on, lanes have the numbers of the first segment's
FUNCTIONS = 13
LEAST = -2**31
PLACES = 2**14
FIRSTS = 2**11


def crc32c(data):
    rest = 0xFFFFFFFF
    for byte in data:
        rest ^= byte
        for _ in range(8):
            rest = rest >> 1 ^ (0x82F63B78 if rest & 1 else 0)
    return rest ^ 0xFFFFFFFF


def unfold(number):
    return number // 2 if number % 2 == 0 else -(number + 1) // 2


class Payload:
    def __init__(self, data):
        self.data, self.at = data, 0

    def more(self):
        return self.at < len(self.data)

    def take(self, count):
        taken = self.data[self.at:self.at + count]
        assert len(taken) == count
        self.at += count
        return taken

    def number(self, count):
        return int.from_bytes(self.take(count), "little")

    def v(self):
        value = shift = 0
        while True:
            byte = self.number(1)
            value |= (byte & 0x7F) << shift
            shift += 7
            if byte < 0x80:
                assert value < 2**64
                return value

    def s(self, before):
        return (before + unfold(self.v())) % 2**64


class Dictionary:
    def __init__(self, version):
        self.tasks, self.whole, self.functions, self.most = version >= 4, version == 3, False, {4: 1, 5: 3, 6: 7}.get(version)
        self.instrs, self.operations, self.computed = [], False, []
        self.strings, self.sites, self.segments, self.inlined = [], [], [], [(0, 0, 0, 0)]
        self.frames, self.calls = [], [(0, 0)]
        self.instr_site = self.end = self.moved = 0

    def read(self, payload):
        if self.tasks:
            parts = payload.v()
            assert parts <= self.most
            self.whole, self.functions, self.operations = bool(parts & 1), bool(parts & 2), bool(parts & 4)
        for _ in range(payload.v()):
            self.strings.append(payload.take(payload.v()))
        for _ in range(payload.v() if self.whole else 0):
            call = tuple(payload.s(part) for part in self.inlined[-1])
            assert call[0] < len(self.inlined) and max(call[1:3]) < len(self.strings)
            self.inlined.append(call)
        for _ in range(payload.v()):
            before = self.sites[-1] if self.sites else (0,) * 7
            there = [True] * 4 + [self.whole] * 2 + [self.functions]
            self.sites.append(tuple(payload.s(part) if has else part for has, part in zip(there, before)))
            file, function, _, object_number = self.sites[-1][:4]
            assert max(file, function, object_number - 1) < len(self.strings)
            assert not self.whole or self.sites[-1][4] < len(self.inlined)
        for _ in range(payload.v()):
            self.segments.append(self.segment(payload))
        for _ in range(payload.v()):
            before = self.frames[-1] if self.frames else (0, 0, 0)
            self.frames.append(tuple(payload.s(part) for part in before))
            assert self.frames[-1][1] < len(self.sites) and self.frames[-1][2] < len(self.strings)
        for _ in range(payload.v()):
            frame, caller = payload.s(self.calls[-1][0]), len(self.calls) - payload.v()
            assert frame < len(self.frames) and 0 <= caller < len(self.calls)
            self.calls.append((frame, caller))
        assert not payload.more()

    def segment(self, payload):
        """Returns the number of words."""
        self.end = payload.s(self.end)
        if self.functions:
            self.moved = payload.s(self.moved)
        instrs, accesses, shape = payload.v(), payload.v(), payload.v()
        for _ in range(instrs):
            length = payload.v()
            if length >> 8:
                assert self.tasks and length >> 8 < 8
                self.instrs.append((len(self.segments), self.end, length >> 8))
            self.end += length % 256
            self.instr_site = payload.s(self.instr_site)
            assert self.instr_site < len(self.sites)
        instr = 0
        for _ in range(accesses):
            instr += payload.v() // 16
            word, size = payload.v(), payload.v()
            payload.s(0)
            assert instr < instrs and 1 <= word <= shape // 2 and 1 <= size <= 4095
        if self.operations:
            self.computes(payload, instrs, accesses, shape // 2 % 64)
        return shape // 2

    def computes(self, payload, instrs, accesses, words):
        def source(made):
            number = payload.v()
            return 512 + made - number // 2 if number % 2 and number > 1 else 0xffff if number % 2 else number // 2

        ends, instr, access, reg = payload.v(), 0, 0, 0
        if not ends:
            return
        assert ends % 2 and ends < 128
        self.computed.append(("ends", len(self.segments), ends >> 1 & 7, *(ends >> bit & 1 for bit in (4, 5, 6))))
        operations, results = payload.v(), payload.v()
        for made in range(operations):
            what, waits, own = payload.v(), payload.v(), 0
            instr += what // 32
            if what % 32 in (13, 14, 15, 22, 23, 24, 26):
                own = access = payload.s(access)
            elif what % 32 in (20, 21):
                own = payload.v()
                assert 1 <= own <= words
            assert instr < instrs and access < max(accesses, 1)
            sources = [source(made) for _ in range(waits % 16 + waits // 16)]
            assert all(number < 512 + made for number in sources)
            self.computed.append(("op", instr, what % 32, waits % 16, own, *sources))
        for _ in range(results):
            reg = payload.s(reg)
            self.computed.append(("result", reg, source(operations)))


class Lane:
    def __init__(self, number):
        self.salt = number * 0x85EBCA6B
        self.last = self.steps = self.step = 0

    def slot(self):
        return (self.steps ^ self.salt) % PLACES


class Stream:
    def __init__(self, dictionary):
        self.dictionary = dictionary
        self.history, self.now, self.lag = [0] * PLACES, 0, 1
        self.table, self.recent, self.before = [0] * PLACES, 0, 0
        self.after, self.lanes, self.made = {}, {}, 0
        self.returned = self.given = 0
        self.firsts = [0] * FIRSTS

    def make_lanes(self):
        for number in range(len(self.lanes), 16 + len(self.dictionary.segments)):
            count = EVENT_LANES.get(number, 0)
            if number >= 16:
                count = self.dictionary.segments[number - 16]
            self.lanes[number] = [Lane(self.made + i) for i in range(count)]
            self.made += count if not LATE <= number < 16 else 0

    def word(self, lane, coded):
        """`coded` tells the word, None: it is as predicted."""
        step = lane.step
        predicted = NO_ADDRESS if step == LEAST else (lane.last + step) % 2**64
        word = predicted if coded is None else coded
        if word != predicted:
            step = ((word - lane.last) + 2**31) % 2**32 - 2**31
            step = LEAST if word == NO_ADDRESS else 0 if step == LEAST else step
            self.table[lane.slot()] = step
        if step != LEAST:
            lane.last = word
        lane.steps = ((lane.steps << 8) ^ step) % 2**32
        lane.step = self.table[lane.slot()]
        self.recent = lane.last
        return word

    def learn(self, header, predicted):
        guess = self.after.get(header >> 6, 0)
        self.history[self.now % PLACES] = header
        self.now += 1
        self.after[header >> 6] = self.now
        if not predicted:
            self.lag = self.now - guess
        self.before = header

    def predicted(self):
        header = self.history[(self.now - self.lag) % PLACES]
        record = self.words(None, header, True, [0] * (header & 63))
        self.learn(header, True)
        return record

    def coded(self, payload, lane, code, other):
        if code == 0:
            return None
        if code == 15:
            return NO_ADDRESS
        if code == 8:
            return payload.number(8)
        base, count = (lane.last, code) if code < 8 else (other, code - 8)
        return (base + unfold(payload.number(count))) % 2**64

    def record(self, payload, known):
        header = self.history[(self.now - self.lag) % PLACES]
        if not known:
            number = payload.s(self.before >> 6)
            words = self.dictionary.segments[number - 16] if number >= 16 else EVENT_WORDS[number]
            header = number * 64 + words
        codes = payload.take(((header & 63) + 1) // 2)
        codes = [codes[i // 2] >> 4 * (i % 2) & 15 for i in range(header & 63)]
        record = self.words(payload, header, known, codes)
        self.learn(header, known)
        return record

    def words(self, payload, header, known, codes):
        if header >> 6 < 16:
            return self.event(payload, header, known, codes)
        record = [header]
        for lane, code in zip(self.lanes[header >> 6], codes):
            record.append(self.word(lane, self.coded(payload, lane, code, self.recent)))
        return record

    def first(self, payload, lane, known, code):
        """The first word of a heap event."""
        word = self.coded(payload, lane, code, 0)
        if word is None:
            word = self.firsts[(self.now - self.lag) % FIRSTS] if known else lane.last
        lane.last = self.firsts[self.now % FIRSTS] = word
        word = (word >> 4) % 2**32 << 32 | word >> 36 << 4 | word % 16
        assert word % 2**32 < FUNCTIONS and word >> 32 < len(self.dictionary.calls)
        return word

    def event(self, payload, header, known, codes):
        record, recent, heap = [header], self.recent, header >> 6 == HEAP
        for i, code in enumerate(codes):
            number = i
            if heap and not i:
                record.append(self.first(payload, self.lanes[HEAP][0], known, code))
                continue
            if heap:
                number = ((record[1] >> 32) + 13 * (record[1] % 2**32)) % 64 * 3 + i
            other = 0
            if heap and i >= 2:
                other = self.given if i == 2 else self.returned
            lane = self.lanes[header >> 6][number]
            record.append(self.word(lane, self.coded(payload, lane, code, other)))
        if heap:
            self.returned, self.given = record[3] or self.returned, record[4] or self.given
        self.recent = recent
        return record

    def read(self, payload):
        self.make_lanes()
        count, words, records = payload.v(), payload.v(), []
        while payload.more():
            token = payload.number(1)
            records += [self.predicted() for _ in range(token & 63)]
            if token >= 0x40:
                records.append(self.record(payload, token < 0x80))
        assert len(records) == count and sum(map(len, records)) == words
        return records


def main():
    with open(sys.argv[1], "rb") as file:
        data = file.read()
    assert data[:8] == b"\x89memsim\n"
    at, last, dictionary = 12, None, Dictionary(int.from_bytes(data[8:12], "little"))
    stream = Stream(dictionary)
    while at < len(data):
        last, length, checksum = struct.unpack_from("<III", data, at)
        payload = data[at + 12:at + 12 + length]
        assert checksum == crc32c(data[at:at + 8] + payload)
        assert (last == 1) == (at == 12)
        at += 12 + length
        if last == 2:
            dictionary.read(Payload(payload))
        elif last == 3:
            for record in stream.read(Payload(payload)):
                print(" ".join(f"{word:x}" for word in record))
    assert last == 5
    for site in dictionary.sites:
        print("site {:x} {:x} {:x} {:x} {:x} {:x}".format(*site))
    for call in dictionary.inlined[1:]:
        print("inlined {:x} {:x} {:x} {:x}".format(*call))
    for instr in dictionary.instrs:
        print("instr {:x} {:x} {:x}".format(*instr))
    for line in dictionary.computed:
        print(line[0], *(f"{number:x}" for number in line[1:]))
    for frame in dictionary.frames:
        print("frame {:x} {:x} {:x}".format(*frame))
    for call in dictionary.calls:
        print("call {:x} {:x}".format(*call))


if __name__ == "__main__":
    main()
