// Formulas of a problem as C++ over `long long`, for host code.
//
//   max(1, ceil_div(1 * ceil_div((n), 4), 1024))   ->  larger(1, rounded_up(rounded_up(n_size, 4), 1024))
//   floor((255 + n) / (256))                       ->  rounded_down(255 + n_size, 256)
//   n / 256                                        ->  n_size / 256, refused where n_size % 256 != 0
#pragma once

#include <functional>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "util/text/expression.h"
#include "write/text/lines.h"

namespace whet::write {

// What must hold for a number to be the one that the problem means.
struct HostCondition {
  std::string fails;  // C++: whether it does not hold
  std::string words;  // what does, for a comment
};

// Leaves the launcher where one does not hold.
void write_conditions(const std::vector<HostCondition>& conditions, Lines& lines);

class HostNumbers {
 public:
  // The C++ text of a name of the problem: a variable or a number. Nothing: host code does not know it.
  using Names = std::function<std::optional<std::string>(const std::string& name)>;

  explicit HostNumbers(Names names) : names_(std::move(names)) {}

  // An error: a name that host code does not know, or a number that is not whole for every size.
  Result<std::string> text(const Expression& formula);
  // Conditions of the numbers since the last call, in the order in which they must be asked.
  std::vector<HostCondition> take_conditions();
  // All are asked again from here on.
  void forget_conditions();
  // A function for numbers that other text uses, by its name: "rounded_up".
  void use(const std::string& function) { used_.insert(function); }
  // Declarations of the functions that the numbers use.
  std::vector<std::string> functions() const;

 private:
  struct Part;
  Result<Part> part(const Expression::Node& node);
  Result<Part> name(const std::string& name);
  Result<Part> whole_number(double value);
  Result<Part> binary(const Expression::Node& node);
  Result<Part> logical(const Expression::Node& node);
  Result<Part> folded(const Expression::Node& node);
  Result<Part> quotient(const Expression::Node& node, const std::string& function);
  Result<Part> rounded(const Expression::Node& node);
  Part call(const std::string& function, const std::vector<Part>& arguments);
  void ask(HostCondition condition);
  void ask_not_zero(const Part& divisor);

  Names names_;
  std::vector<HostCondition> conditions_;
  std::set<std::string> asked_, used_;
};

}  // namespace whet::write
