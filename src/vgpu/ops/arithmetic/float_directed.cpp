// add, sub, mul, fma, div, rcp and sqrt rounded towards zero, down or up. They are rare, so one handler does all.
#include "vgpu/numbers/float_ops.h"
#include "vgpu/numbers/half.h"
#include "vgpu/ops/arithmetic/float_tables.h"

namespace whet::vgpu {

namespace {

// Op::flags: rounding in bits 0 and 1, and these. Op::small: the Arithmetic.
constexpr uint8_t k_flush = 4, k_saturate = 8;

// 32 lanes of one value each, or of two.
template <typename T>
struct Values {
  alignas(64) T a[2 * k_lanes] = {}, b[2 * k_lanes] = {}, c[2 * k_lanes] = {}, out[2 * k_lanes] = {};
};

template <typename T>
void compute(const Op& op, int count, Values<T>& v) {
  if (op.flags & k_flush) {
    for (int i = 0; i < count; ++i) v.a[i] = flush(v.a[i]), v.b[i] = flush(v.b[i]), v.c[i] = flush(v.c[i]);
  }
  compute_directed(static_cast<Arithmetic>(op.small), static_cast<Rounding>(op.flags & 3), count, v.a, v.b, v.c, v.out);
  for (int i = 0; i < count; ++i) {
    const T result = op.flags & k_flush ? flush(v.out[i]) : v.out[i];
    v.out[i] = op.flags & k_saturate ? saturate(result) : settle_nan(result, v.a[i], v.b[i], v.c[i]);
  }
}

// The 32 registers of an operand, of type R, as values; zeros if the operand is absent.
template <typename R, typename T, typename F>
void load(const Warp& warp, Ref ref, T* to, F value_of) {
  if (!ref.present()) return;
  const Source<R> source(warp, ref);
  for (int lane = 0; lane < k_lanes; ++lane) value_of(source[lane], to, lane);
}
template <typename T>
void store(Warp& warp, const Op& op, bool uniform, const T* values) {
  if (uniform) {
    warp.scalar<T>(op.dst) = values[0];
  } else {
    write_each<T>(warp, op.dst, [&](int lane) { return values[lane]; });
  }
}

template <typename T, bool uniform>
void directed(Warp& warp, const Op& op) {
  Values<T> v;
  const auto plain = [](T value, T* to, int lane) { to[lane] = value; };
  load<T>(warp, op.a, v.a, plain);
  load<T>(warp, op.b, v.b, plain);
  load<T>(warp, op.c, v.c, plain);
  compute(op, k_lanes, v);
  store(warp, op, uniform, v.out);
}

template <bool uniform>
void directed_pairs(Warp& warp, const Op& op) {
  Values<float> v;
  const auto split = [](uint64_t pair, float* to, int lane) {
    to[lane] = std::bit_cast<float>(static_cast<uint32_t>(pair));
    to[lane + k_lanes] = std::bit_cast<float>(static_cast<uint32_t>(pair >> 32));
  };
  load<uint64_t>(warp, op.a, v.a, split);
  load<uint64_t>(warp, op.b, v.b, split);
  load<uint64_t>(warp, op.c, v.c, split);
  compute(op, 2 * k_lanes, v);
  uint64_t pairs[k_lanes];
  for (int lane = 0; lane < k_lanes; ++lane) {
    pairs[lane] = uint64_t{std::bit_cast<uint32_t>(v.out[lane + k_lanes])} << 32 | std::bit_cast<uint32_t>(v.out[lane]);
  }
  store(warp, op, uniform, pairs);
}

// Narrow factors; the last operand is f32.
template <typename H, bool uniform>
void directed_mixed(Warp& warp, const Op& op) {
  Values<float> v;
  const auto plain = [](float value, float* to, int lane) { to[lane] = value; };
  const auto narrow = [](uint16_t value, float* to, int lane) { to[lane] = widen<H>(value); };
  load<uint16_t>(warp, op.a, v.a, narrow);
  if (op.c.present()) {
    load<uint16_t>(warp, op.b, v.b, narrow);
    load<float>(warp, op.c, v.c, plain);
  } else {
    load<float>(warp, op.b, v.b, plain);
  }
  compute(op, k_lanes, v);
  store(warp, op, uniform, v.out);
}

HandlerTable directed_table() {
  HandlerTable table;
  for (const char* opcode : {"add", "sub", "mul", "fma", "div", "rcp", "sqrt"}) {
    const std::string name = opcode;
    const size_t sources = name == "fma" ? 3 : in_list("rcp sqrt", name) ? 1 : 2;
    table.add(name + ".f32", {directed<float, false>, directed<float, true>, sources});
    table.add(name + ".f64", {directed<double, false>, directed<double, true>, sources});
    if (in_list("div rcp sqrt", name)) continue;
    table.add(name + ".f32x2", {directed_pairs<false>, directed_pairs<true>, sources});
    table.add(name + ".f32.f16", {directed_mixed<F16, false>, directed_mixed<F16, true>, sources});
    table.add(name + ".f32.bf16", {directed_mixed<BF16, false>, directed_mixed<BF16, true>, sources});
  }
  return table;
}

Arithmetic arithmetic_of(std::string_view opcode) {
  if (opcode == "add") return Arithmetic::add;
  if (opcode == "sub") return Arithmetic::sub;
  if (opcode == "mul") return Arithmetic::mul;
  if (opcode == "div") return Arithmetic::div;
  if (opcode == "rcp") return Arithmetic::rcp;
  return opcode == "sqrt" ? Arithmetic::sqrt : Arithmetic::fma;
}

}  // namespace

Result<bool> decode_directed(DecodeInput& input, const FloatForm& form) {
  static const HandlerTable table = directed_table();
  input.op.small = static_cast<uint16_t>(arithmetic_of(input.in.opcode));
  input.op.flags =
      static_cast<uint8_t>(static_cast<int>(form.rounding) | (form.ftz ? k_flush : 0) | (form.sat ? k_saturate : 0));
  return use_row(input, table, form.key);
}

}  // namespace whet::vgpu
