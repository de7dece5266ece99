# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/codeparts.c %D%/codeparts.h \
	%D%/edges.c %D%/edges.h \
	%D%/file.c %D%/file.h \
	%D%/follow.c %D%/follow.h \
	%D%/functions.c %D%/functions.h \
	%D%/nodes.c %D%/nodes.h \
	%D%/observer.c \
	%D%/pages.c %D%/pages.h \
	%D%/stacks.c %D%/stacks.h \
	%D%/tree.c %D%/tree.h
