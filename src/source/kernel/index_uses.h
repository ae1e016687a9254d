// Arrays of whole numbers that say where to look in others.
//
//   for (int j = row_ptr[row]; j < row_ptr[row + 1]; j++) dot += vals[j] * x[col_idx[j]];
//   -> row_ptr: offsets into vals and col_idx;  col_idx: places in x, in the parts that row_ptr delimits
#pragma once

#include <string>
#include <vector>

#include "source/text/outline.h"

namespace whet {

struct IndexUse {
  std::string array;
  bool is_offsets = false;        // neighbours delimit a part
  std::vector<std::string> into;  // arrays that its elements are places in
  std::string parts;              // the array of offsets whose parts it is read by; empty: none
};

// Of the pointer parameters named, in their order; those that are not used so are left out.
std::vector<IndexUse> find_index_uses(const Code& code, const Declaration& kernel,
                                      const std::vector<std::string>& pointers);

}  // namespace whet
