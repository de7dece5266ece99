# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/cells.c %D%/cells.h \
	%D%/change.c %D%/change.h \
	%D%/export.c %D%/export.h \
	%D%/heat.c %D%/heat.h \
	%D%/rows.c %D%/rows.h \
	%D%/source.c %D%/source.h \
	%D%/sourcetext.c %D%/sourcetext.h \
	%D%/text.c %D%/text.h \
	%D%/view.c %D%/view.h
CMD_SOURCES += \
	%D%/annotate.c %D%/annotate.h
