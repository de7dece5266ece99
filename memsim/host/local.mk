# SPDX-License-Identifier: GPL-2.0-or-later
# What the machine reports about itself, for the tool and the command.

HOST_SOURCES += \
	%D%/host.c %D%/host.h \
	%D%/host_amd64.c \
	%D%/memory.c %D%/memory.h \
	%D%/models.c %D%/models.h
