// The values of a case's names, and the evaluation of expressions with them.
#pragma once

#include <map>
#include <string>

#include "problem/data/resolve.h"

namespace whet {

class Numbers {
 public:
  // Dimensions of the case and the options, tunables by default or option, numeric defines. `where` must hold.
  static Result<Numbers> collect(const Problem& problem, const ProblemCase& chosen, const ResolveOptions& options);

  const std::vector<NamedNumber>& dims() const { return dims_; }
  const std::vector<NamedNumber>& tunables() const { return tunables_; }

  // The error begins with `what` ("extent 2 of `in`").
  Result<double> real(const Formula& formula, const std::string& what) const;
  Result<uint64_t> whole(const Formula& formula, const std::string& what, uint64_t least) const;
  std::optional<double> find(std::string_view name) const;

 private:
  explicit Numbers(const Problem& problem) : problem_(&problem) {}
  Result<void> add_dims(const ProblemCase& chosen, const ResolveOptions& options);
  Result<void> add_tunables(const ResolveOptions& options);
  Result<void> check_constraints() const;
  Result<void> refuse_unknown(const std::map<std::string, int64_t>& given, const std::vector<NamedNumber>& known,
                              const std::string& flag) const;

  const Problem* problem_;
  std::vector<NamedNumber> dims_, tunables_;
  std::map<std::string, double, std::less<>> values_;
};

}  // namespace whet
