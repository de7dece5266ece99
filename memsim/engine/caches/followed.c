/* SPDX-License-Identifier: GPL-2.0-or-later */
/*
 * Lines of first levels, where they are followed (outer/traffic.h): which are dirty, and what outer
 * levels are informed of.
 *
 * The front answers writes only to lines that are dirty already (MSIM_FRONT_OWNED, ports/port.h);
 * so the first write to a line is seen, and others cost as much as without this.  With
 * write-through no line is, so each write is seen.
 *
 * A line that leaves is in the queue of misses before the reference that made it leave.  If outer
 * levels change first ones, the queue is passed on at once, granule by granule.
 */

#include "engine/outer/traffic.h"
#include "slow.h"

/* --- What outer levels are informed of ------------------------------------------------------ */

/* Bytes from `first`, which lie in one line of the port, or an access. */
static void put_mark(struct msim_sim *sim, const struct msim_line_user *user, unsigned what,
                     uint64_t first, uint32_t size)
{
    msim_slow_mark_context(sim);
    msim_misses_report(&sim->queue, what | user->kind, first, size, user->site);
}

static void put_line(struct msim_sim *sim, const struct msim_port *port,
                     const struct msim_line_user *user, unsigned what, uint64_t line)
{
    put_mark(sim, user, what, line << port->cache.shift, UINT32_C(1) << port->cache.shift);
}

/* What the line that was referenced last replaced, and that it came. */
static void put_moved(struct msim_sim *sim, const struct msim_port *port,
                      const struct msim_line_user *user, uint64_t granule)
{
    const struct msim_port_lines *lines = &port->lines;
    if (sim->lines.come)
        put_line(sim, port, user, MSIM_LINE_CAME, granule >> (port->cache.shift - port->shift));
    if (lines->left && (lines->left_dirty || sim->lines.come))
        put_line(sim, port, user, lines->left_dirty ? MSIM_LINE_LEFT_DIRTY : MSIM_LINE_LEFT_CLEAN,
                 lines->left - 1);
    if (sim->lines.at_once)
        msim_misses_drain(&sim->queue);
}

/* --- References --------------------------------------------------------------------------- */

/* After a reference to the granule, past the front. */
static inline void follow(struct msim_sim *sim, struct msim_port *port,
                          const struct msim_line_user *user, uint64_t granule)
{
    if (port->lines.came)
        put_moved(sim, port, user, granule);
    if (user->writes && sim->lines.back)
        msim_dirty_set(&port->cache, port->lines.slot);
    if (port->cache.dirty[port->lines.slot])
        msim_port_own(port, granule);
}

static unsigned touch(struct msim_sim *sim, struct msim_port *port,
                      const struct msim_line_user *user, uint64_t first, uint64_t last)
{
    unsigned missed = 0;
    uint64_t granule = first >> port->shift, end = last >> port->shift;
    for (; granule <= end; granule++) {
        uint32_t now = ++sim->now;
        if (msim_followed_hit(port, port->stamp, now, granule, granule, user->writes))
            continue;
        if (sim->lines.passes_writes && user->kind == MSIM_WRITE && !msim_port_has(port, granule)) {
            missed |= msim_port_pass(port, now, granule);
            continue;
        }
        missed |= msim_port_granule(port, now, granule);
        follow(sim, port, user, granule);
    }
    return missed;
}

unsigned msim_followed_touch(struct msim_sim *sim, const struct msim_line_user *user,
                             uint64_t first, uint64_t last)
{
    return touch(sim, sim->data, user, first, last);
}

unsigned msim_followed_fetch(struct msim_sim *sim, uint32_t site, uint64_t first, uint64_t last)
{
    const struct msim_line_user user = {site, MSIM_FETCH, false};
    return touch(sim, sim->instr, &user, first, last);
}

void msim_followed_run(struct msim_sim *sim, const struct msim_run *run, const uint64_t *record,
                       uint64_t granule)
{
    struct msim_line_user user = {.writes = run->writes};
    if (sim->data->lines.came) {
        const struct msim_segment *segment = msim_slow_segment_of(sim, record);
        const struct msim_access *access = &segment->accesses[run->first];
        user.site = segment->instrs[access->instr].site;
        user.kind = msim_access_kind(access);
    }
    follow(sim, sim->data, &user, granule);
}

void msim_followed_written(struct msim_sim *sim, uint32_t site, const struct msim_access *access,
                           uint64_t first, uint32_t size, unsigned missed)
{
    const struct msim_line_user user = {site, msim_access_kind(access), true};
    bool passed = sim->lines.passes_writes && user.kind == MSIM_WRITE && missed & MSIM_MISS_CACHE;
    if ((!access->write && !access->modify) || passed)
        return;
    put_mark(sim, &user, MSIM_LINE_WRITTEN, first, size);
    if (sim->lines.at_once)
        msim_misses_drain(&sim->queue);
}

/* --- Emptying, sums --------------------------------------------------------------------------- */

/* What was dirty is nowhere any more, and counts nowhere. */
void msim_followed_empty(struct msim_sim *sim)
{
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        msim_dirty_empty(&sim->cores.core[core].data.cache);
        msim_dirty_empty(&sim->cores.core[core].instr.cache);
    }
}

static bool adds_up(const struct msim_core_ports *ports, const struct msim_outer_core *outer)
{
    return msim_dirty_adds_up(&ports->data.cache) && msim_dirty_adds_up(&ports->instr.cache) &&
           (!outer->l2 || msim_dirty_adds_up(outer->l2)) &&
           (!outer->l3 || msim_dirty_adds_up(outer->l3));
}

bool msim_followed_add_up(const struct msim_sim *sim)
{
    for (uint32_t core = 0; core < sim->cores.used; core++)
        if (!adds_up(&sim->cores.core[core], &sim->outer.core[core]))
            return false;
    return true;
}

/* The bytes of the port's dirty lines that are not so in outer levels, nor in `other`. */
static uint64_t only_in(struct msim_sim *sim, const struct msim_port *port,
                        const struct msim_port *other)
{
    uint64_t bytes = 0;
    for (uint64_t slot = 0; port->cache.dirty && slot < msim_array_slots(&port->cache); slot++) {
        uint64_t tag = msim_array_tag(&port->cache, slot);
        if (!tag || !port->cache.dirty[slot])
            continue;
        int64_t same = other ? msim_array_find(&other->cache, tag - 1) : MSIM_NO_SLOT;
        if (same == MSIM_NO_SLOT || !other->cache.dirty[same])
            bytes += msim_traffic_only_first(&sim->outer, (tag - 1) << port->cache.shift,
                                             UINT64_C(1) << port->cache.shift);
    }
    return bytes;
}

/* First levels have lines of the same length if both have dirty ones. */
uint64_t msim_followed_dirty(struct msim_sim *sim)
{
    uint64_t bytes = 0;
    for (uint32_t core = 0; core < sim->cores.used; core++) {
        const struct msim_core_ports *ports = &sim->cores.core[core];
        msim_outer_run_on(&sim->outer, core);
        bytes += only_in(sim, &ports->data, NULL) + only_in(sim, &ports->instr, &ports->data) +
                 msim_traffic_dirty_bytes(&sim->outer, core);
    }
    msim_outer_run_on(&sim->outer, sim->cores.on);
    return bytes;
}
