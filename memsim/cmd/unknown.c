/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Options of memsim run that look like one of its own and are none; see run.h.
 *
 * They are refused before Valgrind starts, with the option that was probably meant. All others are
 * left to Valgrind, whose options depend on its version.
 */
#include <stdbool.h>
#include <string.h>

#include "cmd/base/args.h"
#include "cmd/base/die.h"
#include "cmd/base/nearest.h"
#include "cmd/command/command.h"
#include "engine/options.h"
#include "given.h"
#include "run.h"

enum { TYPOS = 2 }; /* at most: letters that are wrong, missing or exchanged */

static bool is_called(const char *option, const char *name)
{
    size_t length = strcspn(option, "=");
    return strlen(name) == length && !strncmp(option, name, length);
}

/* Valgrind's options that are that close to one of the tool's. */
static bool is_valgrinds(const char *option)
{
    return is_called(option, "--stats") || is_called(option, "--tool");
}

static const struct msim_arg *own_option(const char *option)
{
    for (const struct msim_arg *own = msim_run_options; own->name; own++)
        if (is_called(option, own->name))
            return own;
    return NULL;
}

/* The first option of which this one is the beginning, up to a dash; NULL: none. */
static const char *longer(const char *option)
{
    const struct msim_option *its;
    size_t length = strcspn(option, "=");
    for (unsigned i = 0; (its = msim_option_at(i)) != NULL; i++)
        if (!strncmp(its->name, option, length) && its->name[length] == '-')
            return its->name;
    return NULL;
}

static const char *probably_meant(const char *option)
{
    struct msim_nearest nearest = msim_nearest_to(option);
    const struct msim_option *its;
    for (unsigned i = 0; (its = msim_option_at(i)) != NULL; i++)
        msim_nearest_try(&nearest, its->name);
    for (const struct msim_arg *own = msim_run_options; own->name; own++)
        msim_nearest_try(&nearest, own->name);
    return nearest.name && nearest.distance <= TYPOS ? nearest.name : longer(option);
}

static void check(const char *option)
{
    const struct msim_arg *own = own_option(option);
    const char *meant;
    if (strncmp(option, "--", 2) != 0 || is_valgrinds(option))
        return;
    if (own && !strchr(option, '=') == !own->form)
        return;
    if (own && own->form)
        msim_bad_usage("run: %s needs a value: %s=%s", own->name, own->name, own->form);
    if (own)
        msim_bad_usage("run: %s: %s takes no value", option, own->name);
    if (msim_option_find(option) || (meant = probably_meant(option)) == NULL)
        return;
    if (is_called(option, meant))
        msim_bad_usage("run: %s needs a value, as memsim help run shows it: %s=...", meant, meant);
    msim_bad_usage("run: unknown option %s; did you mean %s? All options: memsim run --help=all",
                   option, meant);
}

void msim_run_check_options(const struct msim_naming *naming)
{
    for (int i = 0; i < naming->options; i++)
        check(naming->option[i]);
}
