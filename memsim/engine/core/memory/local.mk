# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/buckets.c %D%/buckets.h \
	%D%/front.h \
	%D%/handed.h \
	%D%/hinted.c %D%/hinted.h \
	%D%/memory.c %D%/memory.h \
	%D%/past.h \
	%D%/pagetables.c %D%/pagetables.h \
	%D%/prefetch.c %D%/prefetch.h \
	%D%/waits.h \
	%D%/ways.c %D%/ways.h
