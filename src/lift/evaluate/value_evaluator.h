// The value of an expression on the host: floating-point numbers in double with a bound on rounding, integers exactly.
// It shares nothing with the lifter but the expressions.
#pragma once

#include <array>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "lift/evaluate/dependence.h"
#include "lift/evaluate/estimate.h"
#include "lift/evaluate/lazy_array.h"

namespace whet::lift {

// Why a meaning is not evaluated with some data.
inline constexpr const char* k_close_index =
    "an index or a range depends on a comparison that is too close to be decided";

// What the names in expressions stand for.
struct Surroundings {
  std::map<std::pair<int, int>, int64_t> integers;  // by number of the parameter and offset in it
  std::map<std::pair<int, int>, double> reals;
  std::array<int64_t, 12> launch{};  // by Special; threadIdx and blockIdx are not used
  std::map<int, LazyArray> arrays;   // by number of the parameter
};

// What was computed, each value once for all that need it.
struct OperationCounts {
  uint64_t adds = 0, multiplications = 0, divisions = 0, comparisons = 0;
  std::map<std::string, uint64_t> functions;
  uint64_t flops() const { return adds + multiplications; }
};

// An integer modulo 2^64.
struct Whole {
  int64_t value = 0;
  bool is_unsure = false;    // rounding decides what it is
  bool has_wrapped = false;  // more than its low bits may not be used

  Whole with(int64_t other) const { return {other, is_unsure, has_wrapped}; }
  void join(const Whole& part) {
    is_unsure |= part.is_unsure;
    has_wrapped |= part.has_wrapped;
  }
};

class ValueEvaluator {
 public:
  enum class Truth : uint8_t { no, yes, close };  // close: rounding decides

  ValueEvaluator(const Arena& arena, Surroundings& surroundings, Precision precision, uint64_t step_budget);

  void set(Expr variable, int64_t value);
  Estimate real(Expr e);
  Whole whole(Expr e);
  int64_t integer(Expr e);  // fails if rounding decides what it is
  Truth condition(Expr e);

  // Why the values may not be used; empty as long as all is well.
  const std::string& failure() const { return failure_; }
  void fail(const std::string& why);
  Dependence& dependence() { return dependence_; }
  const OperationCounts& counts() const { return counts_; }
  void count_addition() { ++counts_.adds; }
  Precision precision() const { return math_.precision(); }
  uint64_t steps() const { return steps_; }
  // Whether a reduction was evaluated and never had a pass: whatever is inside was not looked at.
  bool has_empty_range() const;

 private:
  template <typename Value>
  struct Memory {
    std::vector<Value> value;
    std::vector<uint64_t> time;  // when it was computed; 0: never
  };
  template <typename Value>
  bool knows(Memory<Value>& memory, Expr e);
  bool step();

  Estimate compute_real(Expr e);
  Estimate real_sum(const Node& node);
  Estimate real_product(const Node& node);
  Estimate real_call(Expr e, const Node& node);
  Estimate real_select(Expr e, const Node& node);
  Estimate real_extreme(const Node& node);
  Estimate real_reduction(Expr e, const Node& node);
  Whole compute_whole(Expr e);
  Whole polynomial(const Node& node);
  Whole whole_load(const Node& node);
  Whole whole_division(const Node& node);
  Whole whole_select(Expr e, const Node& node);
  Whole whole_extreme(const Node& node);
  Whole whole_reduction(Expr e, const Node& node);
  Whole argument(Expr e, const Node& node);
  Whole whole_call(Expr e, const Node& node);
  static Whole truncated(Estimate x);
  bool holds_integers(Expr e) const;
  Whole exact(Expr e);  // as an operand of which all bits count
  LazyArray* array(Expr parameter);
  void set_slot(int slot, int64_t value);
  std::vector<int64_t> place_of(Expr reduction);
  Estimate computed_reduction(Expr e, const Node& node);
  void note_range(Expr reduction, int64_t count);
  void touch_other(Expr choice, size_t arg);
  const std::vector<Expr>& loads_beside(Expr choice, size_t arg);
  const std::vector<Expr>& in_order(Expr condition);

  const Arena& arena_;
  Surroundings& surroundings_;
  EstimateMath math_;
  Dependence dependence_;
  std::array<int64_t, Dependence::k_slots> values_{};
  std::array<uint64_t, Dependence::k_slots> set_at_{};  // time
  uint64_t clock_ = 1, steps_ = 0, step_budget_;
  Memory<Estimate> reals_;
  Memory<Whole> wholes_;
  std::map<uint32_t, std::vector<Expr>> ordered_;                    // the members of conditions
  std::map<std::pair<uint32_t, size_t>, std::vector<Expr>> beside_;  // loads in a side of choices
  std::map<uint32_t, bool> ranges_;                                  // reductions; whether they had a pass
  std::map<std::vector<int64_t>, Estimate> reduced_;                 // by the reduction and what it depends on
  OperationCounts counts_;
  std::string failure_;
};

}  // namespace whet::lift
