# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/chain.c %D%/chain.h \
	%D%/charge.c %D%/charge.h \
	%D%/observer.c \
	%D%/one.c %D%/one.h \
	%D%/pipeline.c %D%/pipeline.h \
	%D%/queue.c %D%/queue.h \
	%D%/origin.h \
	%D%/plan.c %D%/plan.h \
	%D%/recent.h \
	%D%/samples.c %D%/samples.h \
	%D%/stores.c %D%/stores.h

include $(top_srcdir)/memsim/engine/core/memory/local.mk
