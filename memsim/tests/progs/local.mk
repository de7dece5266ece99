# SPDX-License-Identifier: GPL-2.0-or-later
#
# Programs that the tests run under memsim. NAME.c, here or in a folder below, becomes progs/NAME. What
# only one of them needs follows the list (PROG_FLAGS before the source, PROG_LIBS after it).

GUESTS += \
	%D%/bigtext.c \
	%D%/chase.c \
	%D%/everything.c \
	%D%/growing.c \
	%D%/hinted.c \
	%D%/hints.c \
	%D%/limits.c \
	%D%/loops.c \
	%D%/manyfuncs.c \
	%D%/mappings.c \
	%D%/matmul.c \
	%D%/nolibc.c \
	%D%/nolibc_rep.c \
	%D%/unknown.c \
	%D%/onelines.c \
	%D%/phases.c \
	%D%/reasons.c \
	%D%/spin.c \
	%D%/straddle.c \
	%D%/strcopy.c
PREFETCH_GUESTS += \
	%D%/prefetch/ahead.c \
	%D%/prefetch/kernel.c \
	%D%/prefetch/late.c \
	%D%/prefetch/past.c
CALL_GUESTS += \
	%D%/calls/branching.c \
	%D%/calls/firstlib.c \
	%D%/calls/inlined.c \
	%D%/calls/libraries.c \
	%D%/calls/paths.c \
	%D%/calls/recursive.c \
	%D%/calls/secondlib.c \
	%D%/calls/staged.c \
	%D%/calls/starts.c \
	%D%/calls/switches.c \
	%D%/calls/touches.c
HEAP_GUESTS += \
	%D%/heap/allocs.c \
	%D%/heap/inlines.c \
	%D%/heap/lives.c \
	%D%/heap/pairs.c \
	%D%/heap/pools.c \
	%D%/heap/requests.c \
	%D%/heap/sites.c \
	%D%/heap/wrappers.c
# In pairs: the second is the first, here or in objects/, laid out by hand in another way.
LAYOUT_GUESTS += \
	%D%/layouts/array.c \
	%D%/layouts/array_soa.c \
	%D%/layouts/coldlist_split.c \
	%D%/layouts/globals.c \
	%D%/layouts/globals_together.c \
	%D%/layouts/hashtable_split.c \
	%D%/layouts/hotfield_split.c \
	%D%/layouts/hotpair_split.c \
	%D%/layouts/list.c \
	%D%/layouts/list_split.c \
	%D%/layouts/matrix.c \
	%D%/layouts/matrix_padded.c \
	%D%/layouts/order.c \
	%D%/layouts/order_near.c \
	%D%/layouts/pool.c \
	%D%/layouts/pool_own.c \
	%D%/layouts/stackmatrix_padded.c \
	%D%/layouts/table.c \
	%D%/layouts/table_split.c
OBJECT_GUESTS += \
	%D%/objects/altstack.c \
	%D%/objects/arena.c \
	%D%/objects/bigblock.c \
	%D%/objects/coldlist.c \
	%D%/objects/coroutines.c \
	%D%/objects/frames.c \
	%D%/objects/hashtable.c \
	%D%/objects/headers.c \
	%D%/objects/hotfield.c \
	%D%/objects/hotpair.c \
	%D%/objects/manysites.c \
	%D%/objects/overlaps.c \
	%D%/objects/reuse.c \
	%D%/objects/together.c \
	%D%/objects/shapes.c \
	%D%/objects/stackmatrix.c \
	%D%/objects/threadlocals.c \
	%D%/objects/vanish.c
PROCESS_GUESTS += \
	%D%/process/children.c \
	%D%/process/contend.c \
	%D%/process/meet.c \
	%D%/process/crowd.c \
	%D%/process/dlopener.c \
	%D%/process/dlplug.c \
	%D%/process/execer.c \
	%D%/process/fork.c \
	%D%/process/harness.c \
	%D%/process/leaver.c \
	%D%/process/nearly.c \
	%D%/process/ranked.c \
	%D%/process/sampler.c \
	%D%/process/sigfatal.c \
	%D%/process/sigsegv_loop.c \
	%D%/process/smc.c \
	%D%/process/tasks.c \
	%D%/process/twins.c \
	%D%/process/threads.c \
	%D%/process/watcher.c
# Many threads, and threads that wait for long.
MANY_GUESTS += \
	%D%/many/holds.c \
	%D%/many/waves.c
