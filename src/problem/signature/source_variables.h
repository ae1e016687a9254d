// The __constant__ and __device__ variables of a source, to which a problem may give data.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"
#include "problem/signature/entry.h"

namespace whet {

struct SourceVariable {
  std::string name;
  ElementType type = ElementType::f32;
  std::vector<int64_t> shape;  // empty: its extents are not clear
  bool is_constant = false;    // __constant__
  bool is_set = false;         // by its declaration, or by device code
};

// Arrays of plain elements that are used by what the entry reaches.
std::vector<SourceVariable> source_variables(const Problem& problem, const std::string& entry);

}  // namespace whet
