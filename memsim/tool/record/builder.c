/* SPDX-License-Identifier: GPL-2.0-or-later */
/* The segments of builder.h and the code that records them. */
#include "builder.h"

#include "pub_tool_debuginfo.h"
#include "pub_tool_libcassert.h"
#include "pub_tool_libcbase.h"
#include "pub_tool_machine.h"

#include "clock.h"
#include "recorder.h"
#include "tool/base/ir.h"
#include "tool/base/options.h"
#include "tool/base/platform.h"
#include "tool/code/linked.h"
#include "tool/code/site.h"
#include "tool/code/stub.h"

enum { WORD_BYTES = 8, INSTR_ACCESSES = 16 /* kept free for the next instruction */ };

/* Words that are recorded without a test whether the chunk is full, at most. */
enum { UNTESTED_MAX = MSIM_SLACK_BYTES / WORD_BYTES / 2 };

void msim_builder_start(struct msim_builder *builder, struct msim_session *session, const IRSB *in,
                        IRSB *out, const VexGuestLayout *layout)
{
    builder->session = session;
    builder->layout = layout;
    builder->out = out;
    builder->open = False;
    builder->in = in;
    builder->next = 0;
    builder->other = NULL;
    builder->untested = UNTESTED_MAX;
    msim_bases_start(&builder->bases, out->tyenv->types_used);
    if (session->needs.operations)
        msim_flow_start(&builder->flow, in);
}

static Bool recording(const struct msim_builder *builder)
{
    return builder->session->recording;
}

/* --- IR ----------------------------------------------------------------------------------- */

static IRExpr *word(ULong value)
{
    return msim_ir_word(value);
}

static IRExpr *assign(struct msim_builder *builder, IRType type, IRExpr *expr)
{
    return msim_ir_assign(builder->out, type, expr);
}

static IRExpr *plus(struct msim_builder *builder, IRExpr *address, UInt bytes)
{
    if (bytes == 0)
        return address;
    return assign(builder, MSIM_WORD, IRExpr_Binop(MSIM_IR_ADD, address, word(bytes)));
}

/* Stores word `index` of the open record. */
static void store_word(struct msim_builder *builder, UInt index, IRExpr *value)
{
    IRExpr *at = plus(builder, IRExpr_RdTmp(builder->position), index * WORD_BYTES);
    addStmtToIRSB(builder->out, IRStmt_Store(Iend_LE, at, value));
}

static Bool has_branches(const struct msim_builder *builder)
{
    return builder->session->needs.branches && recording(builder);
}

static IRExpr *emit_position(struct msim_builder *builder)
{
    return assign(builder, MSIM_WORD, IRExpr_Get(msim_recorder_offset(builder->layout), MSIM_WORD));
}

/* The call changes the position, so no value read before it is used after it. */
static void emit_test(struct msim_builder *builder, IRExpr *at)
{
    IRExpr *bit = assign(builder, MSIM_WORD, IRExpr_Binop(Iop_And64, at, word(MSIM_CHUNK_BYTES)));
    IRExpr *full = assign(builder, Ity_I1, IRExpr_Unop(Iop_CmpNEZ64, bit));
    IRDirty *call = unsafeIRDirty_0_N(0, "msim_recorder_full",
                                      VG_(fnptr_to_fnentry)(msim_recorder_full), mkIRExprVec_0());
    call->guard = full;
    addStmtToIRSB(builder->out, IRStmt_Dirty(call));
    builder->untested = 0;
}

static void emit_header(struct msim_builder *builder)
{
    if (has_branches(builder) && builder->untested + 1 + MSIM_WORDS_MAX > UNTESTED_MAX)
        emit_test(builder, emit_position(builder));
    builder->position = emit_position(builder)->Iex.RdTmp.tmp;
    builder->header = IRConst_U64(0);
    store_word(builder, 0, IRExpr_Const(builder->header));
}

/* The test follows every segment, because any segment may be the last one before a side exit.  With
 * branches, it precedes the first one of a superblock instead, as the headers of those before exits
 * may still change. */
static void emit_advance(struct msim_builder *builder, UInt words)
{
    IRExpr *next = plus(builder, IRExpr_RdTmp(builder->position), words * WORD_BYTES);
    addStmtToIRSB(builder->out, IRStmt_Put(msim_recorder_offset(builder->layout), next));
    builder->untested += words;
    if (!has_branches(builder))
        emit_test(builder, next);
}

