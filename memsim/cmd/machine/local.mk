# SPDX-License-Identifier: GPL-2.0-or-later

MACHINE_SOURCES += \
	%D%/described.c %D%/described.h \
	%D%/file.h \
	%D%/read.c \
	%D%/xmlfile.c %D%/xmlfile.h
SHOW_SOURCES += \
	%D%/topology.c %D%/topology.h \
	%D%/topologyread.c \
	%D%/write.c
CMD_SOURCES += \
	%D%/host.c %D%/host.h \
	%D%/machine.c %D%/machine.h \
	%D%/shipped.c %D%/shipped.h \
	%D%/show.c %D%/show.h
