#include "compile/source/inlined_headers.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "compile/source/user_headers.h"
#include "source/text/code.h"

namespace whet {

namespace {

constexpr size_t k_most_bytes = 16ull << 20;

class Inliner {
 public:
  Inliner(const CompileRequest& request, const FileSystem& files)
      : directories_(user_directories(request)), files_(files) {}

  Result<std::string> inlined(const std::string& path, std::string_view content) {
    open_.push_back(path);
    std::string text;
    size_t done = 0;
    for (const Token& token : read_code(content).tokens) {
      if (token.kind != TokenKind::directive || directive(token).name != "include") continue;
      TRY(line, in_place_of(token, path));
      text += content.substr(done, token.offset - done);
      text += line;
      done = token.end();
    }
    text += content.substr(done);
    open_.pop_back();
    bytes_ += text.size();
    if (bytes_ > k_most_bytes) return bad_input("the kernel with its headers is larger than 16 MiB", path);
    return text;
  }

 private:
  // A computed include stays as it is.
  Result<std::string> in_place_of(const Token& token, const std::string& from) {
    const Includes includes = find_includes(token.text);
    if (includes.files.empty()) return std::string(token.text);
    const Include& include = includes.files.front();
    const auto path = user_header_path(include, from, directories_, files_);
    if (!path) return fmt::format("#include <{}>", include.name);
    const bool is_open = std::find(open_.begin(), open_.end(), *path) != open_.end();
    if (is_open || once_.contains(*path)) return std::string();
    TRY(content, read_text(files_, *path));
    if (says_once(content)) once_.insert(*path);
    TRY(text, inlined(*path, content));
    return text.ends_with('\n') ? text : text + "\n";
  }

  static bool says_once(const std::string& content) {
    const Code code = read_code(content);
    return std::any_of(code.tokens.begin(), code.tokens.end(), [](const Token& token) {
      const Directive line = token.kind == TokenKind::directive ? directive(token) : Directive{};
      return line.name == "pragma" && line.tokens.size() == 1 && line.tokens[0].is("once");
    });
  }

  const std::vector<std::string> directories_;
  const FileSystem& files_;
  std::vector<std::string> open_;  // files that are being inlined
  std::set<std::string> once_;
  size_t bytes_ = 0;
};

}  // namespace

Result<std::string> inlined_headers(const CompileRequest& request, const FileSystem& files) {
  return Inliner(request, files).inlined(request.file, request.source);
}

}  // namespace whet
