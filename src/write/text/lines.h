// Lines of a program with their indentation.
#pragma once

#include <string>
#include <string_view>

namespace whet::write {

class Lines {
 public:
  void add(std::string_view line) {
    if (line.empty() && text_.ends_with(" ----\n")) return;  // a title has its lines right below
    if (!line.empty()) text_.append(2 * depth_, ' ').append(line);
    text_ += '\n';
  }
  // A long kernel's parts have titles: "// ---- Store ----".
  void section(std::string_view title) {
    if (!text_.ends_with("{\n")) add("");
    add("// ---- " + std::string(title) + " ----");
  }
  // "for (...) {" and what follows is inside it.
  void open(std::string_view head) {
    add(std::string(head) + " {");
    ++depth_;
  }
  void close(std::string_view tail = "}") {
    --depth_;
    add(tail);
  }
  // "} else {"
  void turn(std::string_view line) {
    --depth_;
    add(line);
    ++depth_;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
  size_t depth_ = 0;
};

}  // namespace whet::write
