// What the variables of a kernel stand for: sizes and constants where they are set once, parts of blockIdx and the like
// where they are nothing else (`int by = blockIdx.y;`).
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>

#include "source/launch/launch_expression.h"
#include "source/text/outline.h"

namespace whet {

class KernelValues {
 public:
  KernelValues(const Code& code, const Declaration& kernel, const LaunchNames& names);

  // "blockIdx.y" of a variable that is nothing else, or of the words themselves; empty: neither.
  std::string builtin_of(std::string_view name) const;
  // The axis of blockIdx in the tokens, if there is only one; 0: x.
  std::optional<int> axis_of(size_t first, size_t last) const;
  // A name in terms of sizes.
  std::optional<LaunchExpression> meaning(std::string_view name) const;
  // The token behind the value that begins at this one.
  size_t end_of_value(size_t at) const;
  // The only place at which a variable is set.
  std::optional<size_t> set_at(std::string_view name) const;

 private:
  std::optional<LaunchExpression> meaning(std::string_view name, int& steps) const;
  void find_builtins();

  const Code& code_;
  size_t first_, last_;
  const LaunchNames& names_;
  std::map<std::string, std::string, std::less<>> builtins_;
};

}  // namespace whet
