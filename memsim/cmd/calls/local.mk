# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/bottomup.c \
	%D%/calls.c \
	%D%/diff.c \
	%D%/difftext.c \
	%D%/export.c \
	%D%/flame.c \
	%D%/named.c \
	%D%/paths.c %D%/paths.h \
	%D%/present.h \
	%D%/stacks.c \
	%D%/table.c %D%/table.h \
	%D%/text.c \
	%D%/tree.c %D%/tree.h \
	%D%/treetext.c \
	%D%/view.c %D%/view.h
