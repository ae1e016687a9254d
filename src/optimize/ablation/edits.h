// What a candidate changed in its parent, edit by edit, and the candidate without one of them.
//
//   parent  a b c d      candidate  a B c D      edits  b -> B, d -> D      without the second  a B c d
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace whet {

// A run of changed lines. Lines without a word, such as a brace, do not separate two changes.
struct Edit {
  size_t candidate_line = 0;   // where it begins, from 1
  std::string removed, added;  // whole lines; one of them may be empty
  size_t begin = 0;            // of `added` in the candidate's text, in bytes
};

// The edits in the order of the text. A change of only blanks and empty lines is not an edit.
std::vector<Edit> find_edits(std::string_view parent, std::string_view candidate);

// The candidate with the parent's lines in place of this edit.
std::string without(const Edit& edit, std::string_view candidate);

// "line 12: +4 -1  const float4 value = ...": where it is, how large, and its first line.
std::string describe(const Edit& edit);

}  // namespace whet
