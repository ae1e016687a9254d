// atom and red.
#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "vgpu/decode/decode.h"
#include "vgpu/machine/block_state.h"
#include "vgpu/machine/handler.h"
#include "vgpu/machine/launch_observer.h"
#include "vgpu/machine/preempt.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/atomic_ops.h"
#include "vgpu/ops/memory_access.h"

namespace whet::vgpu {

using ptx::Space;
using ptx::Type;
using namespace atomics;

namespace {

// Lanes on one address that are not merged on their way to L2: each counts as a sector of its own.
void count_lanes_apart(Warp& warp, const Op& op, const AtomicReach& r) {
  std::array<uint64_t, k_lanes> places;
  size_t count = 0;
  for (Mask rest = r.lanes; rest; rest &= rest - 1) places[count++] = r.addresses[std::countr_zero(rest)];
  const auto end = places.begin() + static_cast<ptrdiff_t>(count);
  std::sort(places.begin(), end);
  const auto distinct = static_cast<size_t>(std::unique(places.begin(), end) - places.begin());
  warp.worker->accesses[op.index].sectors += count - distinct;
}

}  // namespace

AtomicReach atomics::reach_atomic(Warp& warp, const Op& op, int width) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  AtomicReach r;
  lane_addresses(warp, op.a, form.address32, op.offset, r.addresses);
  r.space = concrete_space(warp, form.space, r.addresses, warp.mask);
  r.lanes = reach(warp, op, r.space, r.addresses, warp.mask, width, true, r.hosts);
  if (r.lanes == 0) return r;
  LaunchState& launch = warp.worker->launch;
  if (launch.observer) launch.observer->access(warp, op, r.space, r.addresses, r.lanes, width, AccessKind::atomic);
  if (launch.options->counted) {
    count_access(warp, op, r.space, r.addresses, r.lanes, width, true, CachePath::atomic);
    if (form.lanes_apart && r.space == Space::global) count_lanes_apart(warp, op, r);
  }
  if (form.polls) {
    warp.block->polled = true;
    warp.poll(16);
  } else if (op.dst.present()) {
    warp.perhaps_poll();
  }
  if (op.dst.present())
    give_way_after(warp, op);
  else
    perhaps_give_way_after(warp, op);
  return r;
}

namespace {

// Executes the lanes in order. Op::dst is absent for red. G is the operation in global memory.
template <typename T, Combine<T> F, Combine<T> G = F>
void atomic(Warp& warp, const Op& op) {
  const AtomicReach r = reach_atomic(warp, op, sizeof(T));
  const Source<T> b(warp, op.b);
  const bool three = op.c.present(), is_global = r.space == Space::global;
  const bool contended = r.space != Space::shared && r.space != Space::cluster && warp.worker->launch.many_threads;
  T spread_c[k_lanes] = {};
  if (three) {
    const Source<T> c(warp, op.c);
    for (int lane = 0; lane < k_lanes; ++lane) spread_c[lane] = c[lane];
  }
  T* out = op.dst.present() ? warp.lanes<T>(op.dst) : nullptr;
  for (Mask rest = r.lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const T old = is_global ? apply<T, G>(r.hosts[lane], b[lane], spread_c[lane], contended)
                            : apply<T, F>(r.hosts[lane], b[lane], spread_c[lane], contended);
    if (out) out[lane] = old;
  }
}

template <typename U, typename S>
Handler integer_of(std::string_view operation, bool is_signed) {
  if (operation == "add") return atomic<U, add<U>>;
  if (operation == "and") return atomic<U, bit_and<U>>;
  if (operation == "or") return atomic<U, bit_or<U>>;
  if (operation == "xor") return atomic<U, bit_xor<U>>;
  if (operation == "exch") return atomic<U, exchange<U>>;
  if (operation == "cas") return atomic<U, compare_and_swap<U>>;
  if (operation == "min") return is_signed ? atomic<S, smallest<S>> : atomic<U, smallest<U>>;
  if (operation == "max") return is_signed ? atomic<S, largest<S>> : atomic<U, largest<U>>;
  return nullptr;
}

Handler handler_of(std::string_view operation, Type type) {
  if (operation == "add") {
    if (type == Type::f32) return atomic<uint32_t, add_float<float, uint32_t>, add_flushed>;
    if (type == Type::f64) return atomic<uint64_t, add_float<double, uint64_t>>;
    if (type == Type::f16) return atomic<uint16_t, add_half>;
    if (type == Type::bf16) return atomic<uint16_t, add_bfloat>;
    if (type == Type::f16x2) return atomic<uint32_t, add_pair<add_half>>;
    if (type == Type::bf16x2) return atomic<uint32_t, add_pair<add_bfloat>>;
  }
  if (operation == "inc") return atomic<uint32_t, increment>;
  if (operation == "dec") return atomic<uint32_t, decrement>;
  switch (ptx::bytes_of(type)) {
    case 2:
      return operation == "cas" ? atomic<uint16_t, compare_and_swap<uint16_t>> : nullptr;
    case 4:
      return integer_of<uint32_t, int32_t>(operation, ptx::is_signed(type));
    case 8:
      return integer_of<uint64_t, int64_t>(operation, ptx::is_signed(type));
    default:
      return nullptr;
  }
}

// Commutative operations on 32-bit integers are merged, as measured on an H200.
bool is_merged(std::string_view operation, ptx::Type type) {
  constexpr std::string_view k_merged[] = {"add", "min", "max", "and", "or", "xor"};
  return !ptx::is_float(type) && ptx::bytes_of(type) == 4 &&
         std::find(std::begin(k_merged), std::end(k_merged), operation) != std::end(k_merged);
}

std::string_view operation_of(const ptx::Instruction& in) {
  for (const std::string_view word : {"add", "min", "max", "inc", "dec", "and", "or", "xor", "exch", "cas"}) {
    if (in.has(word)) return word;
  }
  return {};
}

}  // namespace

