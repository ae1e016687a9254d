#include "lift/evaluate/meaning_values.h"

#include <cmath>

#include "lift/evaluate/evaluation_order.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

using Truth = ValueEvaluator::Truth;

class StatementRun {
 public:
  StatementRun(const Arena& arena, const Statement& statement, const ParameterUse& use, ValueEvaluator& values,
               LazyArray& array, MeaningValues& result, int number)
      : arena_(arena),
        statement_(statement),
        use_(use),
        values_(values),
        array_(array),
        result_(result),
        number_(number),
        space_(loops_in_order(values.dependence(), statement.space)),
        guard_(conditions_in_order(arena, statement.guard)) {}

  void run(size_t depth = 0) {
    if (depth == space_.size()) return element();
    const int64_t count = values_.integer(space_[depth].count);
    for (int64_t i = 0; i < count && values_.failure().empty(); ++i) {
      values_.set(space_[depth].variable, i);
      run(depth + 1);
    }
  }

 private:
  void element() {
    Truth held = Truth::yes;
    for (const Expr condition : guard_) {
      const Truth truth = values_.condition(condition);
      if (truth == Truth::no) return;
      if (truth == Truth::close) held = truth;
    }
    const int64_t offset = values_.integer(statement_.offset);
    StoredElement stored = held == Truth::close ? StoredElement{StoredElement::Kind::unknown, {}, 0} : value();
    if (!values_.failure().empty()) return;
    stored.statement = number_;
    ++result_.stores;
    if (statement_.update) {
      array_.update(offset, *statement_.update, stored, values_.precision());
      if (stored.kind == StoredElement::Kind::real) values_.count_addition();
    } else if (!array_.store(offset, stored)) {
      result_.stores_meet = true;
    }
    if (!array_.failure().empty()) values_.fail(array_.failure());
  }

  StoredElement value() {
    if (reads_real()) return {StoredElement::Kind::real, values_.real(statement_.value), 0};
    const Whole whole = values_.whole(statement_.value);
    return {whole.is_unsure ? StoredElement::Kind::unknown : StoredElement::Kind::integer, {}, whole.value};
  }

  bool reads_real() const {
    if (is_real(arena_, statement_.value)) return true;
    return !is_integer(arena_, statement_.value) && !is_index(arena_, statement_.value) && (use_.is_read_as_real());
  }

  const Arena& arena_;
  const Statement& statement_;
  const ParameterUse& use_;
  ValueEvaluator& values_;
  LazyArray& array_;
  MeaningValues& result_;
  int number_;
  std::vector<SpaceIndex> space_;
  std::vector<Expr> guard_;
};

}  // namespace

MeaningValues evaluate(const Arena& arena, const Meaning& meaning, const std::vector<ParameterUse>& uses,
                       Surroundings& surroundings, Precision precision, uint64_t step_budget) {
  MeaningValues result;
  ValueEvaluator values(arena, surroundings, precision, step_budget);
  int number = 0;
  for (const Statement& statement : meaning.statements) {
    const Node& node = arena[statement.array];
    const auto array = surroundings.arrays.find(static_cast<int>(node.value));
    if (node.kind != Kind::parameter || node.bytes != 0 || array == surroundings.arrays.end()) {
      values.fail("an array that is no parameter of its own is not evaluated");
      break;
    }
    const ParameterUse& use = uses[static_cast<size_t>(node.value)];
    StatementRun(arena, statement, use, values, array->second, result, number++).run();
  }
  if (values.dependence().overflows()) values.fail("there are too many variables");
  result.has_empty_range = values.has_empty_range();
  result.failure = values.failure();
  result.counts = values.counts();
  result.steps = values.steps();
  return result;
}

std::optional<int64_t> size_value(const Arena& arena, Expr e, Surroundings& surroundings) {
  ValueEvaluator values(arena, surroundings, 0, 100'000);
  if (values.dependence().of(e) != 0) return {};
  const int64_t value = values.integer(e);
  return values.failure().empty() ? std::optional(value) : std::nullopt;
}

}  // namespace whet::lift
