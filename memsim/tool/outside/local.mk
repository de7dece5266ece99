# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/checkpoint.c %D%/checkpoint.h \
	%D%/ended.c %D%/ended.h \
	%D%/guard.c %D%/guard.h \
	%D%/now.h \
	%D%/outside.c %D%/outside.h \
	%D%/process.c %D%/process.h \
	%D%/ring.c %D%/ring.h \
	%D%/secondstage.c %D%/secondstage.h \
	%D%/shortage.c %D%/shortage.h \
	%D%/times.c %D%/times.h
