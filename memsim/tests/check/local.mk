# SPDX-License-Identifier: GPL-2.0-or-later
#
# Scripts that check one thing each: exit 0 passed, 77 skipped, else failed. HACKING.md says what they
# find in their environment.

SHELL_TESTS += \
	%D%/ahead \
	%D%/annotate \
	%D%/boundaries \
	%D%/branches \
	%D%/calls \
	%D%/chains \
	%D%/check \
	%D%/command \
	%D%/completion \
	%D%/contexts \
	%D%/cores \
	%D%/cycles \
	%D%/cycles-cores \
	%D%/errors \
	%D%/first-day \
	%D%/flame \
	%D%/format \
	%D%/full-disk \
	%D%/fuzz-trace \
	%D%/heap \
	%D%/heap-files \
	%D%/hints \
	%D%/kernel-lines \
	%D%/indexed \
	%D%/inline \
	%D%/ir \
	%D%/loops \
	%D%/memusage \
	%D%/mine \
	%D%/mistakes \
	%D%/objects \
	%D%/objects-files \
	%D%/objects-limit \
	%D%/operands \
	%D%/options \
	%D%/past \
	%D%/pictures \
	%D%/proposed \
	%D%/path \
	%D%/quickstart \
	%D%/run \
	%D%/sampled \
	%D%/share-files \
	%D%/share-names \
	%D%/sweep-files \
	%D%/sweep-trace \
	%D%/terminal \
	%D%/threads \
	%D%/time \
	%D%/time-files \
	%D%/topics \
	%D%/tutorial \
	%D%/together \
	%D%/traced-calls \
	%D%/traffic \
	%D%/typed \
	%D%/typed-table \
	%D%/unknown %D%/unnamed \
	%D%/verdicts \
	%D%/what-if \
	%D%/what-if-rules \
	%D%/why \
	%D%/words
# Those whose long form takes more, and those of the command's texts, which the sanitized command writes there, too.
LONG_FORMS += \
	%D%/ahead %D%/annotate %D%/asm %D%/branches %D%/calls %D%/check %D%/checkpoint %D%/command %D%/contexts \
	%D%/contexts-builds %D%/contexts-inline %D%/contexts-limit %D%/contexts-regions %D%/cores \
	%D%/cores-odd %D%/cycles-cores %D%/demangle %D%/fingerprint %D%/full-disk %D%/harness %D%/heap \
	%D%/heap-files %D%/inline %D%/inputs %D%/instructions %D%/interrupted %D%/layout %D%/machines \
	%D%/many-threads %D%/objects %D%/objects-files %D%/objects-limit %D%/objects-sums %D%/operands \
	%D%/options %D%/outside %D%/pages %D%/past %D%/policies %D%/predicted %D%/queues %D%/recorded %D%/regions \
	%D%/regions-heap %D%/regions-pages %D%/replay %D%/results %D%/run %D%/same %D%/schedules \
	%D%/share-files %D%/share-gain %D%/stable %D%/sweep-files %D%/sweep-trace %D%/tasks %D%/threads \
	%D%/time %D%/time-files %D%/together %D%/typed-table %D%/types %D%/vote %D%/why
# Seconds and more each, beside others that look at the same.
LONG_TESTS += \
	%D%/allocators \
	%D%/asm \
	%D%/chase \
	%D%/checkpoint \
	%D%/contexts-builds \
	%D%/contexts-inline \
	%D%/contexts-limit \
	%D%/contexts-regions \
	%D%/contexts-stacks \
	%D%/cores-odd \
	%D%/demangle \
	%D%/fingerprint \
	%D%/harness \
	%D%/inputs \
	%D%/instructions \
	%D%/interrupted \
	%D%/layout \
	%D%/machines \
	%D%/many-threads \
	%D%/measure \
	%D%/native \
	%D%/objects-dhat \
	%D%/objects-sites \
	%D%/objects-sums \
	%D%/outside \
	%D%/pages \
	%D%/physical \
	%D%/predicted \
	%D%/programs \
	%D%/queues \
	%D%/recorded \
	%D%/regions \
	%D%/regions-heap \
	%D%/regions-pages \
	%D%/replay \
	%D%/results \
	%D%/same \
	%D%/sanitized \
	%D%/schedules \
	%D%/share-gain \
	%D%/stable \
	%D%/tasks \
	%D%/touches \
	%D%/types \
	%D%/validate \
	%D%/vote \
	%D%/what-if-objects
# Minutes, and tests of the tests.
LONG_TESTS += \
	%D%/bench \
	%D%/big-calls \
	%D%/big-trace \
	%D%/check-builds \
	%D%/check-rebuilds \
	%D%/contexts-languages \
	%D%/limit \
	%D%/memory \
	%D%/mutations \
	%D%/objects-programs \
	%D%/observer \
	%D%/policies \
	%D%/prefetches \
	%D%/policy \
	%D%/prefetcher \
	%D%/rounds \
	%D%/soak \
	%D%/typed-manuals \
	%D%/types-programs \
	%D%/viewer \
	%D%/what-if-pairs \
	%D%/widths

# Half an hour and more.
BY_HAND += \
	%D%/soak-all \
	%D%/together-all
