#include "vgpu/ops/arithmetic/compare.h"

#include "vgpu/numbers/float_ops.h"
#include "vgpu/numbers/half.h"

namespace whet::vgpu {

namespace {

Mask combine(const Op& op, Mask holds, Mask with) {
  switch (op.flags & k_combine) {
    case k_and:
      return holds & with;
    case k_or:
      return holds | with;
    case k_xor:
      return holds ^ with;
    default:
      return holds;
  }
}

struct BothResults {
  Mask p, q;
};
BothResults results(const Warp& warp, const Op& op, Mask holds) {
  if (op.flags & k_invert) holds = ~holds;
  if (!(op.flags & k_combine)) return {holds, ~holds};
  const Mask c = warp.predicate(op.c) ^ (op.flags & k_c_negated ? k_all_lanes : 0);
  return {combine(op, holds, c), combine(op, ~holds, c)};
}

template <typename T>
bool equal(T a, T b) {
  return a == b;
}
template <typename T>
bool less(T a, T b) {
  return a < b;
}
template <typename T>
bool less_equal(T a, T b) {
  return a <= b;
}
template <typename T>
bool unequal(T a, T b) {
  return a < b || a > b;
}
template <typename T>
bool ordered(T a, T b) {
  return a == a && b == b;
}

template <bool (*relation)(float, float)>
bool flushed(float a, float b) {
  return relation(flush(a), flush(b));
}
template <bool (*relation)(float, float), typename H>
bool widened(uint16_t a, uint16_t b) {
  return relation(widen<H>(a), widen<H>(b));
}
template <bool (*relation)(float, float)>
bool flushed_half(uint16_t a, uint16_t b) {
  return relation(half_to_float(flush_bits<F16>(a)), half_to_float(flush_bits<F16>(b)));
}

template <auto relation>
void add(HandlerTable& table, const std::string& key) {
  using All = CompareHandlers<relation>;
  table.add("setp." + key, {All::setp_lanes, All::setp_uniform, 2});
  table.add("set." + key, {All::set_lanes, All::set_uniform, 2});
}

template <typename T>
void add_integers(HandlerTable& table, const std::string& type) {
  add<equal<std::make_unsigned_t<T>>>(table, "eq." + type);
  add<less<T>>(table, "lt." + type);
}

template <bool (*relation)(float, float)>
void add_floats(HandlerTable& table, const std::string& name) {
  add<relation>(table, name + ".f32");
  add<flushed<relation>>(table, name + ".f32/ftz");
  add<widened<relation, F16>>(table, name + ".f16");
  add<flushed_half<relation>>(table, name + ".f16/ftz");
  add<widened<relation, BF16>>(table, name + ".bf16");
}

template <size_t n>
const Relation* find(const std::pair<std::string_view, Relation> (&rows)[n], std::string_view word) {
  for (const auto& [name, relation] : rows) {
    if (name == word) return &relation;
  }
  return nullptr;
}

}  // namespace

void finish_setp_lanes(Warp& warp, const Op& op, Mask holds) {
  const BothResults both = results(warp, op, holds);
  if (op.dst.present()) warp.put_predicate(op.dst, both.p);
  if (op.dst2.present()) warp.put_predicate(op.dst2, both.q);
}

void finish_setp_uniform(Warp& warp, const Op& op, Mask holds) {
  const BothResults both = results(warp, op, holds);
  if (op.dst.present()) *warp.lanes<Mask>(op.dst) = both.p;
  if (op.dst2.present()) *warp.lanes<Mask>(op.dst2) = both.q;
}

void finish_set_lanes(Warp& warp, const Op& op, Mask holds) {
  const Mask p = results(warp, op, holds).p;
  const uint32_t one = op.extra;
  if (op.small == 2) {
    write_each<uint16_t>(warp, op.dst, [&](int lane) { return static_cast<uint16_t>(p >> lane & 1 ? one : 0); });
  } else {
    write_each<uint32_t>(warp, op.dst, [&](int lane) { return p >> lane & 1 ? one : 0; });
  }
}

void finish_set_uniform(Warp& warp, const Op& op, Mask holds) {
  warp.scalar<uint32_t>(op.dst) = results(warp, op, holds).p & 1 ? op.extra : 0;
}

void add_integer_relations(HandlerTable& table) {
  for (const char* type : {"b16", "u16"}) add_integers<uint16_t>(table, type);
  for (const char* type : {"b32", "u32"}) add_integers<uint32_t>(table, type);
  for (const char* type : {"b64", "u64"}) add_integers<uint64_t>(table, type);
  add_integers<int16_t>(table, "s16");
  add_integers<int32_t>(table, "s32");
  add_integers<int64_t>(table, "s64");
}

void add_float_relations(HandlerTable& table) {
  add_floats<equal<float>>(table, "eq");
  add_floats<less<float>>(table, "lt");
  add_floats<less_equal<float>>(table, "le");
  add_floats<unequal<float>>(table, "ne");
  add_floats<ordered<float>>(table, "num");
  add<equal<double>>(table, "eq.f64");
  add<less<double>>(table, "lt.f64");
  add<less_equal<double>>(table, "le.f64");
  add<unequal<double>>(table, "ne.f64");
  add<ordered<double>>(table, "num.f64");
}

const Relation* integer_relation(std::string_view word) {
  static constexpr std::pair<std::string_view, Relation> rows[] = {
      {"eq", {"eq"}},
      {"ne", {"eq", false, true}},
      {"lt", {"lt"}},
      {"lo", {"lt"}},
      {"gt", {"lt", true, false}},
      {"hi", {"lt", true, false}},
      {"le", {"lt", true, true}},
      {"ls", {"lt", true, true}},
      {"ge", {"lt", false, true}},
      {"hs", {"lt", false, true}},
  };
  return find(rows, word);
}

const Relation* float_relation(std::string_view word) {
  static constexpr std::pair<std::string_view, Relation> rows[] = {
      {"eq", {"eq"}},
      {"ne", {"ne"}},
      {"lt", {"lt"}},
      {"le", {"le"}},
      {"gt", {"lt", true, false}},
      {"ge", {"le", true, false}},
      {"equ", {"ne", false, true}},
      {"neu", {"eq", false, true}},
      {"ltu", {"le", true, true}},
      {"leu", {"lt", true, true}},
      {"gtu", {"le", false, true}},
      {"geu", {"lt", false, true}},
      {"num", {"num"}},
      {"nan", {"num", false, true}},
  };
  return find(rows, word);
}

}  // namespace whet::vgpu
