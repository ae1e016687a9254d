#include "vgpu/ops/bulk_reduce.h"

#include <atomic>
#include <bit>
#include <cmath>
#include <cstring>

#include "vgpu/numbers/half.h"

namespace whet::vgpu {

using ptx::Type;

namespace {

template <typename T>
using Combine = T (*)(T old, T with);

template <typename T>
T add(T old, T with) {
  return static_cast<T>(old + with);
}
template <typename T>
T smallest(T old, T with) {
  return with < old ? with : old;
}
template <typename T>
T largest(T old, T with) {
  return old < with ? with : old;
}
template <typename T>
T bit_and(T old, T with) {
  return old & with;
}
template <typename T>
T bit_or(T old, T with) {
  return old | with;
}
template <typename T>
T bit_xor(T old, T with) {
  return old ^ with;
}
uint32_t increment(uint32_t old, uint32_t bound) {
  return old >= bound ? 0 : old + 1;
}
uint32_t decrement(uint32_t old, uint32_t bound) {
  return old == 0 || old > bound ? bound : old - 1;
}

// Subnormal numbers count as zero, before and after, as in atomics on global memory.
float flushed(float value) {
  return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0f, value) : value;
}
uint32_t add_single(uint32_t old, uint32_t with) {
  return std::bit_cast<uint32_t>(flushed(flushed(std::bit_cast<float>(old)) + flushed(std::bit_cast<float>(with))));
}
uint64_t add_double(uint64_t old, uint64_t with) {
  return std::bit_cast<uint64_t>(std::bit_cast<double>(old) + std::bit_cast<double>(with));
}

// 16-bit types are computed in f32; To and From are the conversions.
template <uint16_t (*To)(float), float (*From)(uint16_t)>
uint16_t add_short(uint16_t old, uint16_t with) {
  return To(From(old) + From(with));
}
// A number is preferred to NaN, and -0 counts as less than +0.
template <float (*From)(uint16_t), bool Least>
uint16_t pick_short(uint16_t old, uint16_t with) {
  const float a = From(old), b = From(with);
  if (std::isnan(a)) return std::isnan(b) ? uint16_t{0x7fff} : with;
  if (std::isnan(b)) return old;
  if (a == b) return (std::signbit(a) == Least) ? old : with;
  return (a < b) == Least ? old : with;
}

template <typename T, Combine<T> F>
void combine(std::byte* to, const std::byte* from, size_t bytes, bool contended) {
  for (size_t at = 0; at + sizeof(T) <= bytes; at += sizeof(T)) {
    T with;
    std::memcpy(&with, from + at, sizeof(T));
    T& cell = *reinterpret_cast<T*>(to + at);
    if (!contended) {
      cell = F(cell, with);
      continue;
    }
    std::atomic_ref<T> shared(cell);
    T old = shared.load(std::memory_order_relaxed);
    while (!shared.compare_exchange_weak(old, F(old, with), std::memory_order_acq_rel)) {
    }
  }
}

template <typename T>
CombineBytes ordered(std::string_view operation) {
  if (operation == "add") return combine<T, add<T>>;
  if (operation == "min") return combine<T, smallest<T>>;
  if (operation == "max") return combine<T, largest<T>>;
  return nullptr;
}

template <typename T>
CombineBytes bitwise(std::string_view operation) {
  if (operation == "and") return combine<T, bit_and<T>>;
  if (operation == "or") return combine<T, bit_or<T>>;
  if (operation == "xor") return combine<T, bit_xor<T>>;
  return nullptr;
}

template <uint16_t (*To)(float), float (*From)(uint16_t)>
CombineBytes of_short(std::string_view operation) {
  if (operation == "add") return combine<uint16_t, add_short<To, From>>;
  if (operation == "min") return combine<uint16_t, pick_short<From, true>>;
  if (operation == "max") return combine<uint16_t, pick_short<From, false>>;
  return nullptr;
}

CombineBytes of_word(std::string_view operation, bool is_signed) {
  if (operation == "inc") return combine<uint32_t, increment>;
  if (operation == "dec") return combine<uint32_t, decrement>;
  if (const CombineBytes bits = bitwise<uint32_t>(operation)) return bits;
  return is_signed ? ordered<int32_t>(operation) : ordered<uint32_t>(operation);
}

CombineBytes of_wide(std::string_view operation, bool is_signed) {
  if (const CombineBytes bits = bitwise<uint64_t>(operation)) return bits;
  return is_signed ? ordered<int64_t>(operation) : ordered<uint64_t>(operation);
}

}  // namespace

CombineBytes combine_of(std::string_view operation, Type type) {
  switch (type) {
    case Type::u32:
    case Type::b32:
      return of_word(operation, false);
    case Type::s32:
      return of_word(operation, true);
    case Type::u64:
    case Type::b64:
      return of_wide(operation, false);
    case Type::s64:
      return of_wide(operation, true);
    case Type::f16:
      return of_short<float_to_half, half_to_float>(operation);
    case Type::bf16:
      return of_short<float_to_bfloat, bfloat_to_float>(operation);
    case Type::f32:
      return operation == "add" ? combine<uint32_t, add_single> : nullptr;
    case Type::f64:
      return operation == "add" ? combine<uint64_t, add_double> : nullptr;
    default:
      return nullptr;
  }
}

}  // namespace whet::vgpu
