// A kernel between two edits: the text of its file and the shape of its launch.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "problem/file/problem.h"

namespace whet::edit {

struct Draft {
  std::string source;                    // of the whole file
  std::vector<std::string> grid, block;  // formulas of the problem's sizes, x first
  bool is_relaunched = false;            // grid or block are not the problem's

  bool operator==(const Draft&) const = default;
};

// Values of formulas at the first case of the problem; nothing if one has none.
std::optional<std::vector<int64_t>> first_values(const std::vector<std::string>& formulas, const Problem& problem);

// The problem's kernel as it is. An error says why it cannot be edited: only a single launch of one kernel can.
Result<Draft> draft_of(const Problem& problem);

// Blocks of its grid at the first case; nothing: not known.
std::optional<int64_t> blocks_of(const Draft& draft, const Problem& problem);

// The draft as a candidate in one file: another launch is in a leading comment.
std::string file_of(const Draft& draft, const Problem& problem);

}  // namespace whet::edit
