#include "vgpu/numbers/bit_ops.h"
#include "vgpu/ops/arithmetic/integer_tables.h"

namespace whet::vgpu {

namespace {

template <typename T>
void add_logic(HandlerTable& table, const std::string& type) {
  table.add("and." + type, each<bit_and<T>>);
  table.add("or." + type, each<bit_or<T>>);
  table.add("xor." + type, each<bit_xor<T>>);
  table.add("not." + type, each<bit_not<T>>);
  table.add("cnot." + type, each<is_zero<T>>);
  table.add("shl." + type, each<shift_left<T>>);
  table.add("shr." + type, each<shift_right<T>>);
}

// Counts and bit fields of 32 and 64 bits.
template <typename T>
void add_counts(HandlerTable& table, const std::string& type) {
  table.add("popc." + type, each<count_ones<T>>);
  table.add("clz." + type, each<leading_zeros<T>>);
  table.add("brev." + type, each<reversed<T>>);
  table.add("bfi." + type, each<insert_field<T>>);
}
template <typename T>
void add_fields(HandlerTable& table, const std::string& type) {
  table.add("bfe." + type, each<extract_field<T>>);
  table.add("bfind." + type, each<find_leading<T>>);
  table.add("bfind.shiftamt." + type, each<find_leading_shift<T>>);
}

template <bool wrap>
void add_moded(HandlerTable& table, const std::string& mode) {
  table.add("shf.l." + mode + ".b32", each<funnel_left<wrap>>);
  table.add("shf.r." + mode + ".b32", each<funnel_right<wrap>>);
  table.add("bmsk." + mode + ".b32", each<bit_mask<wrap>>);
  table.add("szext." + mode + ".u32", each<extend<uint32_t, wrap>>);
  table.add("szext." + mode + ".s32", each<extend<int32_t, wrap>>);
}

void add_permutes(HandlerTable& table) {
  table.add("prmt.b32", each<permute>);
  table.add("prmt.b32.f4e", each<permute_mode<PermuteMode::forward4>>);
  table.add("prmt.b32.b4e", each<permute_mode<PermuteMode::backward4>>);
  table.add("prmt.b32.rc8", each<permute_mode<PermuteMode::replicate8>>);
  table.add("prmt.b32.ecl", each<permute_mode<PermuteMode::clamp_left>>);
  table.add("prmt.b32.ecr", each<permute_mode<PermuteMode::clamp_right>>);
  table.add("prmt.b32.rc16", each<permute_mode<PermuteMode::replicate16>>);
}

}  // namespace

void add_bits(HandlerTable& table) {
  add_logic<uint16_t>(table, "b16");
  add_logic<uint32_t>(table, "b32");
  add_logic<uint64_t>(table, "b64");
  table.add("shr.u16", each<shift_right<uint16_t>>);
  table.add("shr.u32", each<shift_right<uint32_t>>);
  table.add("shr.u64", each<shift_right<uint64_t>>);
  table.add("shr.s16", each<shift_right<int16_t>>);
  table.add("shr.s32", each<shift_right<int32_t>>);
  table.add("shr.s64", each<shift_right<int64_t>>);
  add_counts<uint32_t>(table, "b32");
  add_counts<uint64_t>(table, "b64");
  add_fields<uint32_t>(table, "u32");
  add_fields<uint64_t>(table, "u64");
  add_fields<int32_t>(table, "s32");
  add_fields<int64_t>(table, "s64");
  table.add("fns.b32", each<find_nth_set>);
  add_moded<false>(table, "clamp");
  add_moded<true>(table, "wrap");
  add_permutes(table);
}

}  // namespace whet::vgpu
