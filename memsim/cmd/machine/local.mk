# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/machine/file/local.mk
include $(top_srcdir)/memsim/cmd/machine/measure/local.mk

CMD_SOURCES += \
	%D%/host.c \
	%D%/load.c \
	%D%/machine.c \
	%D%/measure.c \
	%D%/measureall.c \
	%D%/show.c %D%/show.h \
	%D%/showjson.c %D%/showjson.h \
	%D%/topology.c \
	%D%/topologyread.c %D%/topologyread.h
