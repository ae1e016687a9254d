// Small operations on text that several layers need.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

std::string lower(std::string_view text);
std::string_view trim(std::string_view text);
std::vector<std::string_view> split(std::string_view text, char separator);
std::string join(const std::vector<std::string>& parts, std::string_view separator);

// Levenshtein distance: the number of single-character insertions, deletions and substitutions between two texts.
//   edit_distance("grid", "gird") = 2
size_t edit_distance(std::string_view a, std::string_view b);

// The candidates most like `name`, at most `count`, for "did you mean": first those that contain it or are contained in
// it, then by edit distance.
std::vector<std::string> near_names(std::string_view name, const std::vector<std::string>& candidates,
                                    size_t count = 4);

// True when the pattern covers the whole text; '*' stands for any run of characters.
bool glob_match(std::string_view pattern, std::string_view text);

// 8192 -> "8.0 KiB", 512 -> "512 B".
std::string format_bytes(double bytes);

}  // namespace whet
