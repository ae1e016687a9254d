// Which lines differ between two texts, and the unified format that `patch` and `git apply` read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

struct DiffLine {
  enum class Kind : uint8_t { same, removed, added };
  Kind kind = Kind::same;
  std::string_view text;  // of the text it is from, with its line end
};

// The shortest way from one to the other (Myers 1986), removed lines before added ones. Texts that share almost nothing
// come out as one replacement between what they begin and end with alike.
std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after);

// A stretch of changes with the lines around it.
struct DiffHunk {
  size_t before_line = 0, before_count = 0;  // from 1; 0 of an empty side
  size_t after_line = 0, after_count = 0;
  std::vector<DiffLine> lines;
};

// Empty when the texts are equal.
std::vector<DiffHunk> diff_hunks(std::string_view before, std::string_view after, size_t context = 3);

// "@@ -1,4 +1,5 @@"
std::string hunk_header(const DiffHunk& hunk);

// "" when the texts are equal.
std::string unified_diff(std::string_view before, std::string_view after, std::string_view before_name,
                         std::string_view after_name, size_t context = 3);

}  // namespace whet
