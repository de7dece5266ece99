# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/stream/trace/local.mk

STREAM_SOURCES += \
	%D%/bits.h \
	%D%/bytes.h \
	%D%/calls.c %D%/calls.h \
	%D%/crc.c %D%/crc.h \
	%D%/dict.c %D%/dict.h \
	%D%/event.c %D%/event.h \
	%D%/hash.h \
	%D%/lookup.c %D%/lookup.h \
	%D%/mem.c %D%/mem.h \
	%D%/ops.h %D%/ops.list \
	%D%/sink.h \
	%D%/stream.h \
	%D%/tasks.c %D%/tasks.h
