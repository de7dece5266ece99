# SPDX-License-Identifier: GPL-2.0-or-later
# shellcheck shell=sh
#
# Downloads from Debian, for tests that need other people's packages or sources. Where they come from is taken from the
# machine's own apt configuration; apt gets folders of its own, so nothing of the machine's state changes. Sourced
# after test.sh.

# The name of the machine's release.
own_release() {
    # shellcheck disable=SC1091 # the machine's
    own=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
    echo "${own:-unstable}"
}

# sources_for OWN SUITE FILE deb|deb-src: the machine's package sources for its own release, with the suite in place
# of the release's name, in FILE.list and FILE.sources. Updates and security archives (suites that are called
# otherwise) fall out.
sources_for() {
    eval "$(apt-config shell parts Dir::Etc::sourceparts/d list Dir::Etc::sourcelist/f)"
    # shellcheck disable=SC2154 # both set by apt-config
    for file in "$list" "$parts"*.list; do
        [ -f "$file" ] || continue
        # deb [options] URI suite components
        awk -v own="$1" -v suite="$2" -v kind="$4" '$1 == "deb" {
            at = 2
            if ($2 ~ /^\[/) while (at < NF && $at !~ /\]$/) at++
            if ($2 ~ /^\[/) at++
            if ($(at + 1) == own) { $1 = kind; $(at + 1) = suite; print }
        }' "$file" > "$tmp/found"
        if [ -s "$tmp/found" ]; then cat "$tmp/found"; fi
    done > "$3.list"
    for file in "$parts"*.sources; do
        [ -f "$file" ] || continue
        # Stanzas of "Field: value" lines, separated by empty lines.
        awk -v own="$1" -v suite="$2" -v kind="$4" '
            function flush(   n, i, word, mine) {
                n = split(suites, word, /[ \t]+/)
                for (i = 1; i <= n; i++) if (word[i] == own) mine = 1
                if (mine && types ~ /(^|[ \t])deb([ \t]|$)/ && !off)
                    print "Types: " kind "\nSuites: " suite "\n" rest
                suites = types = rest = field = ""; off = 0
            }
            /^#/ { next }
            /^[ \t]*$/ { flush(); next }
            /^[^ \t]/ { field = tolower($1) }
            field == "suites:" { sub(/^[^ \t:]+:/, ""); suites = suites " " $0; next }
            field == "types:" { sub(/^[^ \t:]+:/, ""); types = types " " $0; next }
            field == "enabled:" { off = (tolower($2) ~ /^(no|false|0)$/); next }
            { rest = rest $0 "\n" }
            END { flush() }' "$file"
    done > "$3.sources"
    [ -s "$3.list" ] || [ -s "$3.sources" ] ||
        { echo "apt's configuration names no source for this machine's release, $1"; return 1; }
}

# apt_folders DIR: makes those of apt; sources go to DIR/parts, and DIR/get is for what is downloaded.
apt_folders() {
    mkdir -p "$1/parts" "$1/lists/partial" "$1/cache/archives/partial" "$1/get" || return 1
    : > "$1/status"
    # As root, apt downloads as the user _apt.
    [ "$(id -u)" -ne 0 ] || chown _apt "$1/get"
}

# apt_in DIR ARGUMENT...: apt-get with the folders in DIR.
apt_in() {
    apt=$1
    shift
    apt-get -q -o "Dir::Etc::sourcelist=$apt/none" -o "Dir::Etc::sourceparts=$apt/parts" \
        -o Dir::Etc::preferences=/dev/null -o Dir::Etc::preferencesparts=/dev/null \
        -o "Dir::State=$apt" -o "Dir::State::status=$apt/status" -o "Dir::State::lists=$apt/lists" \
        -o "Dir::Cache=$apt/cache" -o Dir::Cache::pkgcache= -o Dir::Cache::srcpkgcache= \
        -o Acquire::Languages=none -o APT::Update::Error-Mode=any -o APT::Get::List-Cleanup=0 "$@"
}
