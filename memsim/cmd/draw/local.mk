# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/axis.c %D%/axis.h \
	%D%/canvas.c %D%/canvas.h \
	%D%/canvas_svg.c \
	%D%/chart.c %D%/chart.h \
	%D%/flame.c %D%/flame.h \
	%D%/flamescript.c \
	%D%/labels.c %D%/labels.h \
	%D%/picture.c %D%/picture.h \
	%D%/sheet.c %D%/sheet.h \
	%D%/shorten.c %D%/shorten.h
if CAIRO
CMD_SOURCES += %D%/canvas_png.c
else
CMD_SOURCES += %D%/canvas_nopng.c
endif
