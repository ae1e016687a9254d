// What a call's arrays are patched together from.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/data/patchwork/patchwork.h"

namespace whet {

struct PatchSheet {
  std::vector<std::optional<Patchwork>> arrays;  // of the problem's own arguments
  std::optional<size_t> base;                    // the array that others are made of, piece by piece
  std::vector<std::string> names;                // of the arguments
  uint64_t relation_seed = 0;

  // The arrays' bytes, made of the problem's own.
  std::vector<std::string> inputs(const ResolvedCase& resolved, const std::vector<std::string>& plain) const;
  // Of the pieces that an element of an output is made of, as far as shapes tell: "in a row of `in` that descends";
  // empty: nothing.
  std::string words(const ResolvedCase& resolved, size_t output, uint64_t index) const;
};

}  // namespace whet
