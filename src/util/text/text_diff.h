// The lines in which two texts differ, and the unified format that `patch` and `git apply` read.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

struct DiffLine {
  enum class Kind : uint8_t { same, removed, added };
  Kind kind = Kind::same;
  std::string_view text;  // points into the text that the line is from; includes its line end
};

// A shortest edit script (Myers 1986) with removed lines before added ones. Above 2000 changes the whole part between
// the common first and last lines becomes one replacement.
std::vector<DiffLine> diff_lines(std::string_view before, std::string_view after);

// A group of changes with the unchanged lines around it.
struct DiffHunk {
  size_t before_line = 0, before_count = 0;  // counted from 1; 0 for an empty side
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
