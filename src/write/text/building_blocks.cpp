#include "write/text/building_blocks.h"

#include <cctype>
#include <set>
#include <span>
#include <string_view>

#include "util/system/knowledge.h"

namespace whet {
std::span<const EmbeddedFile> embedded_blocks();
}

namespace whet::write {

namespace {

std::set<std::string, std::less<>> words_of(std::string_view code) {
  const auto is_word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
  std::set<std::string, std::less<>> words;
  for (size_t at = 0; at < code.size();) {
    size_t end = at;
    while (end < code.size() && is_word(code[end])) ++end;
    if (end > at) words.emplace(code.substr(at, end - at));
    at = end + 1;
  }
  return words;
}

class BlockList {
 public:
  void add_used(std::string_view code) {
    const auto words = words_of(code);
    for (const EmbeddedFile& file : embedded_blocks()) {
      const std::string_view name = std::string_view(file.path).substr(0, file.path.find('.'));
      if (!words.contains(name) || !taken_.insert(std::string(name)).second) continue;
      add_used(file.content);
      text_ += std::string(file.content) + "\n";
    }
  }
  std::string take() { return std::move(text_); }

 private:
  std::set<std::string, std::less<>> taken_;
  std::string text_;
};

}  // namespace

std::string building_blocks(const std::string& code) {
  BlockList list;
  list.add_used(code);
  return list.take();
}

}  // namespace whet::write
