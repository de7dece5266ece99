# SPDX-License-Identifier: GPL-2.0-or-later

# What packagers do comes first of the long ones, so that time is left for it in a run of everything.
LONG_TESTS += %D%/package/bare
include $(top_srcdir)/memsim/tests/package/local.mk
include $(top_srcdir)/memsim/tests/unit/local.mk
include $(top_srcdir)/memsim/tests/fuzz/local.mk
include $(top_srcdir)/memsim/tests/progs/local.mk
include $(top_srcdir)/memsim/tests/check/local.mk
include $(top_srcdir)/memsim/tests/compare/local.mk

# What the scripts read; whole folders are fine.
TEST_FILES += \
	%D%/bench \
	%D%/corpus \
	%D%/golden \
	%D%/lib
