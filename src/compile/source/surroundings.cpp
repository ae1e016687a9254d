#include "compile/source/surroundings.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <set>

#include "compile/source/include_flags.h"
#include "source/text/includes.h"
#include "source/text/token.h"
#include "source/text/word_list.h"

namespace whet {

namespace {

constexpr std::array<std::string_view, 3> k_time_macros = {"__DATE__", "__TIME__", "__TIMESTAMP__"};
constexpr WordList k_questions("__has_include __has_include_next __has_embed");
constexpr std::string_view k_no_such_name = "whet_does_not_tell";  // followed by the macro's name

bool is_time_macro(std::string_view word) {
  return std::find(k_time_macros.begin(), k_time_macros.end(), word) != k_time_macros.end();
}

// A text of the source with spliced lines joined, as the preprocessor does; line numbers stay the same.
class JudgedText {
 public:
  JudgedText(std::string name, std::string_view text) : name_(std::move(name)), text_(joined(text)) {}

  Result<void> check() const {
    const std::vector<Token> tokens = tokenize(text_);
    const std::set<std::string> asking = asking_macros(tokens);
    for (const Token& token : tokens) {
      if (token.is_identifier()) TRY_VOID(check_word(token.text, token.line));
      if (token.kind == TokenKind::directive) TRY_VOID(check_directive(token, asking));
    }
    return {};
  }

  bool pastes() const {
    for (const Token& token : tokenize(text_)) {
      if (token.kind == TokenKind::directive && pastes(token)) return true;
    }
    return false;
  }

 private:
  // "__TI\<newline>ME__" is one name.
  static std::string joined(std::string_view text) {
    std::string result;
    size_t owed = 0;  // line ends removed so far
    for (size_t i = 0; i < text.size(); ++i) {
      const size_t after = i + 1 < text.size() && text[i + 1] == '\r' ? i + 2 : i + 1;
      if (text[i] == '\\' && after < text.size() && text[after] == '\n') {
        i = after;
        ++owed;
        continue;
      }
      result += text[i];
      if (text[i] == '\n') result.append(std::exchange(owed, 0), '\n');
    }
    return result;
  }

  static bool pastes(const Token& token) {
    return token.text.find("##") != std::string_view::npos || token.text.find("%:%:") != std::string_view::npos;
  }

  // Macros that may expand to a test for a file: those that paste names, and those that use such a macro.
  static std::set<std::string> asking_macros(const std::vector<Token>& tokens) {
    std::map<std::string, std::set<std::string>> words;
    std::set<std::string> asking;
    for (const Token& token : tokens) {
      const Directive line = token.kind == TokenKind::directive ? directive(token) : Directive{};
      if (line.name != "define" || line.tokens.empty()) continue;
      const std::string name(line.tokens[0].text);
      if (pastes(token)) asking.insert(name);
      for (const Token& word : line.tokens) words[name].emplace(word.text);
    }
    for (bool grew = true; grew;) {
      grew = false;
      for (const auto& [name, used] : words) {
        const bool asks =
            std::any_of(used.begin(), used.end(), [&](const auto& word) { return asking.contains(word); });
        if (asks) grew |= asking.insert(name).second;
      }
    }
    return asking;
  }

  Result<void> check_word(std::string_view word, int line) const {
    if (!is_time_macro(word)) return {};
    return refuse("`" + std::string(word) + "` tells when the source is compiled", line,
                  "leave it out: what is judged must be the same program at any time");
  }

  Result<void> check_directive(const Token& token, const std::set<std::string>& asking) const {
    const Directive line = directive(token);
    const bool is_condition = line.name == "if" || line.name == "elif";
    for (size_t i = 0; i < line.tokens.size(); ++i) {
      const Token& word = line.tokens[i];
      TRY_VOID(check_word(word.text, word.line));
      if (is_condition && asking.contains(std::string(word.text)))
        return refuse("a condition of the preprocessor uses `" + std::string(word.text) + "`, which pastes names",
                      word.line, "write the condition out");
      if (!k_questions.holds(word.text)) continue;
      if (asks_whether_defined(line, i)) continue;
      if (!is_condition)
        return refuse("`" + std::string(word.text) + "` is hidden in a macro", word.line, "use it in #if itself");
      TRY_VOID(check_question(token, word));
    }
    return {};
  }

  static bool asks_whether_defined(const Directive& line, size_t at) {
    const auto is = [&](size_t i, std::string_view text) { return i < at && line.tokens[i].is(text); };
    return line.name == "ifdef" || line.name == "ifndef" || is(at - 1, "defined") ||
           (is(at - 1, "(") && is(at - 2, "defined"));
  }

  // `__has_include(<name>)` must contain a literal name that does not lead elsewhere.
  Result<void> check_question(const Token& whole, const Token& word) const {
    std::string_view rest = whole.text.substr(word.end() - whole.offset);
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t")));
    if (rest.starts_with('(')) rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.size(), rest.find_first_not_of(" \t")));
    const char close = rest.starts_with('"') ? '"' : rest.starts_with('<') ? '>' : '\0';
    const size_t end = close ? rest.find(close, 1) : std::string_view::npos;
    if (end == std::string_view::npos)
      return refuse("`" + std::string(word.text) + "` asks for a file whose name is computed", word.line,
                    "write the name there, as <name> or \"name\"");
    return check_name(rest.substr(1, end - 1), word.line);
  }

