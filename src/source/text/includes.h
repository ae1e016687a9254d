// The #include lines of a source.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

struct Include {
  std::string name;  // "a/b.h"
  bool quoted = false;
  int line = 0;
};

struct Includes {
  std::vector<Include> files;  // in order, including those in __has_include
  // Some include has a name that only the preprocessor knows: `#include MACRO`, #include_next, #embed.
  bool computed = false;
};

Includes find_includes(std::string_view source);

}  // namespace whet
