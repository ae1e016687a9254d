// Variables that a loop only adds to.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "edit/text/counting_loop.h"

namespace whet::edit {

struct SumChain {
  std::string name, type;      // "sum", "float"
  std::vector<size_t> places;  // tokens of the name in the body
};

// `sum += ...;` for float or double variables from before the loop that nothing else in the body names. Nothing: the
// body changes such variables in another way.
std::optional<std::vector<SumChain>> sum_chains(const KernelText& text, const std::vector<Local>& locals,
                                                const CountingLoop& loop);

}  // namespace whet::edit
