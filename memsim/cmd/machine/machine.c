/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * memsim machine: shows and imports machines that can be simulated.
 *
 *     memsim machine list                  lists those that are shipped
 *     memsim machine show NAME|FILE        shows one of these, or a description
 *     memsim machine host                  shows this machine
 *     memsim machine measure FILE          measures this machine, and writes it as FILE
 *     memsim machine measure               measures only what a line from another core takes here
 *     memsim machine import TOPOLOGY.xml   makes a description from hwloc's XML
 */
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmd/base/die.h"
#include "cmd/base/human.h"
#include "cmd/base/wrap.h"
#include "cmd/command/command.h"
#include "cmd/draw/picture.h"
#include "cmd/files/operand.h"
#include "cmd/files/terminal.h"
#include "cmd/machine/file/described.h"
#include "cmd/machine/file/xmlfile.h"
#include "cmd/native/one.h"
#include "engine/machine/machines.h"
#include "show.h"

static const char *format, *out, *core, *kernel, *machine_of, *quick, *svg, *png, *size,
    *sysfs = "/sys/devices/system/cpu";

static const struct msim_arg options[] = {
    {"--format", "text|xml|flags|json",
     "for show and host; flags are the tool's options; for measure FILE: text or json [text]",
     &format},
    {"--core", "KIND", "for import: which of several kinds of cores, by name or number [1]", &core},
    {"--out", "FILE",
     "for import: write to FILE instead of standard output; for measure without FILE: this machine "
     "as it is known, with what a line from another core takes; also -o FILE",
     &out},
    {"--kernel", "NAME",
     "for measure: only this kernel, natively and simulated; its parameters follow with blanks",
     &kernel},
    {"--machine", "NAME|FILE", "for measure --kernel: what is simulated [host]", &machine_of},
    {"--quick", NULL,
     "for measure FILE or --kernel: few points or samples, of which no value is told well", &quick},
    {"--svg", "FILE", "for measure FILE: draw the curves as SVG", &svg},
    {"--png", "FILE", "for measure FILE: draw them as PNG", &png},
    {"--size", "W[xH]", "for measure FILE: width and height of the picture in pixels", &size},
    {"--sysfs", "DIR",
     "for host and measure: where the kernel describes caches [/sys/devices/system/cpu]", &sysfs},
    {NULL, NULL, NULL, NULL},
};

enum {
    MAY_FORMAT = 1,
    MAY_OUT = 2,
    MAY_CORE = 4,
    MAY_SYSFS = 8,
    MAY_KERNEL = 16,
    MAY_DRAW = 32,
    MAY_QUICK = 64
};

/* Of a kernel that is simulated by itself. */
enum { ROUNDS = 100 };

/* Refuses options that are not among those that may be given. */
static void only(const char *what, unsigned may)
{
    const char *wrong = format && !(may & MAY_FORMAT) ? "--format"
                        : out && !(may & MAY_OUT)     ? "--out"
                        : core && !(may & MAY_CORE)   ? "--core"
                        : strcmp(sysfs, "/sys/devices/system/cpu") != 0 && !(may & MAY_SYSFS)
                            ? "--sysfs"
                        : kernel && !(may & MAY_KERNEL)     ? "--kernel"
                        : machine_of && !(may & MAY_KERNEL) ? "--machine"
                        : quick && !(may & MAY_QUICK)       ? "--quick"
                        : svg && !(may & MAY_DRAW)          ? "--svg"
                        : png && !(may & MAY_DRAW)          ? "--png"
                        : size && !(may & MAY_DRAW)         ? "--size"
                                                            : NULL;
    if (wrong)
        msim_bad_usage("machine %s does not take %s", what, wrong);
}

/* --- list --------------------------------------------------------------------------------- */

static const char *size_of(const struct msim_machine *machine, enum msim_level level,
                           struct msim_human *human)
{
    if (!machine->level[level].units)
        return "-";
    *human = msim_human_size(machine->level[level].units);
    return human->text;
}

