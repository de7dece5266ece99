# SPDX-License-Identifier: GPL-2.0-or-later
"""Basic blocks as hexadecimal digits: which of them can be run alone, and the program that runs them (straight.c)."""

import os
import random
import re
import subprocess

MIDDLE = 0x12345800  # of a page; its low half is an address too
INSTRUCTIONS = 1000  # a function has a block so often that it has that many
REGISTERS = ["rax", "rbx", "rcx", "rdx", "rsi", "rdi", "rbp", "rsp", *(f"r{i}" for i in range(8, 16))]
LEFT_OUT = [
    ("branches", r"j|call|ret|loop|syscall|sysenter|int|ud|iret"),
    ("repeated strings", r"rep|(movs|stos|lods|scas|cmps)[bwlq]? "),
    ("of the system", r"cpuid|rdtsc|rdpmc|xgetbv|xsave|xrstor|fxsave|fxrstor|in |in[bwl] |out|hlt|cl[idt]( |$)|st[id]( |$)|"
                      r"ldmxcsr|fld(cw|env)|frstor|wbinvd|clflush|rdrand|rdseed|wr[fg]s|rd[fg]s|swapgs|x(begin|end|abort)|"
                      r"lock|mfence|pop[fd]|xchg .*\)|mov .*%([c-gs]s|[cd]r\d)(\W|$)"),
    ("unknown", r"\(bad\)|\.byte|data16|rex|[c-g]s "),
    ("AVX-512", r".*(%zmm|%k[0-7]|\{)"),
    ("x87", r"f(?!2xm)"),
    ("segments", r".*%[fg]s:"),
]


class Block:
    """One block: its source program, its instructions as (bytes, text)."""

    def __init__(self, source, digits):
        self.source, self.code = source, bytes.fromhex(digits)
        self.instructions = []
        self.copies = 0

    def text(self):
        return "; ".join(text for _, text in self.instructions)

    def refused(self):
        """Why it cannot be run alone; None: it can."""
        if sum(len(code) for code, _ in self.instructions) != len(self.code):
            return "unknown"
        for _, text in self.instructions:
            for why, pattern in LEFT_OUT:
                if re.match(pattern, text):
                    return why
        return None

    def kind(self):
        """What it is made of."""
        text = self.text()
        memory = [one for _, one in self.instructions if "(" in one and not re.match("lea|nop|prefetch", one)]
        stores = [one for one in memory if re.search(r"\)$", one) and not re.match(r"cmp|test|u?comis|div|mul|bt |push", one)
                  and "," in one]
        stores += [one for _, one in self.instructions if re.match("push|set.*\\)", one)]
        loads = [one for one in memory if one not in stores or not re.match(r"v?mov|set", one)]
        loads += [one for _, one in self.instructions if re.match("pop", one)]
        vector = "vectors" if re.search(r"%[xy]?mm\d", text) else "integers"
        return f"{vector}, {'loads and stores' if loads and stores else 'loads' if loads else 'stores' if stores else 'no memory'}"


def read(paths, number, seed):
    """`number` different blocks of these lists, as many of each of them."""
    chosen = []
    for i, path in enumerate(paths):
        with open(path, encoding="ascii") as file:
            digits = sorted({line.split(",")[0].strip() for line in file} - {""})
        share = number * (i + 1) // len(paths) - number * i // len(paths)
        random.Random(seed).shuffle(digits)
        chosen += [Block(os.path.splitext(os.path.basename(path))[0], one) for one in digits[:share]]
    return chosen


def of_kind(blocks, pattern, number):
    """Those whose kind matches, `number` of all sources together."""
    sources = sorted({block.source for block in blocks})
    chosen = []
    for i, source in enumerate(sources):
        share = number * (i + 1) // len(sources) - number * i // len(sources)
        chosen += [block for block in blocks if block.source == source and re.match(pattern, block.kind())][:share]
    return chosen


