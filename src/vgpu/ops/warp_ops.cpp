// Instructions that communicate between lanes of a warp: shuffles, votes, matches, reductions.
#include <algorithm>
#include <bit>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/sync_masks.h"
#include "vgpu/machine/worker.h"

namespace whet::vgpu {

namespace {

constexpr CollectiveOperand k_word = CollectiveOperand::word;

enum ShuffleMode : uint16_t { up, down, butterfly, indexed };

// As PTX defines it: c packs the clamp and the segment mask.
int source_lane(ShuffleMode mode, int lane, uint32_t b, uint32_t c, bool* inside) {
  const int clamp = c & 0x1f, segment = c >> 8 & 0x1f, step = b & 0x1f;
  const int max_lane = (lane & segment) | (clamp & ~segment), min_lane = lane & segment;
  int from = lane;
  switch (mode) {
    case up:
      from = lane - step;
      *inside = from >= max_lane;
      break;
    case down:
      from = lane + step;
      *inside = from <= max_lane;
      break;
    case butterfly:
      from = lane ^ step;
      *inside = from <= max_lane;
      break;
    case indexed:
      from = min_lane | (step & ~segment);
      *inside = from <= max_lane;
      break;
  }
  return *inside ? from : lane;
}

// Lanes that read one that does not take part.
void report_absent(Warp& warp, const Op& op, const int* sources, Mask valid) {
  if (warp.full() || !warp.worker->launch.observer) return;
  for (Mask rest = valid & warp.mask; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    if (warp.mask >> sources[lane] & 1) continue;
    warp.worker->fault(warp, op, FaultKind::wrong_mask, lane, 0, 0, "reads a lane that does not take part");
  }
}

// Op: dst|dst2, a value, b lane or distance, c clamp, d member mask.
template <ShuffleMode kMode>
void shuffle_group(Warp& warp, const Op& op, Mask) {
  const Source<uint32_t> a(warp, op.a), b(warp, op.b), c(warp, op.c);
  alignas(64) uint32_t result[k_lanes];
  alignas(64) int sources[k_lanes];
  Mask valid = 0;
  for (int lane = 0; lane < k_lanes; ++lane) {
    bool inside = false;
    sources[lane] = source_lane(kMode, lane, b[lane], c[lane], &inside);
    valid |= static_cast<Mask>(inside) << lane;
  }
  for (int lane = 0; lane < k_lanes; ++lane) result[lane] = a[sources[lane]];
  report_absent(warp, op, sources, valid);
  write_lanes<uint32_t>(warp, op.dst, [&](int lane) { return result[lane]; });
  if (op.dst2.present()) warp.put_predicate(op.dst2, valid);
}

void shuffle(Warp& warp, const Op& op) {
  constexpr void (*k_groups[])(Warp&, const Op&, Mask) = {shuffle_group<up>, shuffle_group<down>,
                                                          shuffle_group<butterfly>, shuffle_group<indexed>};
  with_members(warp, op, op.d, {k_word, k_word}, k_groups[op.small]);
}

enum VoteMode : uint16_t { all, any, uni, ballot };

// Op: dst, a predicate (flags: negated), b member mask.
void vote_group(Warp& warp, const Op& op, Mask asked) {
  const Mask holds = (op.flags ? ~warp.predicate(op.a) : warp.predicate(op.a)) & warp.mask;
  switch (static_cast<VoteMode>(op.small)) {
    case all:
      warp.put_predicate(op.dst, (holds & asked) == asked ? k_all_lanes : 0);
      break;
    case any:
      warp.put_predicate(op.dst, (holds & asked) != 0 ? k_all_lanes : 0);
      break;
    case uni:
      warp.put_predicate(op.dst, (holds & asked) == 0 || (holds & asked) == asked ? k_all_lanes : 0);
      break;
    case ballot:
      write_lanes<uint32_t>(warp, op.dst, [&](int) { return holds & asked; });
      break;
  }
}

void vote(Warp& warp, const Op& op) {
  const CollectiveOperand result = op.small == ballot ? k_word : CollectiveOperand::predicate;
  with_members(warp, op, op.b, {CollectiveOperand::predicate, result}, vote_group);
}

// Lanes that run on by themselves from an activemask on; 0: none.
Mask lanes_apart(const Warp& warp, const Op& op) {
  const LaunchState& launch = warp.worker->launch;
  if (!launch.reordered || !warp.program->any_order) return 0;
  uint64_t bits = launch.options->order.blocks * 0x9e3779b97f4a7c15ull ^ warp.block->place_of(warp) << 20 ^ op.index;
  bits = (bits ^ bits >> 30) * 0xbf58476d1ce4e5b9ull;
  bits ^= bits >> 31;
  const Mask drawn = warp.mask & static_cast<Mask>(bits >> 16);
  return bits % 4 == 0 || drawn == warp.mask ? 0 : drawn;
}

// Which lanes are together there nobody promises: in launches with another order some are not.
void active_mask(Warp& warp, const Op& op) {
  const Mask now = warp.mask, apart = lanes_apart(warp, op);
  const Mask rest = now & ~apart;
  write_lanes<uint32_t>(warp, op.dst, [&](int lane) { return apart >> lane & 1 ? apart : rest; });
  if (apart != 0) warp.fork(apart, warp.op_index(op) + 1);
}

// Op: dst|dst2, a value, b member mask.
template <typename T>
void match_group(Warp& warp, const Op& op, Mask asked) {
  const Source<T> a(warp, op.a);
  alignas(64) uint32_t result[k_lanes] = {};
  bool all_same = true;
  for (Mask rest = asked; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    for (Mask other = asked; other; other &= other - 1) {
      const int j = std::countr_zero(other);
      if (a[j] == a[lane])
        result[lane] |= 1u << j;
      else
        all_same = false;
    }
  }
  const bool match_all = op.small == 1;
  write_lanes<uint32_t>(warp, op.dst, [&](int lane) { return match_all ? (all_same ? asked : 0) : result[lane]; });
  if (match_all && op.dst2.present()) warp.put_predicate(op.dst2, all_same ? k_all_lanes : 0);
}

template <typename T>
void match(Warp& warp, const Op& op) {
  with_members(warp, op, op.b, {sizeof(T) == 8 ? CollectiveOperand::wide : k_word, k_word}, match_group<T>);
}

enum ReduceMode : uint16_t { r_add, r_min, r_max, r_and, r_or, r_xor };

template <typename T>
T reduce_pair(ReduceMode mode, T x, T y) {
  switch (mode) {
    case r_add:
      return static_cast<T>(x + y);
    case r_min:
      return std::min(x, y);
    case r_max:
      return std::max(x, y);
    default:
      return x;
  }
}

// Op: dst, a value, b member mask; flags: signed.
void reduce_group(Warp& warp, const Op& op, Mask asked) {
  const Source<uint32_t> a(warp, op.a);
  const auto mode = static_cast<ReduceMode>(op.small);
  uint32_t result = a[std::countr_zero(asked)];
  for (Mask rest = asked & (asked - 1); rest; rest &= rest - 1) {
    const uint32_t value = a[std::countr_zero(rest)];
    if (mode == r_and)
      result &= value;
    else if (mode == r_or)
      result |= value;
    else if (mode == r_xor)
      result ^= value;
    else if (op.flags)
      result = static_cast<uint32_t>(reduce_pair(mode, static_cast<int32_t>(result), static_cast<int32_t>(value)));
    else
      result = reduce_pair(mode, result, value);
  }
  write_lanes<uint32_t>(warp, op.dst, [&](int) { return result; });
}

void reduce(Warp& warp, const Op& op) {
  with_members(warp, op, op.b, {k_word, k_word}, reduce_group);
}

// Op: dst|dst2 are the leader's lane and whether this lane is the leader, a member mask.
void elect_group(Warp& warp, const Op& op, Mask asked) {
  const auto leader = static_cast<uint32_t>(std::countr_zero(asked));
  if (op.dst.present()) write_lanes<uint32_t>(warp, op.dst, [&](int) { return leader; });
  warp.put_predicate(op.dst2, 1u << leader);
}

void elect(Warp& warp, const Op& op) {
  with_members(warp, op, op.a, {CollectiveOperand::none, k_word}, elect_group);
}

template <size_t N>
int index_of(const ptx::Instruction& in, const std::string_view (&words)[N]) {
  for (size_t i = 0; i < N; ++i) {
    if (in.has(words[i])) return static_cast<int>(i);
  }
  return -1;
}

constexpr std::string_view k_shuffle_words[] = {"up", "down", "bfly", "idx"};
constexpr std::string_view k_vote_words[] = {"all", "any", "uni", "ballot"};
constexpr std::string_view k_reduce_words[] = {"add", "min", "max", "and", "or", "xor"};

}  // namespace

Result<bool> decode_warp(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  Op& op = input.op;
  int mode = 0;
  if (in.opcode == "shfl") {
    mode = index_of(in, k_shuffle_words);
    op.run = shuffle;
  } else if (in.opcode == "vote") {
    mode = index_of(in, k_vote_words);
    op.flags = in.operands.at(1).negated;
    op.run = vote;
  } else if (in.opcode == "match") {
    mode = in.has("all") ? 1 : 0;
    op.run = ptx::bytes_of(in.type()) == 8 ? match<uint64_t> : match<uint32_t>;
  } else if (in.opcode == "redux") {
    mode = ptx::is_float(in.type()) ? -1 : index_of(in, k_reduce_words);
    op.flags = ptx::is_signed(in.type());
    op.run = reduce;
  } else if (in.opcode == "elect") {
    op.run = elect;
  } else if (in.opcode == "activemask") {
    op.run = active_mask;
  } else {
    return false;
  }
  if (mode < 0 || (in.opcode != "activemask" && !in.has("sync"))) return unsupported(*input.program.module, in);
  op.small = static_cast<uint16_t>(mode);
  return true;
}

}  // namespace whet::vgpu
