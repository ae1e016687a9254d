// How the arrays of a call are patched together.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/data/array_content.h"
#include "problem/data/patchwork/patchwork.h"

namespace whet {

struct PatchSheet {
  std::vector<std::optional<Patchwork>> arrays;  // of the problem's own arguments
  std::optional<size_t> base;                    // the array from which others are derived, piece by piece
  std::vector<std::string> names;                // of the arguments
  uint64_t relation_seed = 0;

  // The bytes of the arrays, made from the problem's own data.
  ArrayContents inputs(const ResolvedCase& resolved, const ArrayContents& plain) const;
  // Describes the pieces that an output element depends on, judging by shapes: "in a row of `in` that descends"; empty:
  // unknown.
  std::string words(const ResolvedCase& resolved, size_t output, uint64_t index) const;
};

}  // namespace whet
