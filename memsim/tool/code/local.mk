# SPDX-License-Identifier: GPL-2.0-or-later

TOOL_SOURCES += \
	%D%/buildid.c %D%/buildid.h \
	%D%/inlined.c %D%/inlined.h \
	%D%/linked.c %D%/linked.h \
	%D%/named.c %D%/named.h \
	%D%/site.c %D%/site.h \
	%D%/stub.h %D%/stub_amd64.c
