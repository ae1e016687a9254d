// The codec of an element type.
#pragma once

#include "problem/formula/codec.h"
#include "problem/numbers/element_type.h"

namespace whet {

// Calls `function` with the codec of the type.
template <typename Function>
decltype(auto) with_codec(ElementType type, Function&& function) {
  switch (type) {
    case ElementType::f16:
      return function(F16Codec{});
    case ElementType::bf16:
      return function(Bf16Codec{});
    case ElementType::f32:
      return function(SingleCodec{});
    case ElementType::f64:
      return function(DoubleCodec{});
    case ElementType::e4m3:
      return function(E4m3Codec{});
    case ElementType::e5m2:
      return function(E5m2Codec{});
    case ElementType::i8:
      return function(IntegerCodec<int8_t>{});
    case ElementType::u8:
      return function(IntegerCodec<uint8_t>{});
    case ElementType::i16:
      return function(IntegerCodec<int16_t>{});
    case ElementType::u16:
      return function(IntegerCodec<uint16_t>{});
    case ElementType::i32:
      return function(IntegerCodec<int32_t>{});
    case ElementType::u32:
      return function(IntegerCodec<uint32_t>{});
    case ElementType::i64:
      return function(IntegerCodec<int64_t>{});
    case ElementType::u64:
      return function(IntegerCodec<uint64_t>{});
    default:
      return function(BooleanCodec{});
  }
}

}  // namespace whet
