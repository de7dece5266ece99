/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The trees of epochs.h. */
#include "epochs.h"

#include "stream/event.h"

/* --- An epoch ends ------------------------------------------------------------------------ */

static uint32_t add_root(struct msim_tree *tree)
{
    return msim_table_add(&tree->contexts) ? tree->contexts.used - 1 : 0;
}

/* The context with the same path below `root`, which is made if it is new.  Parents come first:
 * `twin` has those of earlier contexts, so each step up ends at one of them. */
static uint32_t twin_of(struct msim_tree *tree, const struct msim_mem *mem, uint32_t number,
                        uint32_t root, uint32_t from)
{
    uint32_t used = 0, at, twin = root;
    for (at = number; at > from; at = msim_context_at(tree, at)->parent)
        used++;
    uint32_t *path = msim_get(mem, (used + 1) * sizeof *path, 8);
    for (at = number; at > from; at = msim_context_at(tree, at)->parent)
        path[--used] = at;
    for (; path[used]; used++) {
        const struct msim_context *context = msim_context_at(tree, path[used]);
        struct msim_context key = *context;
        key.parent = twin;
        twin = msim_tree_find(tree, &key);
    }
    return twin;
}

static void move_stack(struct msim_follower *follower, struct msim_flow_stack *stack, uint32_t root,
                       uint32_t from)
{
    uint32_t old = 0, new = 0;
    for (uint32_t i = 0; i < stack->frames.used; i++) {
        struct msim_flow_stack_frame *frame = msim_flow_stack_frame_at(stack, i);
        uint32_t context = msim_tree_settled(&follower->tree, frame->context);
        struct msim_context key = *msim_context_at(&follower->tree, context);
        if (old && key.parent == old) {
            key.parent = new;
            frame->context = msim_tree_find(&follower->tree, &key);
        } else if (context) {
            frame->context = twin_of(&follower->tree, follower->stacks.mem, context, root, from);
        }
        old = context;
        new = frame->context;
    }
}

static void enter(struct msim_follower *follower, struct msim_contexts *contexts,
                  uint64_t instructions)
{
    uint32_t now = msim_flow_stack_context(msim_flow_stack_running(&follower->stacks));
    msim_contexts_enter(contexts, now, &msim_context_at(&follower->tree, now)->refs, instructions,
                        0);
}

/* The function that a dump precedes is called in the epoch after it. */
static void move_call(struct msim_tree *tree, uint32_t from, uint32_t to)
{
    if (!msim_context_at(tree, from)->calls)
        return;
    msim_context_at(tree, from)->calls--;
    msim_context_at(tree, to)->calls++;
}

void msim_epoch_end(struct msim_follower *follower, struct msim_contexts *contexts,
                    enum msim_epoch_end end, uint32_t text, uint64_t instructions)
{
    uint32_t from = follower->root, before = contexts->number, root = add_root(&follower->tree);
    struct msim_epoch *ended = root ? msim_table_add(&follower->epochs) : NULL;
    if (!ended)
        return;
    *ended = (struct msim_epoch){root, text, (uint8_t)end};
    follower->root = root;
    follower->tree.bound.lifted = true;
    for (uint32_t i = 1; i < follower->stacks.table.used; i++)
        move_stack(follower, msim_flow_stack_at(&follower->stacks, i), root, from);
    follower->tree.bound.lifted = false;
    enter(follower, contexts, instructions);
    if (end == MSIM_EPOCH_BEFORE)
        move_call(&follower->tree, msim_tree_settled(&follower->tree, before), contexts->number);
}

void msim_epoch_lose_stacks(struct msim_follower *follower, struct msim_contexts *contexts,
                            uint64_t instructions)
{
    for (uint32_t i = 1; i < follower->stacks.table.used; i++) {
        struct msim_flow_stack *stack = msim_flow_stack_at(&follower->stacks, i);
        stack->frames.used = 0;
        stack->called = false;
    }
    enter(follower, contexts, instructions);
}

/* A part of the run ends. */
static void take_event(struct msim_follower *follower, struct msim_contexts *contexts,
                       const uint64_t *record, uint64_t instructions)
{
    uint32_t text = msim_event_upper(record[1]);
    switch (msim_part_call_of(record)) {
    case MSIM_PART_DUMP:
        msim_epoch_end(follower, contexts, MSIM_EPOCH_DUMP, text, instructions);
        break;
    case MSIM_PART_ZERO:
        msim_epoch_end(follower, contexts, MSIM_EPOCH_FORGOTTEN, text, instructions);
        break;
    case MSIM_PART_OFF:
        if (follower->watch.names)
            msim_watch_leave_all(&follower->watch, &follower->callees, instructions);
        msim_epoch_lose_stacks(follower, contexts, instructions);
        break;
    default:
        break;
    }
}

void msim_epochs_init(struct msim_follower *follower, const struct msim_mem *mem)
{
    msim_table_init(&follower->epochs, mem, sizeof(struct msim_epoch), MSIM_EPOCHS_MAX);
    follower->part_event = take_event;
}

void msim_epochs_clear(struct msim_follower *follower)
{
    for (uint32_t i = 0; i < follower->epochs.used; i++) {
        struct msim_epoch *epoch = msim_table_at(&follower->epochs, i);
        if (epoch->end != MSIM_EPOCH_FORGOTTEN)
            epoch->end = MSIM_EPOCH_INHERITED;
    }
}

