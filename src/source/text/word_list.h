// A list of words in one string: "alignas decltype noexcept".
#pragma once

#include <string_view>

namespace whet {

class WordList {
 public:
  constexpr explicit WordList(std::string_view words) : words_(words) {}

  constexpr bool holds(std::string_view word) const {
    for (size_t at = words_.find(word); at != std::string_view::npos && !word.empty(); at = words_.find(word, at + 1)) {
      if (is_end(at) && is_end(at + word.size() + 1)) return true;
    }
    return false;
  }

 private:
  // Whether position `at`, counted from 1, is at the start of the text, after a separator or past the end.
  constexpr bool is_end(size_t at) const { return at == 0 || at > words_.size() || words_[at - 1] == ' '; }

  std::string_view words_;
};

}  // namespace whet
