# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/contexts.c %D%/contexts.h \
	%D%/cores.c %D%/cores.h \
	%D%/hot.c %D%/hot.h \
	%D%/mapper.h \
	%D%/misses.h \
	%D%/options.c %D%/options.h \
	%D%/outer.c %D%/outer.h \
	%D%/partcounts.c %D%/partcounts.h \
	%D%/parts.c %D%/parts.h \
	%D%/sim.c %D%/sim.h \
	%D%/touch.h
