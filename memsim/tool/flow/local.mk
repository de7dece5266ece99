# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/accesses.c %D%/accesses.h \
	%D%/coded_amd64.c %D%/coded.h \
	%D%/flow.c %D%/flow.h \
	%D%/hints_amd64.c %D%/hints.h \
	%D%/instr_amd64.c %D%/instr.h \
	%D%/lastuse.c %D%/lastuse.h \
	%D%/opclass.c %D%/opclass.h \
	%D%/registers_amd64.c %D%/registers.h \
	%D%/values.c %D%/values.h \
	%D%/whole.c %D%/whole.h
