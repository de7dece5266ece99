# SPDX-License-Identifier: GPL-2.0-or-later
#
# Completion, each where its shell looks.

bashcompletiondir = $(datadir)/bash-completion/completions
dist_bashcompletion_DATA = %D%/bash/memsim
zshcompletiondir = $(datadir)/zsh/site-functions
dist_zshcompletion_DATA = %D%/zsh/_memsim
fishcompletiondir = $(datadir)/fish/vendor_completions.d
dist_fishcompletion_DATA = %D%/fish/memsim.fish