Result<bool> decode_atomic(DecodeInput& input) {
  const ptx::Instruction& in = input.in;
  const bool red = in.opcode == "red";
  if (in.opcode != "atom" && !red) return false;
  const size_t address = red ? 0 : 1;
  const std::string_view operation = operation_of(in);
  const bool reachable = in.operands.size() >= address + 2 && in.operands[address].kind == ptx::Operand::Kind::address;
  if (!reachable) return unsupported(*input.program.module, in);
  Op& op = input.op;
  if (red || in.operands[0].kind == ptx::Operand::Kind::sink) op.dst = Ref();
  op.a = input.operands[address].front();
  op.b = input.operands[address + 1].front();
  op.c = in.operands.size() > address + 2 && operation == "cas" ? input.operands[address + 2].front() : Ref();
  op.offset = static_cast<int64_t>(in.operands[address].value);
  if (in.operands[address].base_kind == ptx::Operand::Kind::symbol) {
    op.offset += static_cast<int64_t>(input.symbol(in.operands[address].name).value);
  }
  MemoryForm form;
  form.space = in.has("global")                            ? Space::global
               : in.has("shared") || in.has("shared::cta") ? Space::shared
               : in.has("shared::cluster")                 ? Space::cluster
                                                           : Space::generic;
  form.write = true;
  form.address32 = input.register_bytes[address] == 4;
  form.element_bytes = static_cast<uint8_t>(ptx::bytes_of(in.type()));
  form.lanes_apart = !is_merged(operation, in.type());
  // An update that changes nothing is a read, and may be polling.
  const ptx::Operand& brought = in.operands[address + 1];
  const bool looks = brought.kind == ptx::Operand::Kind::immediate && brought.value == 0;
  form.polls = op.dst.present() &&
               (looks || operation == "cas" || operation == "exch" || operation == "or" || operation == "and");
  const bool is_float = ptx::is_float(in.type());
  const bool in_cluster = form.space == Space::shared || form.space == Space::cluster;
  if (!in_cluster && (is_float || op.dst.present())) input.program.order_matters = true;
  op.extra = static_cast<uint32_t>(input.program.memory_forms.size());
  const bool is_vector = in.operands[address + 1].kind == ptx::Operand::Kind::vector;
  if (is_vector || in.type() == Type::b128) return decode_wide_atomic(input, form, operation);
  input.program.memory_forms.push_back(form);
  op.run = handler_of(operation, in.type());
  if (!op.run) return unsupported(*input.program.module, in);
  return true;
}

}  // namespace whet::vgpu
