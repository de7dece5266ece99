/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Local variables of the functions that rules name: where their frames are, while they are.
 *
 * A call writes its return address, and the CFA of the function that it calls is right after that.
 * The function is entered if the next code with a reference is its own.  Its frame ends when it
 * returns, or when a later call writes its return address at least as high (a longjmp, an
 * exception).
 */
#include "relocation.h"

#include "cmd/base/grow.h"
#include "relocated.h"

enum {
    RETURN_ADDRESS = 8,
    STACK = 8 << 20 /* a call this far above a frame is on another thread's stack */
};

static const char *function_of(const struct msim_relocation *relocation, uint32_t site)
{
    const struct msim_dict *dict = relocation->sites->dict;
    return msim_dict_text(dict, msim_dict_site_at(dict, site)->function);
}

static bool is_of(const struct msim_layout_rule *rule, const char *function)
{
    return rule->is_local && msim_sites_names(rule->frame[0].function, function);
}

/* True: it is code of a function that a rule names. */
static bool is_watched(struct msim_relocation *relocation, uint32_t site)
{
    struct msim_frames *frames = &relocation->frames;
    while (frames->sites <= site) {
        const char *function = function_of(relocation, frames->sites);
        bool watched = false;
        for (size_t i = 0; i < relocation->rules && !watched; i++)
            watched = is_of(relocation->rule[i].rule, function);
        MSIM_PUSH(frames->watched, frames->sites, watched);
    }
    return frames->watched[site];
}

static void enter(struct msim_relocation *relocation, uint32_t site, uint64_t cfa)
{
    struct msim_frames *frames = &relocation->frames;
    const char *function = function_of(relocation, site);
    for (size_t i = 0; i < relocation->rules; i++) {
        const struct msim_layout_rule *rule = relocation->rule[i].rule;
        if (!is_of(rule, function))
            continue;
        struct msim_relocated_new is = {cfa - rule->below, rule->local, (uint32_t)i, false};
        MSIM_PUSH(frames->frame, frames->used, (struct msim_frame_of){cfa, is.address});
        msim_relocated_begin(relocation, &is, MSIM_RELOCATED_LIVE);
        msim_relocated_count(relocation, &is);
    }
}

/* Ends the frames that a return address at `address` leaves no place for. */
static void leave(struct msim_relocation *relocation, uint64_t address)
{
    struct msim_frames *frames = &relocation->frames;
    while (frames->used) {
        const struct msim_frame_of *last = &frames->frame[frames->used - 1];
        if (address + RETURN_ADDRESS - last->cfa > STACK)
            return;
        msim_relocated_end(relocation, last->address);
        frames->used--;
    }
}

void msim_frames_see(struct msim_relocation *relocation, const struct msim_segment *segment,
                     const struct msim_access *access, uint64_t first)
{
    struct msim_frames *frames = &relocation->frames;
    if (frames->called && !segment->stub) {
        uint32_t site = segment->instrs[0].site;
        if (is_watched(relocation, site))
            enter(relocation, site, frames->called);
        frames->called = 0;
    }
    if (segment->end == MSIM_ENDS_ON || access != &segment->accesses[segment->accesses_used - 1])
        return;
    frames->calls = true;
    leave(relocation, first);
    if (segment->end == MSIM_ENDS_CALL)
        frames->called = first + RETURN_ADDRESS;
}
