// The places where host code launches kernels: kernel<<<grid, block, shared>>>(arguments).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/launch/launch_expression.h"

namespace whet {

struct LaunchSite {
  std::string kernel;                         // without scope and template arguments
  std::string instance;                       // "<256, float>" as written; empty: none
  std::vector<std::string> arguments;         // as written
  std::vector<LaunchExpression> grid, block;  // one to three, x first; empty: not understood
  std::optional<LaunchExpression> shared;     // absent: not given, or not understood
  bool has_shared = false;
  std::string text;  // the text between the angles, on one line
  int line = 0;
  size_t token = 0;  // of the kernel's name, in Outline::code of the source

  // Threads of a block, if its extents are numbers.
  std::optional<int64_t> threads() const;
};

// In the order of the source. Names that are passed to the kernel stay names, also those that a caller has for them.
// Macros, constants and variables that are set once in their function are replaced by their values, dim3 variables by
// their extents, parameters by what the first caller passes, and calls of functions of the source by what these return.
// `headers` are the texts of included files, whose macros and constants count too.
std::vector<LaunchSite> find_launch_sites(std::string_view source, const std::vector<std::string>& headers = {});

}  // namespace whet
