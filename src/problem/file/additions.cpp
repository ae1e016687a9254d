#include "problem/file/additions.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>

#include "problem/file/load_sections.h"
#include "util/text.h"

namespace whet {

namespace {

std::optional<double> number_in(const std::string& text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc() && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

Result<ProblemDefine> given_define(const std::string& text, const Problem& problem) {
  const size_t equals = std::min(text.find('='), text.size());
  const std::string name(trim(text.substr(0, equals)));
  const std::string value = equals == text.size() ? "1" : text.substr(equals + 1);
  TRY_VOID(check_identifier(name, "--define " + text));
  const bool is_size = std::any_of(problem.dims.begin(), problem.dims.end(),
                                   [&](const Dimension& dimension) { return dimension.name == name; });
  if (is_size)
    return bad_input(fmt::format("`{}` is a size of the problem", name), "--define " + text,
                     fmt::format("write --dims {}={}", name, value));
  return ProblemDefine{name, value, number_in(value), 0};
}

}  // namespace

Result<void> add_to(const CompileAdditions& additions, Problem& problem) {
  problem.include_directories.insert(problem.include_directories.begin(), additions.include_directories.begin(),
                                     additions.include_directories.end());
  problem.compiler_flags.insert(problem.compiler_flags.end(), additions.flags.begin(), additions.flags.end());
  for (const std::string& text : additions.defines) {
    TRY(define, given_define(text, problem));
    std::erase_if(problem.tunables, [&](const Tunable& tunable) { return tunable.name == define.name; });
    std::erase_if(problem.defines, [&](const ProblemDefine& other) { return other.name == define.name; });
    problem.defines.push_back(std::move(define));
  }
  return {};
}

}  // namespace whet
