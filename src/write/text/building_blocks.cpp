#include "write/text/building_blocks.h"

#include <algorithm>
#include <cctype>
#include <span>

#include "util/system/knowledge.h"

namespace whet {
std::span<const EmbeddedFile> embedded_blocks();
}

namespace whet::write {

namespace {

class BlockList {
 public:
  void add_used(std::string_view code) {
    const auto words = code_words(code);
    for (const EmbeddedFile& file : embedded_blocks()) {
      const std::string_view name = std::string_view(file.path).substr(0, file.path.find('.'));
      if (!words.contains(name) || !taken_.insert(std::string(name)).second) continue;
      add_used(file.content);
      if (file.content.starts_with("constexpr")) {
        constants_ += file.content;
      } else {
        text_ += std::string(file.content) + "\n";
      }
    }
  }
  std::string text() const { return constants_ + (constants_.empty() ? "" : "\n") + text_; }

 private:
  std::set<std::string, std::less<>> taken_;
  std::string constants_, text_;
};

}  // namespace

std::set<std::string, std::less<>> code_words(std::string_view code) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::set<std::string, std::less<>> words;
  for (size_t at = 0; at < code.size();) {
    if (code.substr(at).starts_with("//")) at = std::min(code.find('\n', at), code.size());
    size_t end = at;
    while (end < code.size() && is_word(code[end])) ++end;
    if (end > at) words.emplace(code.substr(at, end - at));
    at = std::max(end, at + 1);
  }
  return words;
}

std::string building_blocks(const std::string& code) {
  BlockList list;
  list.add_used(code);
  return list.text();
}

}  // namespace whet::write
