# SPDX-License-Identifier: GPL-2.0-or-later

include $(top_srcdir)/memsim/cmd/layout/relocation/local.mk
include $(top_srcdir)/memsim/cmd/layout/rules/local.mk

CMD_SOURCES += \
	%D%/advise.c %D%/advise.h \
	%D%/fields.c \
	%D%/named.c \
	%D%/propose.c \
	%D%/shown.c %D%/shown.h \
	%D%/tried.c %D%/tried.h \
	%D%/typed.c \
	%D%/voted.c \
	%D%/watch.c %D%/watch.h \
	%D%/whatif.c \
	%D%/words.c
