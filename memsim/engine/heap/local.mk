# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/engine/heap/regions/local.mk

ENGINE_SOURCES += \
	%D%/allocfile.c \
	%D%/callers.c %D%/callers.h \
	%D%/file.c %D%/file.h \
	%D%/heap.c %D%/heap.h \
	%D%/observer.c \
	%D%/options.h \
	%D%/overhead.c %D%/overhead.h \
	%D%/summary.c \
	%D%/timeline.c %D%/timeline.h \
	%D%/reported.c %D%/reported.h \
	%D%/tree.c %D%/tree.h \
	%D%/usage.c %D%/usage.h