/* *counter += addend */
static void emit_count(struct msim_builder *builder, uint64_t *counter, IRExpr *addend)
{
    IRExpr *at = word((Addr)counter);
    IRExpr *old = assign(builder, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, at));
    IRExpr *new = assign(builder, Ity_I64, IRExpr_Binop(Iop_Add64, old, addend));
    addStmtToIRSB(builder->out, IRStmt_Store(Iend_LE, at, new));
}

/* Counts the instructions of the open segment.  If it continues another, that one counted the
 * first. */
static void emit_clock(struct msim_builder *builder)
{
    Int at = msim_shadow_offset(builder->layout, offsetof(struct msim_shadow, instrs));
    UInt instrs = builder->segment.instrs_used - builder->segment.continued;
    if (instrs == 0)
        return;
    IRExpr *old = assign(builder, Ity_I64, IRExpr_Get(at, Ity_I64));
    IRExpr *sum = assign(builder, Ity_I64, IRExpr_Binop(Iop_Add64, old, word(instrs)));
    addStmtToIRSB(builder->out, IRStmt_Put(at, sum));
}

/* --- Segments ----------------------------------------------------------------------------- */

/* True: calls and returns are recorded. */
static Bool has_flow(const struct msim_builder *builder)
{
    return builder->session->needs.flow;
}

static Bool has_operations(const struct msim_builder *builder)
{
    return builder->session->needs.operations;
}

/* Sets what observers of calls need to know of a segment's beginning. */
static void describe_start(struct msim_segment *segment)
{
    const HChar *name;
    segment->entry = VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), segment->address, &name);
    segment->stub = msim_is_stub(segment->address);
    segment->moved = msim_moved(segment->address);
}

static void open_segment(struct msim_builder *builder, Addr address)
{
    builder->segment = (struct msim_segment){
        .address = address, .instrs = builder->instrs, .accesses = builder->accesses};
    if (has_flow(builder))
        describe_start(&builder->segment);
    builder->open = True;
    builder->last_address = NULL;
    if (recording(builder))
        emit_header(builder);
}

/* Describes the segment of a branch that is taken, and of one that is not.  Returns the number of
 * the one that leaves the superblock; if it is not left, the header becomes that of the other. */
static uint32_t describe_branch(struct msim_builder *builder, enum msim_branch leaves)
{
    uint32_t number[MSIM_BRANCH_INDIRECT];
    builder->segment.jump = (int32_t)(builder->target - builder->next);
    for (unsigned i = MSIM_BRANCH_NOT_TAKEN; i <= MSIM_BRANCH_TAKEN; i++) {
        builder->segment.branch = i & 3;
        number[i] = msim_session_add(builder->session, &builder->segment);
    }
    unsigned stays = MSIM_BRANCH_NOT_TAKEN + MSIM_BRANCH_TAKEN - leaves;
    builder->other = word(msim_header(number[stays], builder->segment.words));
    return number[leaves];
}

/* `leaves`: what a conditional branch does that leaves the superblock; 0: none does. */
static void close_segment(struct msim_builder *builder, enum msim_branch leaves)
{
    if (!builder->open)
        return;
    builder->open = False;
    if (has_operations(builder))
        msim_flow_close(&builder->flow, &builder->segment);
    uint32_t number = leaves ? describe_branch(builder, leaves)
                             : msim_session_add(builder->session, &builder->segment);
    if (builder->session->counting)
        emit_count(builder, &msim_study_counter(&builder->session->study, number)->times, word(1));
    if (msim_clock_is_counting())
        emit_clock(builder);
    if (recording(builder)) {
        builder->header->Ico.U64 = msim_header(number, builder->segment.words);
        emit_advance(builder, 1 + builder->segment.words);
    }
}

void msim_builder_exit(struct msim_builder *builder)
{
    close_segment(builder, MSIM_BRANCH_NONE);
}

static void add_instr(struct msim_builder *builder, struct msim_instr instr)
{
    builder->instrs[builder->segment.instrs_used++] = instr;
    builder->last_address = NULL;
}

/* True: the instruction belongs to another function than those of the open segment. */
static Bool is_elsewhere(const struct msim_builder *builder, uint32_t site)
{
    const struct msim_dict *dict = &builder->session->dict;
    const struct msim_site *a = msim_dict_site_at(dict, builder->instrs[0].site);
    const struct msim_site *b = msim_dict_site_at(dict, site);
    return has_flow(builder) &&
           (a->function != b->function || a->object != b->object || a->begins != b->begins);
}