static int list(void)
{
    enum { TITLE = 52 }; /* from the beginning of a row to the title */
    struct msim_wrapped wrapped;
    only("list", 0);
    FILE *to = msim_wrap_begin(&wrapped);
    fprintf(to, "%-22s %-6s %-6s %-6s %-7s %s\n", "name", "I1", "D1", "L2", "L3", "machine");
    for (const struct msim_shipped *at = msim_shipped_machines; at->name; at++) {
        struct msim_described described;
        struct msim_machine machine;
        struct msim_human human[4];
        msim_machine_load(at->name, &described, &machine);
        fprintf(to, "%-22s %-6s %-6s %-6s %-7s %s\n", at->name,
                size_of(&machine, MSIM_I1, &human[0]), size_of(&machine, MSIM_D1, &human[1]),
                size_of(&machine, MSIM_L2, &human[2]), size_of(&machine, MSIM_L3, &human[3]),
                described.title);
        msim_described_free(&described);
    }
    msim_wrap_end(&wrapped, stdout, TITLE, msim_terminal_width());
    return msim_finish_stdout();
}

/* --- show --------------------------------------------------------------------------------- */

/* An L2 that is smaller than the D1 can be simulated but is probably a mistake. */
static void remark(const struct msim_machine *machine)
{
    const struct msim_geometry *level = machine->level;
    if (level[MSIM_L2].units && level[MSIM_L2].units < level[MSIM_D1].units)
        msim_warn("note: the L2 is smaller than the D1");
    if (level[MSIM_L3].units && level[MSIM_L3].units < level[MSIM_L2].units)
        msim_warn("note: the L3 is smaller than the L2");
}

static int show(const char *name)
{
    struct msim_described described;
    struct msim_machine machine;
    enum msim_machine_form form = msim_machine_form(format);
    only("show", MAY_FORMAT);
    msim_machine_load(name, &described, &machine);
    remark(&machine);
    char *note = form == MSIM_MACHINE_FLAGS ? msim_described_note(&described) : NULL;
    if (note)
        msim_warn("note: %s", note);
    free(note);
    msim_machine_show(&described, &machine, form, stdout);
    msim_described_free(&described);
    return msim_finish_stdout();
}

/* --- import ------------------------------------------------------------------------------- */

static int write_out(const struct msim_described *described)
{
    struct msim_whole_file file;
    msim_output_open(&file, out);
    msim_machine_write(described, file.to);
    return msim_output_close(&file);
}

static int import(const char *name)
{
    static const enum msim_file_kind kinds[] = {MSIM_FILE_TOPOLOGY, MSIM_FILE_UNKNOWN};
    struct msim_described described;
    struct msim_machine machine;
    struct msim_file_fault fault;
    char *note;
    size_t count;
    only("import", MAY_OUT | MAY_CORE);
    msim_operand_check(name, kinds);
    char *bytes = msim_xml_load(name, &count);
    if (!msim_topology_import(bytes, count, strcmp(name, "-") != 0 ? name : "imported", core,
                              &described, &note, &fault) ||
        !msim_described_machine(&described, &machine, &fault))
        msim_bad_input("%s:%d: %s", name, fault.line, fault.text);
    if (note)
        msim_warn("note: %s", note);
    free(note);
    note = msim_described_note(&described);
    if (note)
        msim_warn("note: %s", note);
    free(note);
    free(bytes);
    remark(&machine);
    int status = write_out(&described);
    msim_described_free(&described);
    return status;
}

/* --- measure ------------------------------------------------------------------------------ */

static int measure_kernel(void)
{
    only("measure --kernel", MAY_KERNEL | MAY_QUICK);
    msim_kernel_put(kernel, quick ? (struct msim_effort){1, 1} : (struct msim_effort){60, 7},
                    ROUNDS, machine_of, stdout);
    return msim_finish_stdout();
}

/* Ends the command if something is asked of a whole measurement, whose machine has no file. */
static void check_file(void)
{
    const char *first = svg ? "--svg" : png ? "--png" : quick ? "--quick" : "--format";
    if (!svg && !png && !quick && !format)
        return;
    msim_bad_usage("machine measure: %s needs a file for the machine, all of which is then "
                   "measured: memsim machine measure %s%s%s%s%s%s%s",
                   first, out ? out : "mine.xml", svg ? " --svg=" : "", svg ? svg : "",
                   png ? " --png=" : "", png ? png : "", quick ? " --quick" : "",
                   !format                   ? ""
                   : !strcmp(format, "text") ? " --format=text"
                                             : " --format=json");
}

