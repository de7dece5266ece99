# SPDX-License-Identifier: GPL-2.0-or-later
#
# One program each: with sanitizers, NAME.c becomes NAME-san.unit; NAME.unit is for check/rounds and where there are none.
# All link one library of helpers.

UNIT_TESTS += \
	%D%/branches/known.c %D%/branches/random.c %D%/branches/simple.c \
	%D%/core/hinted.c %D%/core/levels/kernellines.c %D%/core/pagetables.c \
	%D%/core/pipeline.c %D%/core/running.c %D%/core/samples.c %D%/core/several.c \
	%D%/core/waiting.c %D%/core/wrong.c \
	%D%/cores/ahead.c %D%/cores/cores.c %D%/cores/mapped.c %D%/cores/near.c %D%/cores/share.c %D%/cores/why.c \
	%D%/engine/array.c %D%/engine/blocks.c %D%/engine/calls.c \
	%D%/engine/core.c %D%/engine/cores.c %D%/engine/cycles.c %D%/engine/geometry.c %D%/engine/grid.c \
	%D%/engine/heap.c %D%/engine/heapfile.c %D%/engine/mapper.c %D%/engine/pagein.c \
	%D%/engine/parts.c %D%/engine/port.c %D%/engine/report.c %D%/engine/secondstage.c \
	%D%/engine/sim.c %D%/engine/spans.c \
	%D%/engine/study.c %D%/engine/sweep.c \
	%D%/engine/base/companion.c %D%/engine/base/fingerprint.c %D%/engine/base/ranges.c \
	%D%/engine/base/sort.c %D%/engine/base/writing.c \
	%D%/objects/lines.c %D%/objects/live.c %D%/objects/lives.c %D%/objects/share.c \
	%D%/objects/uses.c \
	%D%/order/order.c %D%/order/random.c \
	%D%/lines/followed.c %D%/policies/policies.c %D%/policies/prefetchers.c \
	%D%/stream/codec.c %D%/stream/dict.c %D%/stream/ops.c %D%/stream/shapes.c %D%/stream/tasks.c %D%/stream/trace.c \
	%D%/time/rows.c

# Of the command's parts.
CMD_UNIT_TESTS += \
	%D%/calls/calls.c \
	%D%/check/align.c \
	%D%/cmd/alloc.c %D%/cmd/args.c %D%/cmd/cells.c %D%/cmd/columns.c %D%/cmd/counts.c \
	%D%/cmd/draw.c %D%/cmd/filename.c %D%/cmd/grow.c %D%/cmd/human.c %D%/cmd/index.c \
	%D%/cmd/json.c %D%/cmd/lines.c %D%/cmd/order.c %D%/cmd/output.c %D%/cmd/progress.c \
	%D%/cmd/quote.c %D%/cmd/readall.c %D%/cmd/substitute.c %D%/cmd/symbols.c %D%/cmd/utf8.c \
	%D%/counts/regions.c \
	%D%/names/labels.c %D%/names/shorten.c %D%/names/standard.c \
	%D%/layout/gaps.c %D%/layout/rules.c \
	%D%/machine/described.c %D%/machine/host.c %D%/machine/measured.c %D%/machine/memory.c %D%/machine/pairs.c \
	%D%/share/separated.c \
	%D%/time/segment.c \
	%D%/validate/figures.c

UNIT_HELPERS += \
	%D%/branches/model.c %D%/branches/model.h \
	%D%/lib/ends.c %D%/lib/ends.h \
	%D%/lib/host.c %D%/lib/host.h \
	%D%/lib/machine.c %D%/lib/machine.h \
	%D%/stream/drawn.c %D%/stream/drawn.h \
	%D%/lib/program.c %D%/lib/program.h \
	%D%/lib/simulated.c %D%/lib/simulated.h \
	%D%/lib/text.c %D%/lib/text.h \
	%D%/lib/trace_file.c %D%/lib/trace_file.h \
	%D%/naive/ahead.c %D%/naive/ahead.h \
	%D%/naive/cores.c %D%/naive/cores.h \
	%D%/naive/frames.c %D%/naive/frames.h \
	%D%/naive/lines.c %D%/naive/lines.h \
	%D%/naive/naive.c %D%/naive/naive.h \
	%D%/naive/past.c %D%/naive/past.h \
	%D%/naive/policy.c %D%/naive/policy.h \
	%D%/naive/why.c %D%/naive/why.h
UNIT_HELPERS += \
	%D%/core/code.c %D%/core/code.h \
	%D%/core/memorymodel.c \
	%D%/core/model.c %D%/core/model.h \
	%D%/core/modelcharge.c \
	%D%/core/modelops.c \
	%D%/core/modelwrong.c \
	%D%/core/paper.c %D%/core/paper.h \
	%D%/core/randomcode.c %D%/core/randomcode.h
UNIT_HELPERS += \
	%D%/order/model.c %D%/order/model.h \
	%D%/order/received.c %D%/order/received.h \
	%D%/order/threaded.c %D%/order/threaded.h
UNIT_HELPERS += %D%/policies/nanobench.list
UNIT_RUNNER += \
	%D%/lib/main.c %D%/lib/main.h \
	%D%/lib/must_end.c %D%/lib/must_end.h \
	%D%/lib/written.c %D%/lib/written.h
