// setp, set, selp, slct, testp and logic on predicates.
#include <cmath>

#include "vgpu/float_oracle.h"
#include "vgpu/instruction_values.h"

namespace whet::vgpu {
namespace instruction_compare_test {

// Less, equal, greater, or unordered (a NaN).
enum class Order { less, equal, greater, unordered };
template <typename T>
Order order(T a, T b) {
  return a < b ? Order::less : a == b ? Order::equal : a > b ? Order::greater : Order::unordered;
}

struct Comparison {
  const char* name;
  bool less, equal, greater, unordered;
  bool holds(Order o) const {
    return o == Order::less ? less : o == Order::equal ? equal : o == Order::greater ? greater : unordered;
  }
};
const Comparison k_integer[] = {{"eq", 0, 1, 0, 0}, {"ne", 1, 0, 1, 0}, {"lt", 1, 0, 0, 0},
                                {"le", 1, 1, 0, 0}, {"gt", 0, 0, 1, 0}, {"ge", 0, 1, 1, 0}};
const Comparison k_unsigned[] = {{"lo", 1, 0, 0, 0}, {"ls", 1, 1, 0, 0}, {"hi", 0, 0, 1, 0}, {"hs", 0, 1, 1, 0}};
const Comparison k_float[] = {{"eq", 0, 1, 0, 0},  {"ne", 1, 0, 1, 0},  {"lt", 1, 0, 0, 0},  {"le", 1, 1, 0, 0},
                              {"gt", 0, 0, 1, 0},  {"ge", 0, 1, 1, 0},  {"equ", 0, 1, 0, 1}, {"neu", 1, 0, 1, 1},
                              {"ltu", 1, 0, 0, 1}, {"leu", 1, 1, 0, 1}, {"gtu", 0, 0, 1, 1}, {"geu", 0, 1, 1, 1},
                              {"num", 1, 1, 1, 0}, {"nan", 0, 0, 0, 1}};

using OrderOf = Order (*)(uint64_t, uint64_t);
struct ComparedType {
  const char* name;
  int bytes;
  OrderOf order_of;
  Values values;
};

// setp with only p, with p|q and a combined predicate; set to an integer and to a float.
void check_comparison(const ComparedType& type, const Comparison& comparison, const std::string& ftz = "") {
  const std::string name = std::string(comparison.name), width = std::to_string(type.bytes);
  const std::string tail = ftz + "." + type.name, sources = "," + width + "," + width;
  const auto pairs = tuples(type.values, type.values);
  const auto holds = [&](const Inputs& in) { return comparison.holds(type.order_of(in[0], in[1])); };
  check("setp." + name + tail, "p" + sources, pairs, [&](const Inputs& in) { return Outputs{holds(in)}; });
  check("setp." + name + tail, "p|p" + sources, pairs,
        [&](const Inputs& in) { return Outputs{holds(in), !holds(in)}; });
  const auto triples = tuples(type.values, type.values, {0, 1});
  check("setp." + name + ".and" + tail, "p|p" + sources + ",p", triples,
        [&](const Inputs& in) { return Outputs{holds(in) && in[2], !holds(in) && in[2]}; });
  check("setp." + name + ".or" + tail, "p|p" + sources + ",!p", triples,
        [&](const Inputs& in) { return Outputs{holds(in) || !in[2], !holds(in) || !in[2]}; });
  check("setp." + name + ".xor" + tail, "p" + sources + ",p", triples,
        [&](const Inputs& in) { return Outputs{holds(in) != (in[2] != 0)}; });
  check("set." + name + ftz + ".u32." + type.name, "4" + sources, pairs,
        [&](const Inputs& in) { return Outputs{holds(in) ? 0xffffffff : 0}; });
}
void check_set_forms(const ComparedType& type) {
  const std::string width = std::to_string(type.bytes), sources = "," + width + "," + width;
  const auto less = [&](const Inputs& in) { return type.order_of(in[0], in[1]) == Order::less; };
  const auto pairs = tuples(type.values, type.values);
  check(std::string("set.lt.f32.") + type.name, "4" + sources, pairs,
        [&](const Inputs& in) { return Outputs{less(in) ? 0x3f800000u : 0u}; });
  check(std::string("set.lt.f16.") + type.name, "2" + sources, pairs,
        [&](const Inputs& in) { return Outputs{less(in) ? 0x3c00u : 0u}; });
  check(std::string("set.lt.and.s32.") + type.name, "4" + sources + ",!p", tuples(type.values, type.values, {0, 1}),
        [&](const Inputs& in) { return Outputs{less(in) && !in[2] ? 0xffffffff : 0}; });
}

template <typename T>
Order integers(uint64_t a, uint64_t b) {
  return order(static_cast<T>(a), static_cast<T>(b));
}

TEST(CompareInstructions, Integers) {
  const ComparedType types[] = {
      {"u16", 2, integers<uint16_t>, integer_values(16)}, {"s16", 2, integers<int16_t>, integer_values(16)},
      {"u32", 4, integers<uint32_t>, integer_values(32)}, {"s32", 4, integers<int32_t>, integer_values(32)},
      {"u64", 8, integers<uint64_t>, integer_values(64)}, {"s64", 8, integers<int64_t>, integer_values(64)}};
  for (const ComparedType& type : types) {
    for (const Comparison& comparison : k_integer) check_comparison(type, comparison);
    check_set_forms(type);
    if (type.name[0] == 's') continue;
    for (const Comparison& comparison : k_unsigned) check_comparison(type, comparison);
    const std::string bits = std::string("b") + (type.name + 1);
    check_comparison({bits.c_str(), type.bytes, type.order_of, type.values}, k_integer[0]);
    check_comparison({bits.c_str(), type.bytes, type.order_of, type.values}, k_integer[1]);
  }
}

uint64_t flushed32(uint64_t bits) {
  return bits & 0x7f800000 ? bits : bits & 0x80000000;
}
uint64_t flushed16(uint64_t bits) {
  return bits & 0x7c00 ? bits : bits & 0x8000;
}

TEST(CompareInstructions, Floats) {
  const ComparedType types[] = {
      {"f32", 4, [](uint64_t a, uint64_t b) { return order(as_f32(a), as_f32(b)); }, f32_values()},
      {"f64", 8, [](uint64_t a, uint64_t b) { return order(as_f64(a), as_f64(b)); }, f64_values()},
      {"f16", 2, [](uint64_t a, uint64_t b) { return order(f16_value(a), f16_value(b)); }, f16_values()},
      {"bf16", 2, [](uint64_t a, uint64_t b) { return order(bf16_value(a), bf16_value(b)); }, bf16_values()}};
  for (const ComparedType& type : types) {
    for (const Comparison& comparison : k_float) check_comparison(type, comparison);
    check_set_forms(type);
  }
}

TEST(CompareInstructions, FlushedFloats) {
  const ComparedType f32 = {
      "f32", 4, [](uint64_t a, uint64_t b) { return order(as_f32(flushed32(a)), as_f32(flushed32(b))); }, f32_values()};
  const ComparedType f16 = {
      "f16", 2, [](uint64_t a, uint64_t b) { return order(f16_value(flushed16(a)), f16_value(flushed16(b))); },
      f16_values()};
  for (const Comparison& comparison : k_float) {
    check_comparison(f32, comparison, ".ftz");
    check_comparison(f16, comparison, ".ftz");
  }
}

TEST(CompareInstructions, PackedHalves) {
  struct PackedType {
    std::string name;
    double (*value)(uint64_t);
    Values values;
    uint64_t one;
  };
  const PackedType types[] = {{"f16x2", f16_value, packed(f16_values()), 0x3c00},
                              {"bf16x2", bf16_value, packed(bf16_values()), 0x3f80}};
  for (const PackedType& type : types) {
    for (const Comparison& comparison : k_float) {
      const std::string name = comparison.name;
      const auto holds = [&](const Inputs& in, int at) {
        return comparison.holds(order(type.value(in[0] >> at & 0xffff), type.value(in[1] >> at & 0xffff)));
      };
      const auto pairs = tuples(type.values, type.values);
      check("setp." + name + "." + type.name, "p|p,4,4", pairs,
            [&](const Inputs& in) { return Outputs{holds(in, 0), holds(in, 16)}; });
      check("setp." + name + ".and." + type.name, "p|p,4,4,!p", tuples(type.values, type.values, {0, 1}),
            [&](const Inputs& in) { return Outputs{holds(in, 0) && !in[2], holds(in, 16) && !in[2]}; });
      const auto halves = [&](uint64_t yes) {
        return
            [&, yes](const Inputs& in) { return Outputs{(holds(in, 16) ? yes << 16 : 0) | (holds(in, 0) ? yes : 0)}; };
      };
      check("set." + name + "." + type.name + "." + type.name, "4,4,4", pairs, halves(type.one));
      check("set." + name + ".u32." + type.name, "4,4,4", pairs, halves(0xffff));
    }
  }
}

TEST(SelectInstructions, ByPredicate) {
  for (const char* type : {"b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"}) {
    const int bits = std::stoi(type + 1);
    const std::string width = std::to_string(bits / 8);
    check(std::string("selp.") + type, width + "," + width + "," + width + ",p",
          tuples(integer_values(bits), integer_values(bits), {0, 1}),
          [](const Inputs& in) { return Outputs{in[2] ? in[0] : in[1]}; });
  }
}

TEST(SelectInstructions, BySign) {
  for (const char* type : {"b16", "u16", "s16", "b32", "u32", "s32", "f32", "b64", "u64", "s64", "f64"}) {
    const int bits = std::stoi(type + 1);
    const std::string width = std::to_string(bits / 8), operands = width + "," + width + "," + width + ",4";
    const Values ab = {1, ~uint64_t{0} >> (64 - bits)};
    check(std::string("slct.") + type + ".s32", operands, tuples(ab, ab, integer_values(32)),
          [](const Inputs& in) { return Outputs{static_cast<int32_t>(in[2]) >= 0 ? in[0] : in[1]}; });
    check(std::string("slct.") + type + ".f32", operands, tuples(ab, ab, f32_values()),
          [](const Inputs& in) { return Outputs{as_f32(in[2]) >= 0 ? in[0] : in[1]}; });
    check(std::string("slct.ftz.") + type + ".f32", operands, tuples(ab, ab, f32_values()),
          [](const Inputs& in) { return Outputs{as_f32(flushed32(in[2])) >= 0 ? in[0] : in[1]}; });
  }
}

TEST(SelectInstructions, ClassesOfFloats) {
  struct Test {
    const char* name;
    bool (*holds)(double value, bool subnormal);
  };
  const Test tests[] = {{"finite", [](double v, bool) { return static_cast<bool>(std::isfinite(v)); }},
                        {"infinite", [](double v, bool) { return static_cast<bool>(std::isinf(v)); }},
                        {"number", [](double v, bool) { return !std::isnan(v); }},
                        {"notanumber", [](double v, bool) { return static_cast<bool>(std::isnan(v)); }},
                        {"normal", [](double v, bool sub) { return std::isfinite(v) && v != 0 && !sub; }},
                        {"subnormal", [](double, bool sub) { return sub; }}};
  for (const Test& test : tests) {
    check(std::string("testp.") + test.name + ".f32", "p,4", tuples(joined(f32_values(), many(32, 200))),
          [&](const Inputs& in) {
            const float value = as_f32(in[0]);
            return Outputs{test.holds(value, std::fpclassify(value) == FP_SUBNORMAL)};
          });
    check(std::string("testp.") + test.name + ".f64", "p,8", tuples(joined(f64_values(), many(64, 200))),
          [&](const Inputs& in) {
            const double value = as_f64(in[0]);
            return Outputs{test.holds(value, std::fpclassify(value) == FP_SUBNORMAL)};
          });
  }
}

TEST(PredicateInstructions, Logic) {
  const auto pairs = tuples({0, 1}, {0, 1});
  check("and.pred", "p,p,p", pairs, [](const Inputs& in) { return Outputs{in[0] & in[1]}; });
  check("or.pred", "p,p,p", pairs, [](const Inputs& in) { return Outputs{in[0] | in[1]}; });
  check("xor.pred", "p,p,p", pairs, [](const Inputs& in) { return Outputs{in[0] ^ in[1]}; });
  check("and.pred", "p,p,!p", pairs, [](const Inputs& in) { return Outputs{in[0] & (in[1] ^ 1)}; });
  check("or.pred", "p,!p,p", pairs, [](const Inputs& in) { return Outputs{(in[0] ^ 1) | in[1]}; });
  check("not.pred", "p,p", tuples({0, 1}), [](const Inputs& in) { return Outputs{!in[0]}; });
  check("mov.pred", "p,p", tuples({0, 1}), [](const Inputs& in) { return Outputs{in[0]}; });
}

}  // namespace instruction_compare_test
}  // namespace whet::vgpu
