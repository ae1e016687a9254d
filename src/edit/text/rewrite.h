// Changes of a text at several places, made at once.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet::edit {

class Rewrite {
 public:
  // Offsets are those of the text before any change. Changes must not overlap; at one place the earlier call is first.
  void replace(size_t begin, size_t end, std::string with) { changes_.push_back({begin, end, std::move(with)}); }
  void insert(size_t at, std::string text) { replace(at, at, std::move(text)); }
  bool is_empty() const { return changes_.empty(); }
  std::string applied_to(std::string_view text) const;

 private:
  struct Change {
    size_t begin, end;
    std::string with;
  };
  std::vector<Change> changes_;
};

}  // namespace whet::edit
