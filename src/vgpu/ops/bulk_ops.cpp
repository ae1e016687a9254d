// cp.async.bulk and cp.reduce.async.bulk of contiguous bytes, and the bulk groups.
#include <bit>

#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/bulk_issue.h"
#include "vgpu/ops/bulk_ops.h"
#include "vgpu/ops/bulk_reduce.h"

namespace whet::vgpu {

using ptx::Operand;

namespace {

constexpr uint32_t k_bulk_alignment = 16;

template <void (*One)(BulkIssue&)>
void each_lane(Warp& warp, const Op& op) {
  for (Mask rest = warp.mask; rest && !warp.worker->launch.stopped; rest &= rest - 1) {
    BulkIssue issue(warp, op, std::countr_zero(rest));
    One(issue);
  }
}

// The number of bytes; nothing if no GPU accepts it.
std::optional<uint32_t> bytes_of_copy(BulkIssue& issue) {
  const uint32_t bytes = issue.number(issue.form().bytes);
  if (issue.aligned(bytes, k_bulk_alignment, "the size of a bulk copy")) return bytes;
  return std::nullopt;
}

void load(BulkIssue& issue) {
  const auto bytes = bytes_of_copy(issue);
  if (!bytes) return;
  const SharedPlace to = issue.shared(issue.form().to, *bytes, k_bulk_alignment, false);
  const SharedPlace barrier = to.block ? issue.barrier() : SharedPlace{};
  const uint64_t from = issue.address(issue.form().from);
  if (!barrier.block || !issue.aligned(from, k_bulk_alignment, "an address in global memory")) return;
  if (!issue.global(from, *bytes, AccessKind::read)) return;
  AsyncCopy copy = issue.copy(AsyncCopy::Way::from_global);
  copy.pieces = {{from, to.offset, *bytes}};
  copy.reported_bytes = *bytes;
  issue.count(copy.pieces, BulkTraffic::load, true);
  issue.send_in(std::move(copy), to, barrier);
}

void between_blocks(BulkIssue& issue) {
  const auto bytes = bytes_of_copy(issue);
  if (!bytes) return;
  const SharedPlace to = issue.shared(issue.form().to, *bytes, k_bulk_alignment, false);
  const SharedPlace from = to.block ? issue.shared(issue.form().from, *bytes, k_bulk_alignment, true) : SharedPlace{};
  const SharedPlace barrier = from.block ? issue.barrier() : SharedPlace{};
  if (!barrier.block) return;
  AsyncCopy copy = issue.copy(AsyncCopy::Way::from_block);
  copy.source = from.block;
  copy.pieces = {{from.offset, to.offset, *bytes}};
  copy.reported_bytes = *bytes;
  copy.combine = issue.form().combine;
  issue.send_in(std::move(copy), to, barrier);
}

void store(BulkIssue& issue) {
  const auto bytes = bytes_of_copy(issue);
  if (!bytes) return;
  const SharedPlace from = issue.shared(issue.form().from, *bytes, k_bulk_alignment, true);
  const uint64_t to = issue.address(issue.form().to);
  if (!from.block || !issue.aligned(to, k_bulk_alignment, "an address in global memory")) return;
  AsyncCopy copy = issue.copy(AsyncCopy::Way::to_global);
  copy.combine = issue.form().combine;
  if (!issue.global(to, *bytes, copy.combine ? AccessKind::atomic : AccessKind::write)) return;
  copy.memory_of = from.block;
  copy.pieces = {{to, from.offset, *bytes}};
  issue.count(copy.pieces, copy.combine ? BulkTraffic::reduce : BulkTraffic::store, true);
  issue.send_out(std::move(copy));
}

// Fetches lines into L2, which changes nothing but the cache.
void prefetch(BulkIssue& issue) {
  const uint64_t from = issue.address(issue.form().from);
  const auto bytes = bytes_of_copy(issue);
  if (!bytes || !issue.aligned(from, k_bulk_alignment, "an address in global memory")) return;
  const CopyPiece piece{from, 0, *bytes};
  issue.count({&piece, 1}, BulkTraffic::load, false);
}

void commit_group(Warp& warp, const Op&) {
  BulkGroups& groups = warp.block->bulk[warp.index];
  for (Mask rest = warp.mask; rest; rest &= rest - 1) ++groups.open[static_cast<size_t>(std::countr_zero(rest))];
}

// Op: dst is the number of groups that may stay pending; flags: only their sources must be read.
void wait_group(Warp& warp, const Op& op) {
  const uint32_t keep = warp.scalar_value<uint32_t>(op.dst);
  for (Mask rest = warp.mask; rest; rest &= rest - 1)
    finish_bulk_groups(*warp.block, warp.index, std::countr_zero(rest), keep, op.flags != 0);
}

enum class Way : uint8_t { none, load, between, store };

// The direction, from the two spaces in the order of the text: destination, source.
Way way_of(const ptx::Instruction& in) {
  bool to_shared = false;
  int spaces = 0;
  for (const std::string& word : in.modifiers) {
    const bool shared = word == "shared::cluster" || word == "shared::cta", global = word == "global";
    if (!shared && !global) continue;
    if (++spaces == 1) {
      to_shared = shared;
      continue;
    }
    if (to_shared) return shared ? Way::between : Way::load;
    return shared ? Way::store : Way::none;
  }
  return Way::none;
}

bool is_address(const ptx::Instruction& in, size_t operand) {
  return operand < in.operands.size() && in.operands[operand].kind == Operand::Kind::address;
}

Result<bool> decode_prefetch(DecodeInput& input) {
  if (input.in.operands.size() < 2 || !is_address(input.in, 0)) return unsupported(*input.program.module, input.in);
  BulkForm form;
  form.from = address_place(input, 0);
  form.bytes = input.operands[1].front();
  if (!form.bytes.present()) return unsupported(*input.program.module, input.in);
  return set_bulk_form(input, std::move(form), each_lane<prefetch>);
}

Result<void> add_reduction(DecodeInput& input, Way way, BulkForm& form) {
  const ptx::Type type = input.in.type();
  form.combine = combine_of(reduction_of(input.in), type);
  form.element_bytes = static_cast<uint32_t>(ptx::bytes_of(type));
  if (!form.combine) return unsupported(*input.program.module, input.in);
  if (ptx::is_float(type) && way == Way::store) input.program.order_matters = true;
  return {};
}

Result<bool> decode_plain_copy(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const Way way = way_of(in);
  const bool has_barrier = way == Way::load || way == Way::between;
  if (way == Way::none || in.has("cp_mask") || in.has("ignore_oob") || !is_address(in, 0) || !is_address(in, 1) ||
      in.operands.size() < 3 || has_barrier != is_address(in, 3)) {
    return unsupported(*input.program.module, in);
  }
  BulkForm form;
  form.to = address_place(input, 0);
  form.from = address_place(input, 1);
  form.bytes = input.operands[2].front();
  if (!form.bytes.present()) return unsupported(*input.program.module, in);
  if (has_barrier) form.barrier = address_place(input, 3);
  if (in.has("multicast::cluster")) {
    if (in.operands.size() < 5) return unsupported(*input.program.module, in);
    form.multicast = input.operands[4].front();
  }
  if (in.has("reduce")) TRY_VOID(add_reduction(input, way, form));
  return set_bulk_form(input, std::move(form),
                       way == Way::load      ? each_lane<load>
                       : way == Way::between ? each_lane<between_blocks>
                                             : each_lane<store>);
}

}  // namespace

std::string_view reduction_of(const ptx::Instruction& in) {
  for (const std::string_view word : {"add", "min", "max", "inc", "dec", "and", "or", "xor"}) {
    if (in.has(word)) return word;
  }
  return {};
}

Result<bool> decode_bulk(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  if (in.opcode == "tensormap") return decode_tensor_map(input);
  if ((in.opcode == "st" || in.opcode == "red") && in.has("async")) return decode_async_store(input);
  if (in.opcode != "cp" || !in.has("bulk")) return false;
  if (in.has("tensor")) return decode_tensor_copy(input);
  if (in.has("commit_group")) {
    input.op.run = commit_group;
    return true;
  }
  if (in.has("wait_group")) {
    if (in.operands.size() != 1 || in.operands[0].kind != Operand::Kind::immediate)
      return unsupported(*input.program.module, in);
    input.op.flags = in.has("read") ? 1 : 0;
    input.op.run = wait_group;
    return true;
  }
  return in.has("prefetch") ? decode_prefetch(input) : decode_plain_copy(input);
}

}  // namespace whet::vgpu
