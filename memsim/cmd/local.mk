# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/base/local.mk
include $(top_srcdir)/memsim/cmd/files/local.mk
include $(top_srcdir)/memsim/cmd/names/local.mk
include $(top_srcdir)/memsim/cmd/draw/local.mk
include $(top_srcdir)/memsim/cmd/command/local.mk
include $(top_srcdir)/memsim/cmd/patterns/local.mk
include $(top_srcdir)/memsim/cmd/counts/local.mk
include $(top_srcdir)/memsim/cmd/columns/local.mk
include $(top_srcdir)/memsim/cmd/listing/local.mk
include $(top_srcdir)/memsim/cmd/callgrind/local.mk
include $(top_srcdir)/memsim/cmd/code/local.mk
include $(top_srcdir)/memsim/cmd/types/local.mk
include $(top_srcdir)/memsim/cmd/native/local.mk
include $(top_srcdir)/memsim/cmd/machine/local.mk
include $(top_srcdir)/memsim/cmd/trace/local.mk
include $(top_srcdir)/memsim/cmd/data/local.mk
include $(top_srcdir)/memsim/cmd/annotate/local.mk
include $(top_srcdir)/memsim/cmd/branches/local.mk
include $(top_srcdir)/memsim/cmd/calls/local.mk
include $(top_srcdir)/memsim/cmd/check/local.mk
include $(top_srcdir)/memsim/cmd/heap/local.mk
include $(top_srcdir)/memsim/cmd/layout/local.mk
include $(top_srcdir)/memsim/cmd/objects/local.mk
include $(top_srcdir)/memsim/cmd/pages/local.mk
include $(top_srcdir)/memsim/cmd/share/local.mk
include $(top_srcdir)/memsim/cmd/sweep/local.mk
include $(top_srcdir)/memsim/cmd/time/local.mk
include $(top_srcdir)/memsim/cmd/validate/local.mk
include $(top_srcdir)/memsim/cmd/help/local.mk
include $(top_srcdir)/memsim/cmd/completion/local.mk

CMD_SOURCES += \
	%D%/beside.c \
	%D%/complete.c \
	%D%/earlier.c \
	%D%/missing.c \
	%D%/presets.c %D%/presets.h \
	%D%/repeat.c %D%/repeat.h \
	%D%/results.c \
	%D%/given.c %D%/given.h \
	%D%/run.c %D%/run.h \
	%D%/stable.c \
	%D%/subcommands.c %D%/subcommands.h \
	%D%/unknown.c
