#include "write/schedule/accumulators.h"

#include <fmt/format.h>

#include "lift/expression/real.h"

namespace whet::write {

namespace {

constexpr const char* k_folds[] = {"Sum",          "Product",       "Largest",   "Smallest",
                                   "FirstLargest", "FirstSmallest", "AroundMean"};
constexpr const char* k_names[] = {"sum", "product", "largest", "smallest", "at_largest", "at_smallest", "moments"};

std::string body_text(const PlannedReduction& reduction, CudaExpression& text) {
  return reduction.is_real ? text.real(reduction.body) : text.integer(reduction.body);
}

}  // namespace

Accumulator accumulator_of(const PlannedReduction& reduction, CudaExpression& text) {
  const auto how = static_cast<size_t>(reduction.how);
  const std::string number(reduction.is_real ? text.real_type() : "long long");
  const std::string name = text.fresh(k_names[how]);
  if (lift::gives_argument(reduction.how)) return {name, "Placed<" + number + ">", k_folds[how], "{0, -1}", true};
  if (reduction.how == lift::Fold::squares)
    return {name, "Moments<" + number + ">", k_folds[how], "{0, 0, 0}", false, true};
  return {name, number, k_folds[how], text.identity(reduction.how, reduction.is_real)};
}

Accumulator declare_accumulator(const PlannedReduction& reduction, CudaExpression& text, Lines& lines) {
  const Accumulator found = accumulator_of(reduction, text);
  lines.add(fmt::format("{} {} = {};", found.type, found.name, found.start));
  return found;
}

void accumulate(const PlannedReduction& reduction, const Accumulator& accumulator, const std::string& index,
                CudaExpression& text, Lines& lines) {
  // Terms are added up before they meet the sum of many.
  const bool is_sum = reduction.how == lift::Fold::sum && text.is_sum(reduction.body);
  const std::string body = is_sum ? "(" + body_text(reduction, text) + ")" : body_text(reduction, text);
  const std::string& name = accumulator.name;
  const std::string number(reduction.is_real ? text.real_type() : "long long");
  std::string next;
  if (accumulator.is_placed)
    next = fmt::format("{}().then({}, ({})({}), {})", accumulator.fold, name, number, body, index);
  else if (accumulator.is_moments)
    next = fmt::format("{}().then({}, {})", accumulator.fold, name, body);
  else
    next = text.combined(reduction.how, reduction.is_real, name, body);
  lines.add(fmt::format("{} = {};", name, next));
}

std::string stored_with_update(const lift::Statement& statement, const std::string& address, CudaExpression& text,
                               const Subject& subject) {
  if (!statement.update) return text.stored(statement);
  const ElementType type = subject.parameter(statement.array).type;
  const bool is_real = is_floating(type);
  const std::string value = is_real ? text.real(statement.value) : text.integer(statement.value);
  const std::string old = is_real ? text.real_of_element(type, "*(" + address + ")") : "(long long)*(" + address + ")";
  return text.as_element(type, text.combined(*statement.update, is_real, old, value));
}

}  // namespace whet::write
