#include "write/launcher/source_directives.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "source/text/code.h"

namespace whet::write {

namespace {

Directive line_of(const Token& token) {
  return token.kind == TokenKind::directive ? directive(token) : Directive{};
}

bool opens_condition(const Directive& line) {
  return line.name == "if" || line.name == "ifdef" || line.name == "ifndef";
}

// All words but those that directives define.
std::set<std::string_view> used_words(const Code& code) {
  std::set<std::string_view> words;
  for (const Token& token : code.tokens) {
    if (token.is_identifier()) words.insert(token.text);
    const Directive line = line_of(token);
    for (size_t i = line.name == "define" ? 1 : 0; i < line.tokens.size(); ++i) words.insert(line.tokens[i].text);
  }
  return words;
}

// Reads the directives of a source from top to bottom.
class DirectiveReader {
 public:
  DirectiveReader(std::string source, const std::string& file)
      : source_(std::move(source)), file_(file), code_(read_code(source_)), used_(used_words(code_)) {
    for (size_t i = 0; i < code_.tokens.size(); ++i) {
      if (line_of(code_.tokens[i]).name == "include") last_include_ = i;
    }
  }

  Result<SourceWithoutIncludes> run() {
    if (!code_.sure) return not_enclosed("its brackets do not match", file_, "close every bracket in its own branch");
    SourceWithoutIncludes made{{}, source_};
    for (size_t i = 0; i < code_.tokens.size(); ++i) {
      TRY(taken, read(i));
      if (!taken) continue;
      if (!taken->empty()) made.prelude.push_back(*taken);
      const auto begin = made.text.begin() + static_cast<ptrdiff_t>(code_.tokens[i].offset);
      std::replace_if(
          begin, begin + static_cast<ptrdiff_t>(code_.tokens[i].text.size()), [](char c) { return c != '\n'; }, ' ');
    }
    return made;
  }

 private:
  // The line that goes to the prelude for a token; empty: it goes nowhere. Nothing: the token stays.
  Result<std::optional<std::string>> read(size_t at) {
    using Taken = std::optional<std::string>;
    const Token& token = code_.tokens[at];
    const Directive line = line_of(token);
    depth_ += token.is("{") ? 1 : token.is("}") ? -1 : 0;
    if (opens_condition(line)) conditions_.push_back(!is_guard(at));
    if (line.name == "endif" && !conditions_.empty()) conditions_.pop_back();
    const bool is_sure = std::find(conditions_.begin(), conditions_.end(), true) == conditions_.end();
    const bool asks = (opens_condition(line) || line.name == "elif") && token.text.find('"') != std::string_view::npos;
    if (asks && token.text.find("__has_include") != std::string_view::npos)
      return not_enclosed("it asks whether a file is there", file_, "include the file, or leave it out");
    if (line.name == "include") {
      TRY(include, include_of(token));
      return is_sure ? Taken(std::move(include)) : Taken();
    }
    if (line.name == "pragma" && line.tokens.size() == 1 && line.tokens[0].is("once")) return Taken("");
    const bool is_for_headers = line.name == "define" && !line.tokens.empty() && is_sure && at < last_include_ &&
                                !used_.contains(line.tokens[0].text);
    return is_for_headers ? Taken(token.text) : Taken();
  }

  // `#ifndef A` right before `#define A`: what is below it is there the first time, which is the only one.
  bool is_guard(size_t at) const {
    const Directive line = line_of(code_.tokens[at]);
    const Directive next = at + 1 < code_.tokens.size() ? line_of(code_.tokens[at + 1]) : Directive{};
    return line.name == "ifndef" && next.name == "define" && line.tokens.size() == 1 && !next.tokens.empty() &&
           next.tokens[0].is(line.tokens[0].text);
  }

  Result<std::string> include_of(const Token& token) const {
    const size_t open = token.text.find('<'), close = token.text.find('>');
    if (open == std::string_view::npos || close == std::string_view::npos || token.text.find('"') < open)
      return not_enclosed("it includes a file of its own", file_, "put the file's text in its place");
    if (depth_ > 0) return not_enclosed("it includes a file between brackets", file_, "include it at the top");
    return fmt::format("#include {}", token.text.substr(open, close + 1 - open));
  }

  const std::string source_;
  const std::string& file_;
  const Code code_;
  const std::set<std::string_view> used_;
  size_t last_include_ = 0;
  int depth_ = 0;                 // of brackets
  std::vector<bool> conditions_;  // those open; false for guards
};

}  // namespace

Result<SourceWithoutIncludes> without_includes(std::string source, const std::string& file) {
  return DirectiveReader(std::move(source), file).run();
}

std::string with_includes_outside(std::string text, const std::string& space) {
  const std::string before = text;
  const Code code = read_code(before);
  for (size_t i = code.tokens.size(); i-- > 0;) {
    const Token& token = code.tokens[i];
    if (line_of(token).name == "include")
      text.replace(token.offset, token.text.size(), fmt::format("}}\n{}\nnamespace {} {{", token.text, space));
  }
  return text;
}

std::vector<std::string> macros_in(const std::string& text) {
  const Code code = read_code(text);
  std::set<std::string> names;
  for (const Token& token : code.tokens) {
    const Directive line = line_of(token);
    if ((line.name == "define" || line.name == "undef") && !line.tokens.empty()) names.emplace(line.tokens[0].text);
  }
  return {names.begin(), names.end()};
}

Error not_enclosed(std::string why, const std::string& file, std::string mend) {
  return bad_input("the kernel cannot stand in one file with others: " + std::move(why), file, std::move(mend));
}

}  // namespace whet::write
