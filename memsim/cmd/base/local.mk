# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/args.c %D%/args.h \
	%D%/commands.list \
	%D%/die.c %D%/die.h \
	%D%/grow.c %D%/grow.h \
	%D%/human.c %D%/human.h \
	%D%/index.c %D%/index.h \
	%D%/median.c %D%/median.h \
	%D%/nearest.c %D%/nearest.h \
	%D%/order.c \
	%D%/utf8.c %D%/utf8.h \
	%D%/wrap.c %D%/wrap.h
