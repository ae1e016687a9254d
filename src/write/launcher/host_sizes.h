// Where host code has the sizes of a problem from: a parameter, or a further parameter where none tells it. A formula
// that the problem has for a size (nnz = "4 * n") may be a choice for its cases alone.
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
  std::string variable;   // "rows_size"
  std::string parameter;  // "rows"
};

// A parameter for a size that no argument tells.
struct FurtherSize {
  std::string dimension, parameter;
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
  const HostNumbers& numbers() const { return numbers_; }
  const std::vector<HostSize>& sizes() const { return sizes_; }
  const std::vector<FurtherSize>& further() const { return further_; }
  // Relations between arguments that the problem states and launches may rely on: "half is n / 2". Launches that were
  // fused rely on those between sizes, too: "n is rows * cols".
  std::vector<HostCondition> relations(bool are_fused);

 private:
  std::optional<std::string> name(const std::string& name);
  std::optional<std::string> size_of(const Dimension& dimension);
  std::string add(const std::string& dimension, const std::string& parameter);
  const HostParameter* teller(const Dimension& dimension) const;
  void relate(const std::string& variable, const Expression& formula, std::vector<HostCondition>& found);

  const Problem& problem_;
  const ResolvedCase& at_first_;
  const std::vector<HostParameter>& parameters_;
  FreshNames& names_;
  HostNumbers numbers_;
  std::map<std::string, std::string> variables_;  // by the problem's name
  std::vector<HostSize> sizes_;                   // in the order of their declarations
  std::vector<FurtherSize> further_;
  bool may_add_ = true;
};

}  // namespace whet::write
