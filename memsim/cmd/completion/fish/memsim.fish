# SPDX-License-Identifier: GPL-2.0-or-later
#
# Completion of memsim's words for fish. memsim itself says which there are.

function __memsim_complete
    set -l words (commandline -opc) (commandline -ct)
    $words[1] complete $words[2..-1] 2>/dev/null
end

function __memsim_takes_file
    test (count (commandline -opc)) -gt 1
end

complete -c memsim -n 'not __memsim_takes_file' -f
complete -c memsim -a '(__memsim_complete)'
