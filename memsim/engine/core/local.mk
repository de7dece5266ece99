# SPDX-License-Identifier: GPL-2.0-or-later

ENGINE_SOURCES += \
	%D%/chain.c %D%/chain.h \
	%D%/charge.c %D%/charge.h \
	%D%/columns.c %D%/columns.h \
	%D%/ends.h \
	%D%/far.h \
	%D%/fetching.h \
	%D%/learning.c %D%/learning.h \
	%D%/observer.c \
	%D%/one.c %D%/one.h \
	%D%/origin.h \
	%D%/pipeline.c %D%/pipeline.h \
	%D%/plans.h \
	%D%/samples.c %D%/samples.h

include $(top_srcdir)/memsim/engine/core/levels/local.mk
include $(top_srcdir)/memsim/engine/core/memory/local.mk
include $(top_srcdir)/memsim/engine/core/places/local.mk
include $(top_srcdir)/memsim/engine/core/plans/local.mk
include $(top_srcdir)/memsim/engine/core/wrong/local.mk
