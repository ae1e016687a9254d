// A problem.toml for tests, part by part; what is rare is added as text.
//
//   ProblemText("k.cu").dim("n", 4096).array("in").array("out").scalar("n").launch("ceil_div(n, 128)", "128").text()
#pragma once

#include <cstdint>
#include <string>

namespace whet::test {

class ProblemText {
 public:
  explicit ProblemText(const std::string& kernel, const std::string& entry = {}) {
    text_ = "kernel = \"" + kernel + "\"\n";
    if (!entry.empty()) text_ += "entry = \"" + entry + "\"\n";
    text_ += "[dims]\n";
  }

  // Dims come before all else.
  ProblemText& dim(const std::string& name, int64_t value) { return add(name + " = " + std::to_string(value) + "\n"); }
  // An array of n elements. Without a role it has that of its name where the name is one: `in`, `out` or `inout`.
  ProblemText& array(const std::string& name, const std::string& role = {}, const std::string& type = "f32") {
    add("[[args]]\nname = \"" + name + "\"\ntype = \"" + type + "\"\nshape = [\"n\"]\n");
    return add("role = \"" + (role.empty() ? name : role) + "\"\n");
  }
  ProblemText& scalar(const std::string& name, const std::string& type = "i32", const std::string& value = {}) {
    add("[[args]]\nname = \"" + name + "\"\ntype = \"" + type + "\"\n");
    return value.empty() ? *this : add("value = " + value + "\n");
  }
  ProblemText& launch(const std::string& grid, const std::string& block) {
    return add("[launch]\ngrid = [\"" + grid + "\"]\nblock = [\"" + block + "\"]\n");
  }
  // The program is C++ or Python by the file's name.
  ProblemText& reference(const std::string& file) {
    return add(std::string("[reference]\n") + (file.ends_with(".py") ? "python" : "cpp") + " = \"" + file + "\"\n");
  }
  ProblemText& add(const std::string& text) {
    text_ += text;
    return *this;
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace whet::test
