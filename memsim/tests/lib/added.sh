# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
#
# What the tests share that follow HACKING's examples, each of which adds something by files of its own and a few
# lines: a copy of the sources in $tmp/new, which is built in $tmp/build. Sourced after test.sh.
: "${MAKE:=make}"
for program in autoreconf automake; do
    command -v $program > /dev/null || skip "no $program here"
done
configure_flags=$(sed -n 's/^VALGRIND_CONFIGURE_FLAGS = //p' "$builddir/Makefile")

# copy_sources: goes to the copy.
copy_sources() {
    doing "copying the sources"
    mkdir "$tmp/new" "$tmp/build" && cd "$srcdir" || exit 99
    cp -R .clang-format COPYING HACKING.md Makefile.am NEWS README.md autogen.sh configure.ac docs m4 machines \
        memsim memsim-in-place.in quickstart "$tmp/new" && chmod -R u+w "$tmp/new" || exit 99
    cd "$tmp/new" || exit 99
}

# only_changed LINES NAME...: of the sources that there were, so many lines were changed, and nothing but these
# names, which are those of files or of what was added.
only_changed() {
    lines=$(diff -r "$srcdir/memsim" memsim | grep -c '^[<>]')
    most=$1
    shift
    others=$(diff -rq "$srcdir/memsim" memsim)
    for name in "$@"; do
        others=$(printf '%s\n' "$others" | grep -v -e "$name")
    done
    [ "$lines" = "$most" ] && [ -z "$others" ] || complain "more than $most lines was changed: $lines $others"
}

# build_copy [TARGET]: builds all, or that, and goes to the build.
build_copy() {
    unset CFLAGS MAKEFLAGS MFLAGS
    doing "building the copy"
    ./autogen.sh > "$tmp/log" 2>&1 || { tail -n 40 "$tmp/log"; exit 1; }
    cd "$tmp/build" || exit 99
    # shellcheck disable=SC2086 # a list of flags
    ../new/configure -q --enable-werror --disable-dependency-tracking CFLAGS=-O0 TOOL_OPT=-O1 $configure_flags &&
        $MAKE -s -j2 "$@" > "$tmp/log" 2>&1 || { tail -n 40 "$tmp/log"; exit 1; }
}

# build_guest FILE: an example's program, ./guest, whose lines column() finds by their comments.
build_guest() {
    source=$srcdir/$1
    $CC -g -O1 -o guest "$source" || exit 99
}
# run_guest OPTION...: the file `counts` says what it missed on $machine, with these options.
run_guest() {
    # shellcheck disable=SC2086 # a list of options
    ./memsim-in-place $machine "$@" --memsim-out-file=counts --pagein=no --heap=no ./guest > log 2>&1 ||
        { complain "the program with $*"; cat log; }
}
# column FILE EVENT COMMENT: how often the line with this comment counted the event.
column() {
    awk -v event="$2" -v line="$(grep -n "/\* $3 \*/" "$source" | cut -d : -f 1)" -v name="${source##*/}" '
        /^events:/ { for (i = 2; i <= NF; i++) if ($i == event) at = i }
        /^f[li]=/ { here = substr($0, length($0) - length(name) + 1) == name }
        here && at && $1 == line { sum += $at }
        END { print sum + 0 }' "$1"
}
# refused REASON OPTION...: these options end the run with that reason.
refused() {
    reason=$1
    shift
    # shellcheck disable=SC2086 # a list of options
    ./memsim-in-place $machine "$@" ./guest > log 2>&1 && complain "$* is not refused"
    grep -q -e "$reason" log || { complain "$*: not refused with: $reason"; cat log; }
}
