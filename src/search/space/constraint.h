// A condition on tunables, prepared to be evaluated millions of times.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "search/space/configuration.h"
#include "search/space/value.h"
#include "util/text/expression.h"

namespace whet::search {

struct Constraint {
  Expression expression;
  std::string place = {};  // "problem.toml:40", for errors
};

// Other numbers that constraints may use, such as the sizes of the problem.
using Constants = std::map<std::string, double>;

// A constraint bound to the axes it uses. Texts compare by name: `LAYOUT == row` holds when LAYOUT is "row". A
// constraint without a value (a division by zero) does not hold. The results are tabulated for all combinations of its
// axes, unless these are too many.
class BoundConstraint {
 public:
  // It is an error to use a name that is neither a tunable, a constant nor a text value.
  static Result<BoundConstraint> bind(const Constraint& constraint, const std::vector<Axis>& axes,
                                      const Constants& constants);

  // Reads only the axes in scope() from `configuration`.
  bool holds(ConfigurationView configuration) const;
  const std::vector<size_t>& scope() const { return scope_; }  // axes, ascending
  const std::string& text() const { return constraint_.expression.text(); }
  const std::string& place() const { return constraint_.place; }

 private:
  explicit BoundConstraint(Constraint constraint) : constraint_(std::move(constraint)) {}
  size_t combinations() const;
  bool evaluate(ConfigurationView configuration) const;
  void tabulate();

  Constraint constraint_;
  std::vector<size_t> scope_;
  std::vector<std::vector<double>> numbers_;               // per axis of the scope, by value index
  std::map<std::string, size_t, std::less<>> axis_names_;  // index in the scope
  std::map<std::string, double, std::less<>> known_;       // constants and text values
  std::vector<bool> truths_;                               // mixed radix over the scope; empty: evaluated each time
};

}  // namespace whet::search
