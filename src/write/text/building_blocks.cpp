#include "write/text/building_blocks.h"

#include <set>
#include <span>

#include "util/system/knowledge.h"
#include "write/text/code_words.h"

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

std::string building_blocks(const std::string& code) {
  BlockList list;
  list.add_used(code);
  return list.text();
}

}  // namespace whet::write
