/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The subcommand (validate.h). */
#include "validate.h"

#include <stdlib.h>

#include "cmd/base/die.h"
#include "cmd/command/command.h"
#include "cmd/draw/picture.h"

static const char *machine, *pairs;

static const struct msim_arg options[] = {
    {"--machine", "NAME|FILE", "simulate this machine [host]", &machine},
    {"--pairs", "NAME,...", "only these pairs [all]", &pairs},
    {.name = "--format", .help = "text or json [text]"},
    {.name = "--out"},
    {.name = "--svg"},
    {.name = "--png"},
    {.name = "--size"},
    {NULL, NULL, NULL, NULL}};

static bool wants_json(const struct msim_output *output)
{
    static const char *const names[] = {"text", "json", NULL};
    return output->format && msim_arg_choice("--format", output->format, names) == 1;
}

static int write_out(struct msim_invocation *invocation, const struct msim_validated *validated)
{
    FILE *to = msim_invocation_open(invocation);
    if (wants_json(&invocation->output))
        msim_validated_json(validated, to);
    else
        msim_validated_text(validated, to);
    return msim_invocation_close(invocation);
}

static int run(struct msim_invocation *invocation)
{
    if (msim_invocation_args(invocation))
        msim_bad_usage("validate: '%s' is not expected; to choose pairs: memsim validate "
                       "--pairs=NAME,...; usage: memsim %s",
                       invocation->argv[0], invocation->command->usage);
    wants_json(&invocation->output);
    msim_invocation_check_pictures(invocation);
    struct msim_validated validated = {.machine = machine};
    msim_validated_choose(&validated, pairs);
    msim_validated_fit(&validated);
    msim_validated_run(&validated);
    struct msim_picture picture = {.output = &invocation->output};
    while (msim_picture_next(&picture, msim_validated_picture_size(
                                           &validated, msim_picture_asked(&invocation->output).x)))
        msim_validated_picture(&validated, picture.canvas);
    int status =
        msim_output_is_picture(&invocation->output) ? MSIM_DONE : write_out(invocation, &validated);
    free(validated.pair);
    return status;
}

const struct msim_command msim_validate_command = {
    .name = "validate",
    .form = "",
    .summary = "run pairs of small programs natively and simulated, and compare",
    .usage = "validate [options]",
    .options = options,
    .run = run,
};
