// The numbers written into a kernel's code: what it may treat unlike others.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace whet {

struct CodeConstants {
  std::vector<double> reals;      // written as floating point, finite
  std::vector<int64_t> integers;  // what is compared with, masked by or taken away; those of comparisons first
  std::vector<uint64_t> masks;    // of `and`
};

// Of all functions of a module; nothing where it cannot be read.
CodeConstants constants_of(std::string_view ptx);

// Those of `own` that `known` does not have, each once and in their order.
CodeConstants beside(const CodeConstants& own, const CodeConstants& known);

}  // namespace whet
