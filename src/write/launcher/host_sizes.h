// Where host code has the sizes of a problem from: a parameter, a formula of other sizes, or a further parameter.
//
//   layernorm<<<rows, 256>>>(in, ..., cols)  ->  cols_size is the parameter, `rows` a further one
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "problem/data/resolve.h"
#include "write/launcher/host_numbers.h"
#include "write/launcher/host_parameters.h"

namespace whet::write {

struct HostSize {
  std::string variable;                   // "rows_size"
  std::string value;                      // C++
  std::vector<HostCondition> conditions;  // of the value
  bool is_given = false;                  // by the caller
};

class HostSizes {
 public:
  // All must outlive the object. `at_first` has the values of tunables.
  HostSizes(const Problem& problem, const ResolvedCase& at_first, const std::vector<HostParameter>& parameters,
            FreshNames& names);

  // The C++ text of a formula. What no parameter tells becomes a further one.
  Result<std::string> number(const Expression& formula);
  // The same if parameters tell it.
  std::optional<std::string> known_number(const Expression& formula);

  HostNumbers& numbers() { return numbers_; }
  // Declarations of the functions that all numbers use.
  std::vector<std::string> functions() const;
  const std::vector<HostSize>& sizes() const { return sizes_; }
  const std::vector<std::string>& further() const { return further_; }  // "rows"
  // Relations between arguments that the problem states: "n is rows * cols".
  std::vector<HostCondition> relations();

 private:
  std::optional<std::string> name(const std::string& name);
  std::optional<std::string> size_of(const Dimension& dimension);
  std::string add(const std::string& dimension, HostSize size);
  const HostParameter* teller(const Dimension& dimension) const;
  void relate(const std::string& variable, const Expression& formula, std::vector<HostCondition>& found);

  const Problem& problem_;
  const ResolvedCase& at_first_;
  const std::vector<HostParameter>& parameters_;
  FreshNames& names_;
  HostNumbers numbers_, of_sizes_;
  std::map<std::string, std::string> variables_;  // by the problem's name
  std::vector<HostSize> sizes_;                   // in the order of their declarations
  std::vector<std::string> further_;
  bool may_add_ = true;
};

}  // namespace whet::write
