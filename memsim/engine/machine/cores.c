/* SPDX-License-Identifier: GPL-2.0-or-later */
/* Reads and writes the cores of cores.h. */
#include "cores.h"

#include <stddef.h>

#include "engine/base/option.h"
#include "engine/base/reader.h"

void msim_cores_usual(struct msim_cores *cores, bool has_l3)
{
    if (!cores->l2_sharing)
        cores->l2_sharing = has_l3 ? 1 : MSIM_CORES_ALL;
    if (!cores->l2tlb_sharing)
        cores->l2tlb_sharing = 1;
    if (!cores->l3_sharing)
        cores->l3_sharing = MSIM_CORES_ALL;
}

const char *msim_protocol_name(enum msim_protocol protocol)
{
    return protocol == MSIM_MOESI ? "MOESI" : "MESI";
}

/* --- Reading ------------------------------------------------------------------------------ */

static const char *read_number(const char *text, struct msim_cores *cores)
{
    return msim_set_number(&cores->used, text, 1, MSIM_CORES_MAX,
                           "expected a number of cores from 1 to 64, or auto");
}

static const char *read_protocol(const char *text, struct msim_cores *cores)
{
    for (int protocol = MSIM_MESI; protocol <= MSIM_MOESI; protocol++)
        if (msim_same_text(text, msim_protocol_name((enum msim_protocol)protocol))) {
            cores->protocol = (enum msim_protocol)protocol;
            return NULL;
        }
    return "expected MESI or MOESI";
}

/* The levels that cores may share. */
static const struct shared {
    const char *name;
    size_t to;
} shared[] = {
    {"L2:", offsetof(struct msim_cores, l2_sharing)},
    {"L2TLB:", offsetof(struct msim_cores, l2tlb_sharing)},
    {"L3:", offsetof(struct msim_cores, l3_sharing)},
};

enum { SHARED = sizeof shared / sizeof *shared };

static bool take_sharing(struct msim_reader *reader, struct msim_cores *cores)
{
    uint64_t number = MSIM_CORES_ALL;
    for (int i = 0; i < SHARED; i++) {
        if (!msim_take(reader, shared[i].name))
            continue;
        if (!msim_take(reader, "all") &&
            (!msim_take_number(reader, &number) || !number || number > MSIM_CORES_MAX))
            return false;
        *(uint32_t *)(void *)((char *)cores + shared[i].to) = (uint32_t)number;
        return true;
    }
    return false;
}

/* Levels that it does not name stay as they are. */
static const char *read_sharing(const char *text, struct msim_cores *cores)
{
    struct msim_reader reader = {text};
    bool good = take_sharing(&reader, cores);
    while (good && msim_take(&reader, ","))
        good = take_sharing(&reader, cores);
    if (good && !*reader.at)
        return NULL;
    return "expected some of L2: L2TLB: L3: with the number of cores that share one, from 1 to 64, "
           "or "
           "all; as in L2:2,L3:all";
}

static bool is_pinned(const struct msim_cores *cores, uint32_t thread)
{
    for (uint32_t i = 0; i < cores->pins_used; i++)
        if (cores->pin[i].thread == thread)
            return true;
    return false;
}

static const char *take_pin(struct msim_reader *reader, struct msim_cores *cores)
{
    struct msim_pin pin;
    if (!msim_read_whole(&reader->at, &pin.thread) || !msim_take(reader, ":") ||
        !msim_read_whole(&reader->at, &pin.core))
        return "expected none or THREAD:CORE,...; threads are numbered from 1 in the order of "
               "their "
               "creation, cores from 0; as in 1:0,2:3";
    if (!pin.thread)
        return "expected threads from 1: the first thread of a program has the number 1";
    if (pin.core >= MSIM_CORES_MAX)
        return "expected cores from 0 to N - 1, where --cores=N is at most 64";
    if (is_pinned(cores, pin.thread))
        return "expected each thread once";
    if (cores->pins_used == MSIM_PINS_MAX)
        return "expected at most 64 threads";
    cores->pin[cores->pins_used++] = pin;
    return NULL;
}

static const char *read_pins(const char *text, struct msim_cores *cores)
{
    struct msim_reader reader = {text};
    cores->pins_used = 0;
    if (msim_same_text(text, "none"))
        return NULL;
    const char *wrong = take_pin(&reader, cores);
    while (!wrong && msim_take(&reader, ","))
        wrong = take_pin(&reader, cores);
    return wrong || !*reader.at ? wrong : "expected a comma, or the end, after THREAD:CORE";
}

static const struct {
    const char *name;
    const char *(*read)(const char *text, struct msim_cores *cores);
} values[] = {
    {"cores", read_number},
    {"coherence", read_protocol},
    {"sharing", read_sharing},
    {"pin", read_pins},
};

const char *msim_cores_read(const char *what, const char *text, struct msim_cores *cores)
{
    struct msim_cores read = *cores;
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        if (!msim_same_text(what, values[i].name))
            continue;
        const char *wrong = values[i].read(text, &read);
        if (!wrong)
            *cores = read;
        return wrong;
    }
    return "expected the name of a level, cores, coherence, sharing or pin, and =";
}

/* --- Writing ------------------------------------------------------------------------------ */

void msim_put_sharing(struct msim_text *text, const struct msim_cores *cores)
{
    const char *between = "";
    for (int i = 0; i < SHARED; i++) {
        uint32_t number = *(const uint32_t *)(const void *)((const char *)cores + shared[i].to);
        if (!number)
            continue;
        msim_put(text, between);
        msim_put(text, shared[i].name);
        if (number < MSIM_CORES_ALL)
            msim_put_number(text, number);
        else
            msim_put(text, "all");
        between = ",";
    }
}

void msim_put_pins(struct msim_text *text, const struct msim_cores *cores)
{
    for (uint32_t i = 0; i < cores->pins_used; i++) {
        msim_put(text, i ? "," : "");
        msim_put_number(text, cores->pin[i].thread);
        msim_put(text, ":");
        msim_put_number(text, cores->pin[i].core);
    }
}

void msim_put_cores(struct msim_text *text, const struct msim_cores *cores)
{
    if (cores->used && cores->used <= MSIM_CORES_MAX) {
        msim_put(text, " cores=");
        msim_put_number(text, cores->used);
    }
    if (cores->used || cores->protocol != MSIM_MESI) {
        msim_put(text, " coherence=");
        msim_put(text, msim_protocol_name(cores->protocol));
    }
    if (cores->l2_sharing || cores->l2tlb_sharing || cores->l3_sharing) {
        msim_put(text, " sharing=");
        msim_put_sharing(text, cores);
    }
    if (cores->pins_used) {
        msim_put(text, " pin=");
        msim_put_pins(text, cores);
    }
}
