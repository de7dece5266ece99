# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/fields.c \
	%D%/inside.h \
	%D%/objects.c \
	%D%/parts.c \
	%D%/store.c \
	%D%/types.h
if LIBDW
CMD_SOURCES += \
	%D%/debug.c %D%/debug.h \
	%D%/dies.c \
	%D%/index.c \
	%D%/flow/code.c \
	%D%/flow/facts.c %D%/flow/facts.h \
	%D%/flow/flow.c %D%/flow/flow.h \
	%D%/flow/steps.c \
	%D%/flow/value.c %D%/flow/value.h \
	%D%/levels.c \
	%D%/locals.c \
	%D%/lookup.c \
	%D%/make.c \
	%D%/typename.c
else
CMD_SOURCES += %D%/debug_none.c
endif
