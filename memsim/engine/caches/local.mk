# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/code.c \
	%D%/cores.c %D%/cores.h \
	%D%/followed.c \
	%D%/hot.c %D%/hot.h \
	%D%/make.c %D%/make.h \
	%D%/mapper.h \
	%D%/options.c %D%/options.h \
	%D%/partcounts.c %D%/partcounts.h \
	%D%/parts.c %D%/parts.h \
	%D%/sim.c %D%/sim.h \
	%D%/slow.c %D%/slow.h \
	%D%/touch.h
