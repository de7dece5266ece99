# SPDX-License-Identifier: GPL-2.0-or-later

CMD_SOURCES += \
	%D%/filename.c %D%/filename.h \
	%D%/json.c %D%/json.h \
	%D%/kind.c %D%/kind.h \
	%D%/lines.c %D%/lines.h \
	%D%/operand.c %D%/operand.h \
	%D%/output.c %D%/output.h \
	%D%/progress.c %D%/progress.h \
	%D%/temporary.c %D%/temporary.h \
	%D%/terminal.c %D%/terminal.h
