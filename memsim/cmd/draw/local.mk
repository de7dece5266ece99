# SPDX-License-Identifier: GPL-2.0-or-later

SHOW_SOURCES += \
	%D%/axis.c %D%/axis.h \
	%D%/canvas.c %D%/canvas.h \
	%D%/canvas_png.h \
	%D%/canvas_svg.c %D%/canvas_svg.h \
	%D%/chart.c %D%/chart.h \
	%D%/picture.c %D%/picture.h
if CAIRO
SHOW_SOURCES += %D%/canvas_png.c
else
SHOW_SOURCES += %D%/canvas_nopng.c
endif
