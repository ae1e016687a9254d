// The constants in a kernel's code, which it may treat differently from other values.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace whet {

struct CodeConstants {
  std::vector<double> reals;      // written as floating point, finite
  std::vector<int64_t> integers;  // compared with, used as a mask or in arithmetic; those of comparisons first
  std::vector<uint64_t> masks;    // of `and`
};

// The constants of all functions of a module; empty if it cannot be parsed.
CodeConstants constants_of(std::string_view ptx);

// The constants of `own` that `known` does not have, in order.
CodeConstants beside(const CodeConstants& own, const CodeConstants& known);

}  // namespace whet
