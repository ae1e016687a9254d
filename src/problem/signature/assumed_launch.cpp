#include "problem/signature/assumed_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "source/kernel/constants.h"
#include "source/kernel/reached.h"
#include "source/launch/thread_guards.h"
#include "source/text/word_list.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr WordList k_functions_of_bounds("floor ceil_div min max");
constexpr int64_t k_line_of_threads = 256, k_square_of_threads = 16;

const Declaration* declaration_of(const Outline& read, const SourceFunction& function) {
  for (const Declaration& declaration : read.declarations) {
    if (declaration.parameters == 0 || !declaration.has_body) continue;
    if (read.code.tokens[declaration.name_token].line == function.line) return &declaration;
  }
  return nullptr;
}

bool has_dimension(const Problem& problem, const std::string& name) {
  return std::any_of(problem.dims.begin(), problem.dims.end(),
                     [&](const Dimension& dimension) { return dimension.name == name; });
}

// What a name in the kernel stands for, in terms of the sizes.
class GuardNames {
 public:
  GuardNames(const Problem& problem, const SourceFunction& function)
      : problem_(problem), function_(function), constants_(whole_constants(problem.source)) {}

  std::optional<LaunchExpression> operator()(std::string_view text) const {
    const std::string name(text);
    if (has_dimension(problem_, name)) return LaunchExpression::name(name);
    for (const TemplateArgument& argument : function_.template_arguments) {
      if (argument.name != name) continue;
      if (const auto value = whole_number(argument.value)) return LaunchExpression::number(*value);
    }
    if (const auto constant = constants_.find(text); constant != constants_.end())
      return LaunchExpression::number(constant->second);
    const size_t dot = name.find('.');
    if (dot == std::string::npos) return std::nullopt;
    const std::string member = name.substr(dot + 1), both = name.substr(0, dot) + "_" + member;
    if (has_dimension(problem_, both)) return LaunchExpression::name(both);
    return has_dimension(problem_, member) ? std::optional(LaunchExpression::name(member)) : std::nullopt;
  }

 private:
  const Problem& problem_;
  const SourceFunction& function_;
  std::map<std::string, int64_t, std::less<>> constants_;
};

bool is_of_sizes(const Problem& problem, const LaunchExpression& bound) {
  return std::all_of(bound.names().begin(), bound.names().end(), [&](const std::string& name) {
    return k_functions_of_bounds.holds(name) || has_dimension(problem, name);
  });
}

// The extents of the user's block as numbers; nothing if it depends on sizes.
std::optional<std::array<int64_t, 3>> extents_of(const std::vector<Formula>& block) {
  std::array<int64_t, 3> extents{1, 1, 1};
  for (size_t i = 0; i < block.size() && i < extents.size(); ++i) {
    const auto number = whole_number(block[i].expression.text());
    if (!number || *number < 1) return std::nullopt;
    extents[i] = *number;
  }
  return extents;
}

std::optional<Formula> formula_of(const std::string& text, int line) {
  auto parsed = Expression::parse(text);
  return parsed ? std::optional(Formula{std::move(*parsed), line}) : std::nullopt;
}

std::string guards_text(const std::vector<ThreadGuard>& guards) {
  std::vector<std::string> texts;
  for (const ThreadGuard& guard : guards) texts.push_back(fmt::format("{} < {}", guard.variable, guard.bound.text()));
  return join(texts, " and ");
}

}  // namespace

std::optional<SourceLaunch> launch_by_guards(const Problem& problem, const SourceFunction& function,
                                             const std::vector<Formula>& block, std::vector<std::string>& notes) {
  const Outline read = outline(problem.source);
  const Declaration* const kernel = declaration_of(read, function);
  const auto given = extents_of(block);
  if (!kernel || !given) return std::nullopt;
  const GuardNames names(problem, function);
  std::array<int64_t, 3> extents = *given;
  auto guards = find_thread_guards(read.code, *kernel, extents, names);
  if (block.empty()) {
    const bool is_flat = guards.size() < 2;
    extents = is_flat ? std::array<int64_t, 3>{k_line_of_threads, 1, 1}
                      : std::array<int64_t, 3>{k_square_of_threads, k_square_of_threads, 1};
    guards = find_thread_guards(read.code, *kernel, extents, names);
  }
  if (guards.empty() || guards.front().axis != 0) return std::nullopt;
  SourceLaunch launch;
  for (size_t i = 0; i < guards.size(); ++i) {
    if (guards[i].axis != static_cast<int>(i) || !is_of_sizes(problem, guards[i].bound)) return std::nullopt;
    const std::string blocks = guards[i].per_block == 1
                                   ? guards[i].bound.text()
                                   : fmt::format("ceil_div({}, {})", guards[i].bound.text(), guards[i].per_block);
    auto grid = formula_of(blocks, function.line);
    if (!grid) return std::nullopt;
    launch.grid.push_back(std::move(*grid));
  }
  launch.block = block;
  for (size_t i = 0; block.empty() && i < launch.grid.size(); ++i)
    launch.block.push_back(*formula_of(std::to_string(extents[i]), function.line));
  std::vector<std::string> grid_texts, block_texts;
  for (const Formula& extent : launch.grid) grid_texts.push_back(extent.expression.text());
  for (const Formula& extent : launch.block) block_texts.push_back(extent.expression.text());
  notes.push_back(fmt::format("a grid of {}, {} threads a block: what passes {} at line {} (--grid, --block)",
                              join(grid_texts, " x "), join(block_texts, " x "), guards_text(guards),
                              guards.front().line));
  return launch;
}

std::string dynamic_shared_array(const Problem& problem, const SourceFunction& function) {
  const std::string reached = reached_source(problem.source, {problem.entry.empty() ? function.name : problem.entry});
  const Code code = read_code(reached);
  for (size_t i = 0; i + 2 < code.tokens.size(); ++i) {
    if (!code.is(i, "extern")) continue;
    size_t end = i;
    bool is_shared = false;
    while (end < code.tokens.size() && !code.is(end, ";")) is_shared |= code.is(end++, "__shared__");
    for (size_t k = i; is_shared && k + 2 < end; ++k) {
      if (code.is_word(k) && code.is(k + 1, "[") && code.is(k + 2, "]")) return std::string(code.tokens[k].text);
    }
  }
  return {};
}

}  // namespace whet
