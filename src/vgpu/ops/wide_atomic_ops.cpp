// atom and red of vectors, whose elements are each atomic, and of 128 bits.
#include <bit>
#include <cstring>
#include <mutex>

#include "vgpu/machine/handler.h"
#include "vgpu/machine/worker.h"
#include "vgpu/ops/atomic_ops.h"

namespace whet::vgpu {

using ptx::Space;
using ptx::Type;
using namespace atomics;

namespace {

template <typename F, Pick pick>
uint16_t pick_half(uint16_t old, uint16_t b, uint16_t) {
  return pick_bits<F, pick, PickStyle{}>(old, b);
}

// MemoryForm: count elements from first_ref on, followed by as many destinations if there are any (Op::dst).
template <typename T, Combine<T> F>
void vector_atomic(Warp& warp, const Op& op) {
  const MemoryForm& form = warp.program->memory_forms[op.extra];
  const AtomicReach r = reach_atomic(warp, op, form.width());
  const bool contended = r.space != Space::shared && warp.worker->launch.many_threads;
  const Ref* const values = warp.program->refs.data() + form.first_ref;
  for (Mask rest = r.lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    for (int i = 0; i < form.count; ++i) {
      const T given = value_at<T>(warp, values[i], lane);
      const T old = apply<T, F>(r.hosts[lane] + static_cast<size_t>(i) * sizeof(T), given, 0, contended);
      if (op.dst.present()) warp.lanes<T>(values[form.count + i])[lane] = old;
    }
  }
}

Handler vector_handler(std::string_view operation, Type type) {
  const bool add = operation == "add", min = operation == "min", max = operation == "max";
  if (type == Type::f32) return add ? vector_atomic<uint32_t, add_flushed> : nullptr;
  if (type == Type::f16) {
    if (add) return vector_atomic<uint16_t, add_half>;
    if (min) return vector_atomic<uint16_t, pick_half<F16, Pick::min>>;
    return max ? vector_atomic<uint16_t, pick_half<F16, Pick::max>> : nullptr;
  }
  if (type == Type::bf16) {
    if (add) return vector_atomic<uint16_t, add_bfloat>;
    if (min) return vector_atomic<uint16_t, pick_half<BF16, Pick::min>>;
    return max ? vector_atomic<uint16_t, pick_half<BF16, Pick::max>> : nullptr;
  }
  if (type == Type::f16x2) {
    if (add) return vector_atomic<uint32_t, add_pair<add_half>>;
    if (min) return vector_atomic<uint32_t, add_pair<pick_half<F16, Pick::min>>>;
    return max ? vector_atomic<uint32_t, add_pair<pick_half<F16, Pick::max>>> : nullptr;
  }
  if (type == Type::bf16x2) {
    if (add) return vector_atomic<uint32_t, add_pair<add_bfloat>>;
    if (min) return vector_atomic<uint32_t, add_pair<pick_half<BF16, Pick::min>>>;
    return max ? vector_atomic<uint32_t, add_pair<pick_half<BF16, Pick::max>>> : nullptr;
  }
  return nullptr;
}

struct Wide {
  uint64_t low = 0, high = 0;
  bool operator==(const Wide&) const = default;
};

// Op: dst, a address, b value (for cas: the expected one), c the new value for cas. It is rare, so one lock is enough.
template <bool compares>
void wide_atomic(Warp& warp, const Op& op) {
  static std::mutex mutex;
  const AtomicReach r = reach_atomic(warp, op, sizeof(Wide));
  for (Mask rest = r.lanes; rest; rest &= rest - 1) {
    const int lane = std::countr_zero(rest);
    const Wide b = value_at<Wide>(warp, op.b, lane), fresh = compares ? value_at<Wide>(warp, op.c, lane) : b;
    const std::lock_guard lock(mutex);
    Wide old;
    std::memcpy(&old, r.hosts[lane], sizeof(old));
    if (!compares || old == b) std::memcpy(r.hosts[lane], &fresh, sizeof(fresh));
    if (op.dst.present()) warp.lanes<Wide>(op.dst)[lane] = old;
  }
}

Result<bool> decode_vector(DecodeInput& input, MemoryForm form, std::string_view operation) {
  const ptx::Instruction& in = input.in;
  const size_t value = in.opcode == "red" ? 1 : 2;
  const std::vector<Ref>& given = input.operands[value];
  input.op.run = vector_handler(operation, in.type());
  form.count = static_cast<uint8_t>(given.size());
  const bool fits = std::has_single_bit(given.size()) && given.size() > 1 && form.width() <= 16;
  if (!input.op.run || !fits) return unsupported(*input.program.module, in, "no such vector");
  form.first_ref = static_cast<uint32_t>(input.program.refs.size());
  input.program.refs.insert(input.program.refs.end(), given.begin(), given.end());
  if (input.op.dst.present()) {
    if (input.operands[0].size() != given.size()) return unsupported(*input.program.module, in);
    input.program.refs.insert(input.program.refs.end(), input.operands[0].begin(), input.operands[0].end());
  }
  input.program.memory_forms.push_back(form);
  return true;
}

}  // namespace

Result<bool> decode_wide_atomic(DecodeInput& input, MemoryForm form, std::string_view operation) {
  if (input.in.type() != Type::b128) return decode_vector(input, form, operation);
  const bool compares = operation == "cas";
  if (!compares && operation != "exch") return unsupported(*input.program.module, input.in);
  input.op.run = compares ? wide_atomic<true> : wide_atomic<false>;
  input.program.memory_forms.push_back(form);
  return true;
}

}  // namespace whet::vgpu