void msim_builder_instr(struct msim_builder *builder, Addr address, UInt length)
{
    const struct msim_segment *segment = &builder->segment;
    const struct msim_needs *needs = &builder->session->needs;
    uint32_t site = msim_site_of_instr(&builder->session->dict, address, needs);
    if (builder->open && (address != builder->next || is_elsewhere(builder, site) ||
                          segment->instrs_used == MSIM_INSTRS_MAX ||
                          segment->accesses_used + INSTR_ACCESSES > MSIM_ACCESSES_MAX))
        msim_builder_exit(builder);
    if (!builder->open)
        open_segment(builder, address);
    add_instr(builder, (struct msim_instr){site, (uint16_t)length, 0});
    builder->next = address + length;
    if (has_operations(builder))
        msim_flow_instr(&builder->flow, address, length, builder->segment.instrs_used - 1);
}

void msim_builder_how(struct msim_builder *builder, uint16_t how)
{
    if (builder->open && (builder->session->needs.tasks || has_operations(builder)))
        builder->instrs[builder->segment.instrs_used - 1].how |= how;
}

/* Opens a segment in the middle of the current instruction, which is already counted. */
static void continue_segment(struct msim_builder *builder)
{
    struct msim_instr current = builder->instrs[builder->segment.instrs_used - 1];
    msim_builder_exit(builder);
    open_segment(builder, builder->next - current.length);
    builder->segment.continued = 1;
    add_instr(builder, current);
}

void msim_builder_see(struct msim_builder *builder, Int at)
{
    const struct msim_segment *segment = &builder->segment;
    UInt last = builder->open && segment->accesses_used ? segment->accesses_used - 1 : 0;
    UInt first = last > 0 && builder->accesses[last].write && !builder->accesses[last - 1].write &&
                         builder->accesses[last - 1].instr == builder->accesses[last].instr
                     ? last - 1
                     : last;
    if (!has_operations(builder))
        return;
    if (builder->flow.in->stmts[at]->tag != Ist_Exit)
        msim_flow_see(&builder->flow, at, first, last);
}

/* --- Exits -------------------------------------------------------------------------------- */

/* True: an exit so is a branch of the program, as Cachegrind sees it. */
static Bool is_branch(const struct msim_builder *builder, IRJumpKind kind)
{
    return has_branches(builder) && (kind == Ijk_Boring || kind == Ijk_Call || kind == Ijk_Ret);
}

/* VEX leaves a superblock where the branch is not taken, if that is simpler: then the exit leads to
 * the next instruction. */
static enum msim_branch leaving(const struct msim_builder *builder, const IRStmt *exit)
{
    return exit->Ist.Exit.dst->Ico.U64 == builder->next ? MSIM_BRANCH_NOT_TAKEN : MSIM_BRANCH_TAKEN;
}

/* Where the branch goes if it is taken; the next address: that is not known. */
static Addr target_of(const struct msim_builder *builder, const IRStmt *exit)
{
    const IRExpr *next = builder->in->next;
    if (leaving(builder, exit) == MSIM_BRANCH_TAKEN)
        return exit->Ist.Exit.dst->Ico.U64;
    return next->tag == Iex_Const ? next->Iex.Const.con->Ico.U64 : builder->next;
}

void msim_builder_leave(struct msim_builder *builder, Int at)
{
    const IRStmt *exit = builder->in->stmts[at];
    Bool branches = is_branch(builder, exit->Ist.Exit.jk);
    builder->target = target_of(builder, exit);
    if (builder->open && has_operations(builder))
        msim_flow_exit(&builder->flow, at);
    if (branches && !builder->open)
        continue_segment(builder);
    close_segment(builder, branches ? leaving(builder, exit) : MSIM_BRANCH_NONE);
}

void msim_builder_stay(struct msim_builder *builder)
{
    if (builder->other)
        store_word(builder, 0, builder->other);
    builder->other = NULL;
}

/* The target of a jump that is no return becomes the last word of its record. */
static void add_target(struct msim_builder *builder, const IRSB *in)
{
    if (in->jumpkind == Ijk_Ret || !is_branch(builder, in->jumpkind) || in->next->tag != Iex_RdTmp)
        return;
    if (!builder->open)
        continue_segment(builder);
    UInt word = builder->segment.words + 1u;
    store_word(builder, word, in->next);
    builder->segment.words = word;
    builder->segment.branch = MSIM_BRANCH_INDIRECT;
}

