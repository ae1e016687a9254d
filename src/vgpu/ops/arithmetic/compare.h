// Comparisons: a relation between two values per lane gives a mask, from which setp and set compute their results.
//
// All relations come from a few kernels by two changes: operands swapped when decoding, and the mask inverted.
//   a > b is b < a;  a >= b of integers is not (a < b);  geu of floats (or unordered) is not (a < b)
#pragma once

#include "vgpu/decode/handler_table.h"

namespace whet::vgpu {

// Op::flags of setp and set. Bits 1 and 2 say how the result is combined with c.
inline constexpr uint8_t k_invert = 1, k_and = 2, k_or = 4, k_xor = 6, k_combine = 6, k_c_negated = 8;

// Writes p and q; `holds` is the mask of lanes in which the relation holds.
void finish_setp_lanes(Warp& warp, const Op& op, Mask holds);
void finish_setp_uniform(Warp& warp, const Op& op, Mask holds);
// Writes Op::extra if the relation holds and 0 otherwise, to registers of Op::small bytes.
void finish_set_lanes(Warp& warp, const Op& op, Mask holds);
void finish_set_uniform(Warp& warp, const Op& op, Mask holds);

template <auto relation>
struct Compare;
template <typename T, bool (*relation)(T, T)>
struct Compare<relation> {
  [[gnu::flatten]] static Mask lanes(const Warp& warp, const Op& op) {
    const SourcesOf<T, T> sources(warp, op);
    Mask holds = 0;
    for (int lane = 0; lane < k_lanes; ++lane) holds |= sources.template apply<relation>(lane) ? Mask{1} << lane : 0;
    return holds;
  }
  static Mask uniform(const Warp& warp, const Op& op) {
    return SourcesOf<T, T>::template apply_scalars<relation>(warp, op) ? k_all_lanes : 0;
  }
};

template <auto relation>
struct CompareHandlers {
  static void setp_lanes(Warp& warp, const Op& op) { finish_setp_lanes(warp, op, Compare<relation>::lanes(warp, op)); }
  static void setp_uniform(Warp& warp, const Op& op) {
    finish_setp_uniform(warp, op, Compare<relation>::uniform(warp, op));
  }
  static void set_lanes(Warp& warp, const Op& op) { finish_set_lanes(warp, op, Compare<relation>::lanes(warp, op)); }
  static void set_uniform(Warp& warp, const Op& op) {
    finish_set_uniform(warp, op, Compare<relation>::uniform(warp, op));
  }
};

// "setp.lt.s32" and "set.lt.s32"; the key of set has the type of the operands.
void add_integer_relations(HandlerTable& table);
// Also eq, le, ne (ordered) and num; "/ftz" if subnormals are flushed.
void add_float_relations(HandlerTable& table);

// How a comparison is computed: the name of the kernel, and the changes.
struct Relation {
  std::string_view kernel;
  bool swap = false, invert = false;
};
// nullptr for a word that is not a comparison of that kind.
const Relation* integer_relation(std::string_view word);
const Relation* float_relation(std::string_view word);

// Forms of setp and set on two packed halves.
Result<bool> decode_packed_compare(DecodeInput& input, const Relation& relation);
// selp, slct, testp, and logic on predicates.
Result<bool> decode_select(DecodeInput& input);

}  // namespace whet::vgpu
