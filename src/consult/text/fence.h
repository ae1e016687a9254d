// Blocks of text between lines of backticks, as Markdown has them.
//
//   fenced("int x;\n", "cuda")   ->   ```cuda\nint x;\n```\n        more backticks where the text itself has a run of
//   them
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace whet::consult {

// The text in a fence that no line of it can close, whatever it contains.
std::string fenced(std::string_view text, std::string_view info);

// The line that opens a block.
struct FenceOpening {
  char mark = '`';
  size_t length = 3;
  std::string info;  // "cuda"
};
std::optional<FenceOpening> opened_fence(std::string_view line);
bool closes(const FenceOpening& fence, std::string_view line);

}  // namespace whet::consult
