# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/inputs.c %D%/inputs.h \
	%D%/instrs.h %D%/instrs_amd64.c \
	%D%/start.c %D%/start.h \
	%D%/syscalls.h %D%/syscalls_amd64.c
