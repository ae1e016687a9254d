// The parameters of all launches of a problem together: its arguments, its sizes that are no arguments, its scratch.
#pragma once

#include <deque>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "lift/compose/compose.h"
#include "lift/confirm/confirm_sequence.h"
#include "problem/data/resolve.h"

namespace whet {

class WholeParameters {
 public:
  // Both must outlive it; tunables have their default values.
  WholeParameters(const Problem& problem, lift::Arena& arena, const std::vector<NamedNumber>& tunables);

  // By number of the parameter.
  const std::vector<const ProblemArgument*>& arguments() const { return arguments_; }
  const std::set<int>& scratch() const { return scratch_; }
  // As a kernel would declare them.
  std::vector<Parameter> declared() const;
  // How many of the first a reference gets: all but scratch.
  size_t seen_by_reference() const;
  // The first that is no argument, but a size of the problem.
  size_t first_size() const { return own_; }
  // Empty for an argument, else the size that a launch must compute.
  std::string formula(size_t number) const;

  // What a launch passes for each parameter of its kernel, and the extents of its grid and blocks.
  Result<std::vector<lift::Expr>> passed(const ProblemLaunch& launch) const;
  std::map<lift::Special, lift::Expr> extents(const ProblemLaunch& launch) const;
  // The numbers and arrays of a case, and its launches from `begin` to `end`; `kernels` are their mangled names.
  lift::SequenceTrial trial(const ResolvedCase& resolved, const std::vector<std::string>& kernels, size_t begin,
                            size_t end) const;

 private:
  std::optional<int> number_of(const std::string& name) const;
  std::optional<lift::Expr> named(const std::string& name, int depth) const;
  std::optional<lift::Expr> value_of(const std::string& formula, int depth) const;
  lift::Expr argument_value(int number) const;
  Result<lift::Expr> launch_number(const ProblemArgument& number) const;
  bool is_fixed(const Dimension& dimension) const;

  const Problem& problem_;
  lift::Arena& arena_;
  const std::vector<NamedNumber>& tunables_;
  std::deque<ProblemArgument> sizes_;  // of the problem that are no arguments
  std::vector<const ProblemArgument*> arguments_;
  std::set<int> scratch_;
  size_t own_ = 0;  // arguments of the problem, before sizes
};

}  // namespace whet