# In C++, where there is a compiler for it.
CXX_GUESTS += \
	%D%/heap/boxes.cc \
	%D%/heap/misuse.cc \
	%D%/heap/news.cc
CXX_CALL_GUESTS += \
	%D%/calls/mangled.cc \
	%D%/calls/templates.cc \
	%D%/calls/throws.cc \
	%D%/calls/unwinds.cc

# Tests build these: in other languages, with other headers, or in other ways.
TEST_FILES += %D%/calls/languages %D%/mine %D%/rebuilt %D%/regions
# What those in objects/ include.
TEST_FILES += %D%/objects/places.h

# The second of a pair includes the first.
$(PROGS)/matrix_padded: %D%/layouts/matrix.c
$(PROGS)/globals_together: %D%/layouts/globals.c
$(PROGS)/order_near: %D%/layouts/order.c
$(PROGS)/pool_own: %D%/layouts/pool.c
$(PROGS)/table_split: %D%/layouts/table.c
$(PROGS)/coldlist_split: %D%/objects/coldlist.c %D%/objects/places.h
$(PROGS)/hashtable_split: %D%/objects/hashtable.c %D%/objects/places.h
$(PROGS)/hotfield_split: %D%/objects/hotfield.c %D%/objects/places.h
$(PROGS)/hotpair_split: %D%/objects/hotpair.c %D%/objects/places.h
$(PROGS)/stackmatrix_padded: %D%/objects/stackmatrix.c %D%/objects/places.h

NOLIBC = -static -nostdlib -ffreestanding -fno-stack-protector -fno-pie
%D%/nolibc: PROG_FLAGS = $(NOLIBC)
%D%/nolibc_rep: PROG_FLAGS = $(NOLIBC)
%D%/unknown: PROG_FLAGS = $(NOLIBC)
%D%/allocs: PROG_FLAGS = -pthread
%D%/contend: PROG_FLAGS = -pthread
%D%/meet: PROG_FLAGS = -pthread
%D%/branching: PROG_FLAGS = -pthread -fno-inline
%D%/crowd: PROG_FLAGS = -pthread
%D%/dlopener: PROG_LIBS = -ldl
%D%/dlplug: PROG_FLAGS = -shared -fPIC
%D%/firstlib: PROG_FLAGS = -shared -fPIC
%D%/everything: PROG_FLAGS = -pthread -O1 -isystem $(VG_INCLUDEDIR) -I$(top_srcdir)/memsim/include
%D%/harness: PROG_FLAGS = -isystem $(VG_INCLUDEDIR)
%D%/inlined: PROG_FLAGS = -O2
%D%/inlines: PROG_FLAGS = -O2
%D%/libraries: PROG_LIBS = -ldl
%D%/limits: PROG_FLAGS = -pthread -isystem $(VG_INCLUDEDIR) -I$(top_srcdir)/memsim/include
%D%/templates: PROG_FLAGS = -O2
%D%/paths: PROG_FLAGS = -pthread -O2
%D%/phases: PROG_FLAGS = -pthread -isystem $(VG_INCLUDEDIR) -I$(top_srcdir)/memsim/include
%D%/ranked: PROG_FLAGS = -pthread
%D%/recursive: PROG_FLAGS = $(NOLIBC) -O2
%D%/requests: PROG_FLAGS = -isystem $(VG_INCLUDEDIR)
%D%/secondlib: PROG_FLAGS = -shared -fPIC
%D%/switches: PROG_FLAGS = -pthread
%D%/threadlocals: PROG_FLAGS = -pthread
%D%/tasks: PROG_FLAGS = -pthread
%D%/threads: PROG_FLAGS = -pthread
%D%/sampler: PROG_FLAGS = -static -isystem $(VG_INCLUDEDIR) -I$(top_srcdir)/memsim/include
%D%/shapes: PROG_FLAGS = -O2 -fno-optimize-sibling-calls
%D%/staged: PROG_FLAGS = -pthread -O1 -isystem $(VG_INCLUDEDIR)
%D%/touches: PROG_FLAGS = -pthread -O2
%D%/nearly: PROG_FLAGS = -pthread
%D%/twins: PROG_FLAGS = -pthread
%D%/holds: PROG_FLAGS = -pthread
%D%/waves: PROG_FLAGS = -pthread
%D%/vanish: PROG_LIBS = -ldl
