#include "runner/case.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <optional>
#include <regex>

#include "util/text.h"

namespace whet::test {

namespace {

constexpr std::array<std::string_view, 6> k_requirements = {"nvcc", "nvrtc", "gpu", "numpy", "git", "tmpfs"};

std::optional<Expectation::Kind> expectation_kind(std::string_view word) {
  using Kind = Expectation::Kind;
  constexpr std::pair<std::string_view, Kind> k_kinds[] = {{"EXPECT", Kind::either},      {"EXPECT_OUT", Kind::out},
                                                           {"EXPECT_ERR", Kind::err},     {"EXPECT_NOT", Kind::neither},
                                                           {"EXPECT_REGEX", Kind::regex}, {"EXPECT_JSON", Kind::json}};
  for (const auto& [name, kind] : k_kinds) {
    if (name == word) return kind;
  }
  return std::nullopt;
}

std::optional<int> whole_number(std::string_view text) {
  int value = 0;
  const auto [end, status] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (status != std::errc() || end != text.data() + text.size() || value < 0) return std::nullopt;
  return value;
}

bool is_regex(const std::string& text) {
  try {
    const std::regex tried(text);
    return true;
  } catch (const std::regex_error&) {
    return false;
  }
}

class CaseParser {
 public:
  CaseParser(std::string_view text, const std::string& file) : lines_(split(text, '\n')), file_(file) {}

  Result<std::vector<Case>> parse() {
    for (; at_ < lines_.size(); ++at_) {
      const std::string_view line = trim(lines_[at_]);
      if (line.empty() || line.front() == '#') continue;
      const size_t space = line.find_first_of(" \t");
      const std::string_view rest = space == std::string_view::npos ? "" : trim(line.substr(space));
      TRY_VOID(take(line.substr(0, space), std::string(rest)));
    }
    TRY_VOID(finish_case());
    if (cases_.empty()) return error("the file holds no case", "begin one with NAME");
    return std::move(cases_);
  }

 private:
  Result<void> take(std::string_view word, const std::string& rest) {
    if (rest.empty()) return error("`" + std::string(word) + "` says nothing", "write something after it");
    if (word == "NAME") {
      TRY_VOID(finish_case());
      cases_.emplace_back();
      current().name = rest;
      current().line = static_cast<int>(at_) + 1;
      return {};
    }
    if (cases_.empty()) return error("`" + std::string(word) + "` stands before any NAME", "begin the case with NAME");
    if (const auto kind = expectation_kind(word)) return take_expectation(*kind, rest);
    if (word == "RUN") return take_command(rest);
    if (word == "EXIT") return take_number(rest, current().exit_code);
    if (word == "TIMEOUT") return take_number(rest, current().timeout_s);
    if (word == "REQUIRES") return take_requirement(rest);
    if (word == "FILE") return take_file(rest);
    if (word == "WRITES" && rest == "none") return current().writes_nothing = true, Result<void>();
    return error("`" + std::string(word) + "` is no word of a case", "see runner/case.h for those there are");
  }

  Result<void> take_expectation(Expectation::Kind kind, const std::string& text) {
    if (kind == Expectation::Kind::regex && !is_regex(text))
      return error("this is not a regular expression", "correct it");
    current().expectations.push_back({kind, text, static_cast<int>(at_) + 1});
    return {};
  }

  Result<void> take_command(const std::string& text) {
    if (!current().command.empty())
      return error("a case has one RUN", "begin another case, or join the commands with &&");
    current().command = text;
    return {};
  }

  Result<void> take_number(const std::string& text, int& target) {
    const auto number = whole_number(text);
    if (!number) return error("`" + text + "` is not a whole number", "write one");
    target = *number;
    return {};
  }

  Result<void> take_requirement(const std::string& text) {
    const std::string_view name = text.starts_with('!') ? std::string_view(text).substr(1) : text;
    if (std::find(k_requirements.begin(), k_requirements.end(), name) == k_requirements.end()) {
      return error("the runner cannot tell whether there is `" + std::string(name) + "`",
                   "it knows nvcc, nvrtc, gpu, numpy, git and tmpfs");
    }
    current().requirements.push_back(text);
    return {};
  }

  Result<void> take_file(const std::string& name) {
    if (name.starts_with('/') || name.find("..") != std::string::npos)
      return error("the file leaves the case's directory", "name one in it");
    std::string content;
    const size_t begin = at_;
    for (++at_; at_ < lines_.size() && trim(lines_[at_]) != "END"; ++at_) content.append(lines_[at_]).append("\n");
    if (at_ == lines_.size()) {
      at_ = begin;
      return error("the file has no END", "end it with a line END");
    }
    current().files.emplace_back(name, std::move(content));
    return {};
  }

  // A case that could not fail is no case.
  Result<void> finish_case() {
    if (cases_.empty()) return {};
    if (current().command.empty()) return error("`" + current().name + "` runs nothing", "add RUN");
    if (current().exit_code < 0) return error("`" + current().name + "` expects no exit code", "add EXIT");
    return {};
  }

  Error error(std::string what, std::string mend) const {
    return bad_input(std::move(what), file_ + ":" + std::to_string(std::min(at_ + 1, lines_.size())), std::move(mend));
  }

  Case& current() { return cases_.back(); }

  std::vector<std::string_view> lines_;
  std::string file_;
  size_t at_ = 0;
  std::vector<Case> cases_;
};

}  // namespace

Result<std::vector<Case>> parse_cases(std::string_view text, const std::string& file) {
  return CaseParser(text, file).parse();
}

}  // namespace whet::test
