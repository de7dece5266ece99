# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/tool/base/local.mk
include $(top_srcdir)/memsim/tool/code/local.mk
include $(top_srcdir)/memsim/tool/files/local.mk
include $(top_srcdir)/memsim/tool/flow/local.mk
include $(top_srcdir)/memsim/tool/record/local.mk
include $(top_srcdir)/memsim/tool/schedule/local.mk
include $(top_srcdir)/memsim/tool/tasks/local.mk
include $(top_srcdir)/memsim/tool/events/local.mk
include $(top_srcdir)/memsim/tool/parts/local.mk
include $(top_srcdir)/memsim/tool/inputs/local.mk
include $(top_srcdir)/memsim/tool/outside/local.mk

TOOL_SOURCES += \
	%D%/commandline.c %D%/commandline.h \
	%D%/ending.c %D%/ending.h \
	%D%/exec.c %D%/exec.h \
	%D%/facts.c %D%/facts.h \
	%D%/instrument.c %D%/instrument.h \
	%D%/main.c \
	%D%/privileges.c %D%/privileges.h \
	%D%/refused_amd64.c %D%/refused.h \
	%D%/results.c %D%/results.h \
	%D%/tracefile.c %D%/tracefile.h