/* --- Trees for files ---------------------------------------------------------------------- */

/* A tree with the contexts from `first` up to `end`, numbered from 0, which count nothing, and room
 * for `more`, which are found there.  Those that stand below others are left without a parent. */
static struct msim_tree copy_of(const struct msim_tree *tree, const struct msim_mem *mem,
                                uint32_t first, uint32_t end, uint32_t more)
{
    struct msim_tree copy = {.fold = tree->fold,
                             .waiting = tree->waiting,
                             .callees = tree->callees,
                             .bound = tree->bound};
    uint32_t most = end - first + more;
    msim_table_init(&copy.contexts, mem, sizeof(struct msim_context), most);
    msim_lookup_init(&copy.lookup, mem, tree->lookup.kind);
    msim_sparse_init(&copy.misses, mem, sizeof(struct msim_context_misses), most);
    msim_sparse_init(&copy.shared, mem, sizeof(struct msim_context_shared), most);
    for (uint32_t i = first; i < end; i++) {
        struct msim_context *context = msim_table_add(&copy.contexts);
        *context = *msim_context_at(tree, i);
        bool has_parent = i > first && context->parent >= first;
        if (!has_parent)
            context->kind = MSIM_CONTEXT_NONE;
        context->parent = has_parent ? context->parent - first : 0;
        context->refs = (struct msim_context_refs){{0}};
        context->calls = 0;
        if (more)
            msim_lookup_add(&copy.lookup, &copy.contexts);
    }
    return copy;
}

static void add(struct msim_tree *to, uint32_t number, const struct msim_tree *from, uint32_t of)
{
    const struct msim_context *context = msim_context_at(from, of);
    msim_context_at(to, number)->calls += context->calls;
    for (unsigned kind = 0; kind < MSIM_KINDS; kind++)
        msim_context_at(to, number)->refs.count[kind] += context->refs.count[kind];
    msim_tree_add_sparse(to, number, from, of);
}

static uint32_t root_of(const struct msim_follower *follower, uint32_t number)
{
    return number ? msim_epoch_at(follower, number - 1)->root : 0;
}

static uint32_t end_of(const struct msim_follower *follower, uint32_t number)
{
    const struct msim_epoch *epoch = msim_epoch_at(follower, number);
    return epoch ? epoch->root : follower->tree.contexts.used;
}

struct msim_epoch_contexts msim_epoch_contexts(const struct msim_follower *follower,
                                               uint32_t number)
{
    return (struct msim_epoch_contexts){root_of(follower, number), end_of(follower, number)};
}

struct msim_follower msim_epoch_only(const struct msim_follower *follower,
                                     const struct msim_mem *mem, uint32_t number,
                                     const bool *counts)
{
    uint32_t first = root_of(follower, number), end = end_of(follower, number);
    struct msim_follower only = *follower;
    only.tree = copy_of(&follower->tree, mem, first, end, 0);
    for (uint32_t i = first; i < end; i++)
        if (!counts || counts[i - first])
            add(&only.tree, i - first, &follower->tree, i);
    return only;
}

/* The first epoch gets a context for each path, in a copy of the tree. */
static uint32_t *find_twins(const struct msim_follower *follower, struct msim_tree *copy,
                            const struct msim_mem *mem)
{
    uint32_t used = follower->tree.contexts.used, epoch = 0;
    uint32_t *twin = msim_get(mem, (used + 1) * sizeof *twin, 8);
    copy->bound.lifted = true;
    for (uint32_t i = 0; i < used; i++) {
        struct msim_context key = *msim_context_at(&follower->tree, i);
        while (i >= end_of(follower, epoch))
            epoch++;
        twin[i] = i;
        if (!epoch || i == root_of(follower, epoch) || key.kind == MSIM_CONTEXT_WAITING) {
            twin[i] = epoch && i == root_of(follower, epoch) ? 0 : i;
            continue;
        }
        key.parent = twin[key.parent];
        twin[i] = msim_tree_find(copy, &key);
    }
    copy->bound.lifted = false;
    return twin;
}

/* What is not the first epoch's becomes a number that stands for a context there. */
struct msim_follower msim_epoch_all(const struct msim_follower *follower,
                                    const struct msim_mem *mem)
{
    uint32_t used = follower->tree.contexts.used, epoch = 0;
    struct msim_follower all = *follower;
    bool *forgotten = msim_get(mem, used * sizeof *forgotten, 8);
    all.tree = copy_of(&follower->tree, mem, 0, used, used);
    const uint32_t *twin = find_twins(follower, &all.tree, mem);
    all.forgotten = forgotten;
    for (uint32_t i = 0; i < used; i++) {
        while (i >= end_of(follower, epoch))
            epoch++;
        const struct msim_epoch *ended = msim_epoch_at(follower, epoch);
        struct msim_context *context = msim_context_at(&all.tree, i);
        forgotten[i] = ended && ended->end >= MSIM_EPOCH_FORGOTTEN;
        if (!forgotten[i])
            add(&all.tree, twin[i], &follower->tree, i);
        if (twin[i] != i && context->kind != MSIM_CONTEXT_NONE) {
            context->kind = MSIM_CONTEXT_WAITING;
            context->parent = twin[i];
        }
    }
    return all;
}
