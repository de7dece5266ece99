# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/axis.c %D%/axis.h \
	%D%/canvas.c %D%/canvas.h \
	%D%/canvas_svg.c \
	%D%/chart.c %D%/chart.h \
	%D%/flame.c %D%/flame.h \
	%D%/flamescript.c \
	%D%/picture.c %D%/picture.h \
	%D%/sheet.c %D%/sheet.h
if CAIRO
CMD_SOURCES += %D%/canvas_png.c
else
CMD_SOURCES += %D%/canvas_nopng.c
endif
