# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/allocator.c %D%/allocator.h \
	%D%/blocks.c %D%/blocks.h \
	%D%/live.c %D%/live.h \
	%D%/peaked.h \
	%D%/pools.c %D%/pools.h \
	%D%/spans.c %D%/spans.h