  Result<void> check_name(std::string_view name, int line) const {
    const std::filesystem::path path(name);
    const bool leads_up = std::find(path.begin(), path.end(), "..") != path.end();
    if (!path.is_absolute() && !leads_up) return {};
    return refuse("the source asks whether `" + std::string(name) + "` is there, a file that is not its own", line,
                  "ask for headers by their name in an include directory");
  }

  Error refuse(const std::string& what, int line, const std::string& mend) const {
    return bad_input(what, name_ + ":" + std::to_string(line), mend);
  }

  std::string name_;
  std::string text_;
};

bool is_below(const std::filesystem::path& file, const std::filesystem::path& directory) {
  const std::filesystem::path way = file.lexically_relative(directory);
  return !way.empty() && *way.begin() != "..";
}

std::filesystem::path whole(const std::string& path) {
  std::error_code error;
  const auto result = std::filesystem::weakly_canonical(path, error);
  return error ? std::filesystem::path(path).lexically_normal() : result;
}

// The rule of compile/toolkit/reach.h: below the parent of the source's directory, or in an include directory.
bool is_own(const std::string& header, const CompileRequest& request) {
  const std::filesystem::path path = whole(header);
  if (is_below(path, whole(directory_of(request.file)).parent_path())) return true;
  std::vector<std::string> directories = request.include_directories;
  for (std::string& each : include_directories_of(request.extra_flags)) directories.push_back(std::move(each));
  return std::any_of(directories.begin(), directories.end(),
                     [&](const std::string& directory) { return is_below(path, whole(directory)); });
}

int line_of(const std::string& source, const std::string& name) {
  for (const Include& include : find_includes(source).files) {
    if (include.name == name || name.ends_with("/" + include.name)) return include.line;
  }
  return 1;
}

// Headers in include directories belong to the problem, not to the candidate.
bool is_beside(const std::string& header, const CompileRequest& request) {
  return is_below(whole(header), whole(directory_of(request.file)));
}

Result<void> check_absolute_includes(const CompileRequest& request) {
  for (const Include& include : find_includes(request.source).files) {
    if (!include.name.starts_with('/') || is_own(include.name, request)) continue;
    return bad_input("the source includes `" + include.name + "`, which is outside its folder and the include paths",
                     request.file + ":" + std::to_string(include.line), "put what it needs next to the source");
  }
  return {};
}

}  // namespace

namespace {

Result<void> find_surroundings(const CompileRequest& request, const UserHeaders& headers) {
  TRY_VOID(JudgedText(request.file, request.source).check());
  for (const std::string& define : request.defines) TRY_VOID(JudgedText(request.file, define).check());
  TRY_VOID(check_absolute_includes(request));
  for (const UserHeader& header : headers.files) {
    if (!is_own(header.path, request))
      return bad_input("the source includes `" + header.path + "`, which is outside its folder and the include paths",
                       request.file + ":" + std::to_string(line_of(request.source, header.path)),
                       "put what it needs next to the source, or name the directory with -I");
    if (is_beside(header.path, request)) TRY_VOID(JudgedText(header.path, header.content).check());
  }
  return {};
}

}  // namespace

Result<void> check_surroundings(const CompileRequest& request, const UserHeaders& headers) {
  if (!request.judged) return {};
  auto checked = find_surroundings(request, headers);
  if (checked) return {};
  Error broken = checked.error();
  broken.kind = ErrorKind::failed;
  return broken;
}

std::string reason_for_fixed_time(const CompileRequest& request, const UserHeaders& headers) {
  if (!request.judged) return "";
  if (headers.computed) return "the source computes which file it includes";
  bool pastes = JudgedText(request.file, request.source).pastes() ||
                std::any_of(request.defines.begin(), request.defines.end(),
                            [](const std::string& define) { return define.find("##") != std::string::npos; });
  for (const UserHeader& header : headers.files) {
    if (is_beside(header.path, request)) pastes |= JudgedText(header.path, header.content).pastes();
  }
  return pastes ? "the source pastes names, which could form a macro of the compile time" : "";
}

std::vector<std::string> fixed_time_options() {
  std::vector<std::string> options = {"-Xcompiler=-Wno-builtin-macro-redefined"};
  for (const std::string_view macro : k_time_macros)
    options.push_back("-D" + std::string(macro) + "=" + std::string(k_no_such_name) + std::string(macro));
  return options;
}

std::string macro_of_time(const std::string& message) {
  const size_t at = message.find(k_no_such_name);
  if (at == std::string::npos) return "";
  const std::string_view rest = std::string_view(message).substr(at + k_no_such_name.size());
  for (const std::string_view macro : k_time_macros) {
    if (rest.starts_with(macro)) return std::string(macro);
  }
  return "";
}

}  // namespace whet
