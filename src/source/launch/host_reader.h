// Expressions of host code at their place: names are followed to their values, except those that stay.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "source/launch/host_values.h"
#include "source/launch/launch_expression.h"

namespace whet {

class HostReader {
 public:
  // The name under which a variable stays in the expression; nothing: its value takes its place.
  using Kept = std::function<std::optional<std::string>(std::string_view name, const HostPlace& place)>;

  // The bytes of a type or an expression in sizeof that is none of C++'s own: "real", "* x".
  using Sizes = std::function<std::optional<int64_t>(std::string_view type)>;

  // A variable that is set in several places has no value, or its first one if `first_counts`.
  HostReader(const HostValues& values, Kept kept, bool first_counts = false, Sizes sizes = {})
      : values_(values), kept_(std::move(kept)), first_counts_(first_counts), sizes_(std::move(sizes)) {}

  // Nothing if it is not understood. A variable without a value stays a name.
  std::optional<LaunchExpression> expression(const Code& code, TokenRange range, const HostPlace& place,
                                             int depth = 0) const;
  // A number, `dim3(x, y)`, or a variable that holds one of these; empty: not understood.
  std::vector<LaunchExpression> extents(const Code& code, TokenRange range, const HostPlace& place,
                                        int depth = 0) const;

 private:
  std::optional<HostValue> value_of(std::string_view name, const HostPlace& place, int depth) const;
  std::optional<LaunchExpression> named(std::string_view name, const HostPlace& place, int depth) const;
  std::optional<LaunchExpression> member(std::string_view name, const HostPlace& place, int depth) const;
  std::optional<LaunchExpression> called(const Code& code, size_t name, size_t open, const HostPlace& place,
                                         int depth) const;
  std::vector<LaunchExpression> listed(const Code& code, TokenRange range, const HostPlace& place, int depth) const;

  const HostValues& values_;
  Kept kept_;
  bool first_counts_;
  Sizes sizes_;
};

// The variables that hold what is passed, followed through callers and plain copies: `n` in run and `N` in main.
//   -> the text of the argument at the launch, by scope and name
class PassedNames {
 public:
  // A copy of a name for which `stays` holds is not followed, as a constant that device code also uses.
  void follow(const HostValues& values, const std::string& argument, HostPlace place,
              const std::function<bool(const std::string&)>& stays);
  std::optional<std::string> find(const HostValues& values, std::string_view name, const HostPlace& place) const;

 private:
  std::map<std::pair<int, std::string>, std::string> names_;
};

}  // namespace whet
