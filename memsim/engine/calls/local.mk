# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/engine/calls/flow/local.mk

ENGINE_SOURCES += \
	%D%/callfile.c %D%/callfile.h \
	%D%/codeparts.c %D%/codeparts.h \
	%D%/costs.c \
	%D%/edges.c %D%/edges.h \
	%D%/file.c %D%/file.h \
	%D%/nodes.c %D%/nodes.h \
	%D%/observer.c \
	%D%/pages.c %D%/pages.h \
	%D%/partlines.c \
	%D%/plainfile.c %D%/plainfile.h \
	%D%/scratch.c %D%/scratch.h \
	%D%/treelines.c
