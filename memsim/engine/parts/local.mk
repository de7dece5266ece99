# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/cause.h \
	%D%/contexts.c %D%/contexts.h \
	%D%/inlined.c %D%/inlined.h \
	%D%/open.c %D%/open.h \
	%D%/pairs.c %D%/pairs.h \
	%D%/tree.c %D%/tree.h