static int measure_all(const char *name)
{
    struct msim_output output = {.svg = svg, .png = png, .size = size};
    if (out)
        msim_bad_usage("machine measure FILE writes the machine to FILE, so --out is not needed: "
                       "memsim machine measure %s",
                       name);
    only("measure FILE", MAY_FORMAT | MAY_SYSFS | MAY_DRAW | MAY_QUICK);
    if (format && strcmp(format, "text") != 0 && strcmp(format, "json") != 0)
        msim_bad_usage("machine measure FILE: --format=%s: expected text or json", format);
    msim_picture_check(&output);
    return msim_machine_measure_all(name, sysfs, quick, format && *format == 'j', &output);
}

/* `name`: the file of the machine; NULL: only what a line from another core takes. */
static int measure(const char *name)
{
    if (kernel && !name)
        return measure_kernel();
    if (machine_of)
        msim_bad_usage("machine measure: --machine is what --kernel=NAME is simulated on");
    if (name)
        return measure_all(name);
    struct msim_described described;
    struct msim_machine machine;
    check_file();
    only("measure", MAY_OUT | MAY_SYSFS);
    struct msim_measured measured = msim_machine_measure(sysfs);
    msim_measured_put(&measured, stdout);
    int status = msim_finish_stdout();
    if (!out || status)
        return status;
    msim_host_describe(sysfs, &machine, &described);
    msim_described_source(&described, "a line from another core: memsim machine measure");
    described.transfer = measured.cycles;
    status = write_out(&described);
    msim_described_free(&described);
    return status;
}

/* --- Subcommands -------------------------------------------------------------------------- */

/* Removes "-o FILE" from argv and takes it as "--out=FILE". */
static int take_o(int argc, char **argv)
{
    int left = 0;
    for (int i = 0; i < argc; i++) {
        if (strcmp(argv[i], "-o") != 0) {
            argv[left++] = argv[i];
            continue;
        }
        if (++i >= argc || !argv[i][0])
            msim_bad_usage("-o needs a file: -o FILE");
        out = argv[i];
    }
    return left;
}

static int run(struct msim_invocation *invocation)
{
    const char *usage = invocation->command->usage;
    char **argv = invocation->argv;
    invocation->argc = take_o(invocation->argc, argv);
    int operands = msim_invocation_args(invocation);
    const char *what = operands ? argv[0] : "";
    bool named = !strcmp(what, "show") || !strcmp(what, "import");
    if (!named && strcmp(what, "list") != 0 && strcmp(what, "host") != 0 &&
        strcmp(what, "measure") != 0)
        msim_bad_usage("machine: expected list, show, host, measure or import; usage: memsim %s",
                       usage);
    bool measures = !strcmp(what, "measure");
    if (operands != (named || (measures && operands > 1) ? 2 : 1))
        msim_bad_usage("machine %s: expected %s; usage: memsim %s", what,
                       named      ? "one name or file"
                       : measures ? "at most one file"
                                  : "nothing more",
                       usage);
    if (!strcmp(what, "list"))
        return list();
    if (!strcmp(what, "show") && strcmp(argv[1], "host") != 0)
        return show(argv[1]);
    if (!strcmp(what, "import"))
        return import(argv[1]);
    if (measures)
        return measure(operands > 1 ? argv[1] : NULL);
    enum msim_machine_form form = msim_machine_form(format);
    only("host", MAY_FORMAT | MAY_SYSFS);
    msim_machine_host(form, sysfs, stdout);
    return msim_finish_stdout();
}

const struct msim_command msim_machine_command = {
    .name = "machine",
    .form = "list|show|host|import ...",
    .summary = "show the machines that can be simulated; import others",
    .usage =
        "machine list | show NAME|FILE | host | measure [FILE] | import TOPOLOGY.xml [options]",
    .options = options,
    .run = run,
};