/* A call's last access writes its return address, a return's reads it. */
void msim_builder_end(struct msim_builder *builder, const IRSB *in)
{
    IRJumpKind kind = in->jumpkind;
    if (kind == Ijk_Yield)
        msim_builder_how(builder, MSIM_INSTR_PAUSE);
    struct msim_segment *segment = &builder->segment;
    Bool returns = kind == Ijk_Ret;
    if (builder->open && has_operations(builder))
        msim_flow_end(&builder->flow, builder->next);
    if (builder->open && has_flow(builder) && (kind == Ijk_Call || returns) &&
        segment->accesses_used) {
        const struct msim_access *last = &segment->accesses[segment->accesses_used - 1];
        if (!last->maybe && last->write != returns)
            segment->end = returns ? MSIM_ENDS_RETURN : MSIM_ENDS_CALL;
    }
    add_target(builder, in);
    msim_builder_exit(builder);
}

/* --- Accesses ----------------------------------------------------------------------------- */

/* How many words bases may take: a branch may need one. */
static UInt most_words(const struct msim_builder *builder)
{
    return MSIM_WORDS_MAX - has_branches(builder);
}

/* The word that holds `base`, which is stored if it is new. 0: no word is free. */
static UInt word_of(struct msim_builder *builder, const struct msim_base *base, Long *distance)
{
    UInt used = builder->segment.words;
    for (UInt i = 1; i <= used; i++)
        if (msim_same_base(base->atom, builder->base[i], distance))
            return i;
    *distance = 0;
    if (used == most_words(builder))
        return 0;
    builder->base[used + 1] = base->atom;
    if (recording(builder))
        store_word(builder, used + 1, base->atom);
    return builder->segment.words = used + 1;
}

/* A word of its own, which no access has; without room for it there is no hint. */
void msim_builder_hint(struct msim_builder *builder, Int at)
{
    struct msim_hint hint;
    UInt word = builder->segment.words + 1u;
    if (!has_operations(builder) || !recording(builder) || word > most_words(builder) ||
        !msim_hint_at(builder->out, builder->flow.in, at, &hint))
        return;
    builder->base[word] = hint.address;
    store_word(builder, word, hint.address);
    builder->segment.words = word;
    msim_flow_hint(&builder->flow, &hint, word);
}

/* A conditional address: MSIM_NO_ADDRESS if the access does not happen. */
static struct msim_base guarded(struct msim_builder *builder, IRExpr *address, IRExpr *guard)
{
    IRExpr *chosen = IRExpr_ITE(guard, address, word(MSIM_NO_ADDRESS));
    return (struct msim_base){assign(builder, MSIM_WORD, chosen), 0};
}

static void count_if(struct msim_builder *builder, Bool write, IRExpr *guard)
{
    uint32_t site = builder->instrs[builder->segment.instrs_used - 1].site;
    msim_session_show(builder->session);
    struct msim_row *row = msim_profile_row(&builder->session->study.profile, site);
    IRExpr *happened = assign(builder, Ity_I64, IRExpr_Unop(Iop_1Uto64, guard));
    emit_count(builder, &row->count[write ? MSIM_WRITE : MSIM_READ][MSIM_REFS], happened);
}

/* True: this write is the second half of a modification; the read before it is marked as one. */
static Bool completes_modify(struct msim_builder *builder, IRExpr *address, UInt size)
{
    if (!builder->open || !builder->last_address || !eqIRAtom(builder->last_address, address))
        return False;
    struct msim_access *last = &builder->accesses[builder->segment.accesses_used - 1];
    if (last->write || last->modify || last->maybe || last->size != size)
        return False;
    last->modify = 1;
    return True;
}

void msim_builder_access(struct msim_builder *builder, IRExpr *address, UInt size, Bool write,
                         Bool block, IRExpr *guard)
{
    if (write && !guard && completes_modify(builder, address, size))
        return;
    if (!builder->open || builder->segment.accesses_used == MSIM_ACCESSES_MAX)
        continue_segment(builder);
    struct msim_base base = msim_bases_of(&builder->bases, address);
    if (guard && builder->session->counting)
        count_if(builder, write, guard);
    if (guard && recording(builder))
        base = guarded(builder, address, guard);
    Long distance;
    UInt in = word_of(builder, &base, &distance);
    if (in == 0) {
        continue_segment(builder);
        in = word_of(builder, &base, &distance);
    }
    tl_assert(size >= 1 && size <= MSIM_SIZE_MAX);
    builder->accesses[builder->segment.accesses_used++] =
        (struct msim_access){.offset = (int32_t)(base.offset + distance),
                             .word = in,
                             .size = size,
                             .instr = builder->segment.instrs_used - 1,
                             .write = write,
                             .maybe = guard != NULL,
                             .block = block};
    builder->last_address = guard ? NULL : address;
}
