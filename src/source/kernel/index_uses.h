// Integer arrays whose elements are indices into other arrays.
//
//   for (int j = row_ptr[row]; j < row_ptr[row + 1]; j++) dot += vals[j] * x[col_idx[j]];
//   -> row_ptr: offsets into vals and col_idx;  col_idx: indices into x, in the segments that row_ptr delimits
#pragma once

#include <string>
#include <vector>

#include "source/text/outline.h"

namespace whet {

struct IndexUse {
  std::string array;
  bool is_offsets = false;        // neighbouring elements delimit a segment
  std::vector<std::string> into;  // arrays that its elements are indices into
  std::string parts;              // the array of offsets whose segments it is read by; empty: none
};

// For the given pointer parameters, in order. Those that are not used as indices are left out.
std::vector<IndexUse> find_index_uses(const Code& code, const Declaration& kernel,
                                      const std::vector<std::string>& pointers);

}  // namespace whet
