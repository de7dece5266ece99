# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/buckets.c %D%/buckets.h \
	%D%/charge.c %D%/charge.h \
	%D%/memory.c %D%/memory.h \
	%D%/observer.c \
	%D%/pipeline.c %D%/pipeline.h \
	%D%/prefetch.c %D%/prefetch.h \
	%D%/queue.c %D%/queue.h \
	%D%/plan.c %D%/plan.h \
	%D%/samples.c %D%/samples.h \
	%D%/waits.h \
	%D%/ways.c %D%/ways.h
