// What the command line adds to the compilation of a problem's sources.
#pragma once

#include <string>
#include <vector>

#include "util/result.h"
#include "util/text/record.h"

namespace whet {

struct Problem;

struct CompileAdditions {
  std::vector<std::string> include_directories;  // absolute paths
  std::vector<std::string> defines;              // "NAME" or "NAME=VALUE"
  std::vector<std::string> flags;                // passed to the compiler unchanged

  bool empty() const { return include_directories.empty() && defines.empty() && flags.empty(); }
  bool operator==(const CompileAdditions&) const = default;
};

// Directories are searched before the problem's own. A define replaces the problem's define or tunable of that name.
Result<void> add_to(const CompileAdditions& additions, Problem& problem);

template <>
struct Record<CompileAdditions> {
  static constexpr auto fields =
      std::tuple(defaulted("include", &CompileAdditions::include_directories),
                 defaulted("define", &CompileAdditions::defines), defaulted("flags", &CompileAdditions::flags));
};

}  // namespace whet
