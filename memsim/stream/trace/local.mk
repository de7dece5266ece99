# SPDX-License-Identifier: GPL-2.0-or-later

STREAM_SOURCES += \
	%D%/codec.h \
	%D%/decode.c \
	%D%/encode.c \
	%D%/pieces.c %D%/pieces.h \
	%D%/pieces_ops.c %D%/pieces_ops.h \
	%D%/pieces_take.c \
	%D%/predict.c %D%/predict.h \
	%D%/predict_event.h \
	%D%/read.c %D%/read.h \
	%D%/taker.h \
	%D%/trace.h \
	%D%/write.c %D%/write.h
