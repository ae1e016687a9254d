// What a mind answers, as text and as values:
//
//   MEMO: [memory.coalesced_access] one thread for each column, so that a warp reads one line
//   ```cuda
//   __global__ void row_sums(...) { ... }          the whole file
//   ```
//
// or, in place of the fenced block, edits of the kernel that was shown:
//
//   <<<<<<< SEARCH
//   lines of it, exactly, that it has once
//   =======
//   lines in their place
//   >>>>>>> REPLACE
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "util/result.h"

namespace whet::consult {

struct AnswerEdit {
  std::string search, replace;
};

struct Answer {
  std::string memo;
  std::vector<std::string> methods;
  std::string kernel;             // whole; empty: there are edits
  std::vector<AnswerEdit> edits;  // in order
};

constexpr size_t k_longest_answer = 400'000;  // bytes
constexpr size_t k_longest_memo = 240;

// Words around it are ignored. An error says what is wrong with the form, in words for the mind.
Result<Answer> parse_answer(std::string_view text);

// The text with the edits made one after another; each must match once.
Result<std::string> apply_edits(const std::string& text, const std::vector<AnswerEdit>& edits);

}  // namespace whet::consult