def disassemble(blocks, folder):
    """Finds the instructions of all blocks."""
    path = os.path.join(folder, "blocks.bin")
    starts, at = {}, 0
    with open(path, "wb") as file:
        for block in blocks:
            file.write(block.code + b"\x90" * 16)
            starts[at] = block
            at += len(block.code) + 16
    listing = subprocess.run(["objdump", "-D", "-b", "binary", "-m", "i386:x86-64", "-w", "-z", path],
                             capture_output=True, text=True, check=True).stdout
    block, end = None, 0
    for line in listing.splitlines():
        match = re.match(r"\s*([0-9a-f]+):\t((?:[0-9a-f]{2} )+)\s*\t?(.*)", line)
        if not match:
            continue
        where = int(match[1], 16)
        if where in starts:
            block = starts[where]
            end = where + len(block.code)
        if where < end:
            block.instructions.append((bytes.fromhex(match[2]), re.sub(r"\s+", " ", match[3]).strip()))


def bytes_of(code):
    return ", ".join(f"{byte:#x}" for byte in code)


def lines_of(block):
    """The block's instructions as bytes; what is addressed by the instruction pointer is in the page."""
    for index, (code, text) in enumerate(block.instructions):
        match = re.search(r"(-?)0x([0-9a-f]+)\(%rip\)", text)
        if not match:
            yield f".byte {bytes_of(code)}"
            continue
        displacement = int(match[2], 16) * (-1 if match[1] else 1)
        at = code.rfind(displacement.to_bytes(4, "little", signed=True))
        after = code[at + 4:]
        yield f".byte {bytes_of(code[:at])}"
        yield f".long {MIDDLE + 64 * (index % 8)} - (. + {4 + len(after)})"
        if after:
            yield f".byte {bytes_of(after)}"


def function(name, block, copies):
    saved = ["rbx", "rbp", "r12", "r13", "r14", "r15"]
    yield from [".balign 64", f"{name}:", *(f"push %{reg}" for reg in saved), "mov %rsp, saved(%rip)",
                "mov %rdi, rounds(%rip)", ".balign 64", "1:", "vzeroupper"]
    yield from (f"mov ${MIDDLE}, %{reg}" for reg in REGISTERS)
    yield from (f"movups ones(%rip), %xmm{i}" for i in range(16))
    yield from [f".rept {copies}", *lines_of(block), ".endr", "decq rounds(%rip)", "jnz 1b", "mov saved(%rip), %rsp",
                *(f"pop %{reg}" for reg in reversed(saved)), "emms", "vzeroupper", "ret"]


def assembly(blocks):
    yield from [".section .note.GNU-stack", ".data", ".balign 64", "saved: .quad 0", ".balign 64", "rounds: .quad 0",
                ".balign 64", "ones: .long 0x3f800000, 0x3ff00000, 0x3f800000, 0x3ff00000",
                ".globl blocks, blocks_used, middle, additions", f"middle: .quad {MIDDLE}",
                f"blocks_used: .quad {len(blocks)}", "blocks:"]
    for i, block in enumerate(blocks):
        block.copies = max(8, -(-INSTRUCTIONS // len(block.instructions)))
        yield f".quad f{i}_1, f{i}_2, n{i}, n{i}_1, n{i}_2, {block.copies}"
    for i in range(len(blocks)):
        yield from [f'n{i}: .string "b{i}"', f'n{i}_1: .string "b{i}.1"', f'n{i}_2: .string "b{i}.2"']
    yield from [".text", ".balign 64", "additions:", "1:", ".rept 100", "add %rdi, %rax", ".endr", "dec %rdi", "jnz 1b", "ret"]
    for i, block in enumerate(blocks):
        yield from function(f"f{i}_1", block, block.copies)
        yield from function(f"f{i}_2", block, 2 * block.copies)


def build(blocks, folder, include):
    """The program that runs them."""
    source, program = os.path.join(folder, "blocks.S"), os.path.join(folder, "straight")
    with open(source, "w", encoding="ascii") as file:
        file.write("\n".join(assembly(blocks)) + "\n")
    driver = os.path.join(os.path.dirname(os.path.abspath(__file__)), "straight.c")
    subprocess.run(["gcc", "-O1", "-no-pie", "-static", "-I", include, "-o", program, driver, source], check=True)
    return program
