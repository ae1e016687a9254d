#include "problem/signature/assumed_launch.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "source/kernel/constants.h"
#include "source/kernel/reached.h"
#include "source/launch/block_items.h"
#include "source/launch/thread_guards.h"
#include "source/text/word_list.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr WordList k_functions_of_bounds("floor ceil_div min max");
constexpr int64_t k_line_of_threads = 256, k_square_of_threads = 16, k_warp = 32, k_most_threads = 1024;
constexpr WordList k_comparisons("== != < <= > >=");

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

bool uses(const Code& code, const Declaration& kernel, std::string_view word, std::string_view axis) {
  for (size_t i = kernel.head_end; i + 2 < kernel.last; ++i) {
    if (code.is(i, word) && code.is(i + 1, ".") && code.is(i + 2, axis)) return true;
  }
  return false;
}

// The size that the kernel takes and never uses, if there is one alone.
std::string unused_size(const Problem& problem, const Code& code, const Declaration& kernel,
                        const SourceFunction& function) {
  std::vector<std::string> unused;
  for (const Parameter& parameter : function.parameters) {
    bool is_used = parameter.is_pointer() || !has_dimension(problem, parameter.name);
    for (size_t i = kernel.head_end; !is_used && i < kernel.last; ++i) is_used = code.is(i, parameter.name);
    if (!is_used) unused.push_back(parameter.name);
  }
  return unused.size() == 1 ? unused.front() : "";
}

// How many planes blocks along z have: what a variable that is blockIdx.z alone is compared with (z == nz - 1 where the
// border is another case).
std::optional<ThreadGuard> planes(const Code& code, const Declaration& kernel, const GuardNames& names) {
  std::string_view variable;
  for (size_t i = kernel.head_end; i + 5 < kernel.last; ++i) {
    const bool is_set = code.is_word(i) && code.is(i + 1, "=") && code.is(i + 2, "blockIdx") && code.is(i + 4, "z");
    if (is_set && (code.is(i + 5, ";") || code.is(i + 5, ","))) variable = code.tokens[i].text;
    const bool is_compared = !variable.empty() && code.is(i, variable) && k_comparisons.holds(code.tokens[i + 1].text);
    if (!is_compared || !code.is_word(i + 2)) continue;
    const auto bound = names(code.tokens[i + 2].text);
    if (bound) return ThreadGuard{2, 1, *bound, std::string(variable), code.tokens[i].line};
  }
  return std::nullopt;
}

std::optional<int64_t> whole_number_at(const Code& code, size_t i, const GuardNames& names) {
  if (const auto number = whole_number(code.tokens[i].text)) return number;
  const auto known = names(code.tokens[i].text);
  return known ? whole_number(known->text()) : std::nullopt;
}

// Of `part[BLOCK + 2 * RADIUS]` the first number that can be the threads of a block; `i` is behind the bracket.
std::optional<int64_t> line_length(const Code& code, size_t i, size_t last, const GuardNames& names) {
  for (; i < last && !code.is(i, "]"); ++i) {
    const auto length = whole_number_at(code, i, names);
    if (length && *length >= k_warp && *length <= k_most_threads && *length % k_warp == 0) return length;
    if (code.is(i, "[")) return std::nullopt;
  }
  return std::nullopt;
}

// The shortest line in shared memory: `__shared__ float part[128]` has an element for each thread of a block.
std::optional<int64_t> shared_line(const Code& code, const Declaration& kernel, const GuardNames& names) {
  std::optional<int64_t> shortest;
  for (size_t i = kernel.head_end; i + 6 < kernel.last; ++i) {
    if (!code.is(i, "__shared__") || !code.is(i + 3, "[")) continue;
    size_t end = i + 4;
    while (end + 1 < kernel.last && !code.is(end, "]")) ++end;
    if (code.is(end + 1, "[")) continue;
    const auto length = line_length(code, i + 4, kernel.last, names);
    if (length && (!shortest || *length < *shortest)) shortest = length;
  }
  return shortest;
}

// __launch_bounds__(128): no block may have more threads.
int64_t most_threads(const Code& code, const Declaration& kernel, const GuardNames& names) {
  for (size_t i = kernel.first; i + 2 < kernel.head_end; ++i) {
    if (!code.is(i, "__launch_bounds__") || !code.is(i + 1, "(")) continue;
    auto most = whole_number(code.tokens[i + 2].text);
    if (const auto known = most ? std::nullopt : names(code.tokens[i + 2].text)) most = whole_number(known->text());
    const bool is_alone = code.is(i + 3, ")") || code.is(i + 3, ",");
    if (most && is_alone) return std::clamp<int64_t>(*most, 1, k_most_threads);
  }
  return k_most_threads;
}

int64_t usual_line(const Code& code, const Declaration& kernel, const GuardNames& names) {
  const auto line = shared_line(code, kernel, names);
  const bool is_fixed = !uses(code, kernel, "blockDim", "x");
  const int64_t usual = line && (is_fixed || *line < k_line_of_threads) ? *line : k_line_of_threads;
  return std::min(usual, most_threads(code, kernel, names));
}

// Without a block of the user's: a line of threads for one index, squares for two, a warp for each row of threads
// where y has an index of its own.
std::array<int64_t, 3> usual_block(const Code& code, const Declaration& kernel, size_t guards,
                                   const GuardNames& names) {
  if (!uses(code, kernel, "threadIdx", "y")) return {usual_line(code, kernel, names), 1, 1};
  const int64_t threads = std::min(k_line_of_threads, most_threads(code, kernel, names));
  const int64_t across = std::min(guards >= 2 ? k_square_of_threads : k_warp, threads);
  return {across, threads / across, 1};
}

// Items of a block that do not follow from its threads are its threads: blockIdx.x * 32 + threadIdx.x. Where threads
// are a line, they are all of its items: blockIdx.x * 32 + threadIdx.x % 32, blockIdx.y * 32 + threadIdx.x / 32.
std::array<int64_t, 3> fixed_block(const Code& code, const Declaration& kernel, const std::array<int64_t, 3>& usual,
                                   const std::vector<ThreadGuard>& guards, const GuardNames& names) {
  std::array<int64_t, 3> twice = usual, fixed = usual;
  int64_t line = 1;
  bool is_fixed = false;
  for (int64_t& extent : twice) extent *= 2;
  for (const ThreadGuard& other : find_thread_guards(code, kernel, twice, names)) {
    for (const ThreadGuard& guard : guards) {
      const bool is_same = guard.axis == other.axis && guard.per_block == other.per_block && guard.per_block > 1;
      if (!is_same) continue;
      fixed[static_cast<size_t>(guard.axis)] = guard.per_block;
      line *= guard.per_block;
      is_fixed = true;
    }
  }
  if (!uses(code, kernel, "threadIdx", "y")) fixed = {is_fixed ? line : usual[0], 1, 1};
  // A thread may have several items: `blockIdx.x * 512 + threadIdx.x` and 256 partial sums.
  const auto sums = shared_line(code, kernel, names);
  if (sums && fixed[0] > *sums && fixed[1] == 1 && fixed[0] % *sums == 0) fixed[0] = *sums;
  return fixed[0] * fixed[1] * fixed[2] <= k_most_threads ? fixed : usual;
}

// Axes whose blocks are items that no check bounds. The size that nothing uses is for the last of them.
void add_block_items(const Problem& problem, const Code& code, const Declaration& kernel,
                     const SourceFunction& function, const GuardNames& names, std::vector<ThreadGuard>& guards) {
  const std::string unused = unused_size(problem, code, kernel, function);
  for (const std::string& left : {std::string(), unused}) {
    std::vector<ThreadGuard> found;
    for (int axis = 0; axis < 3; ++axis) {
      const std::string letter(1, "xyz"[axis]);
      const bool is_known =
          std::any_of(guards.begin(), guards.end(), [&](const ThreadGuard& guard) { return guard.axis == axis; });
      if (is_known || !uses(code, kernel, "blockIdx", letter)) continue;
      auto items = find_block_items(code, kernel, axis, names, left);
      if (items) found.push_back({axis, 1, std::move(*items), "blockIdx." + letter, function.line});
    }
    const bool is_lone_size = guards.empty() && found.size() == 1 && found[0].bound.text() == unused;
    if ((left.empty() || found.size() == 1) && !is_lone_size) guards.insert(guards.end(), found.begin(), found.end());
  }
  std::sort(guards.begin(), guards.end(), [](const auto& a, const auto& b) { return a.axis < b.axis; });
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
    extents = usual_block(read.code, *kernel, guards.size(), names);
    guards = find_thread_guards(read.code, *kernel, extents, names);
    extents = fixed_block(read.code, *kernel, extents, guards, names);
  }
  if (guards.size() == 2 && uses(read.code, *kernel, "blockIdx", "z")) {
    if (auto found = planes(read.code, *kernel, names)) guards.push_back(std::move(*found));
  }
  add_block_items(problem, read.code, *kernel, function, names, guards);
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
  for (size_t i = 0; block.empty() && i < extents.size(); ++i) {
    const bool is_said = i < launch.grid.size() || extents[i] > 1;
    if (is_said) launch.block.push_back(*formula_of(std::to_string(extents[i]), function.line));
  }
  std::vector<std::string> grid_texts, block_texts;
  for (const Formula& extent : launch.grid) grid_texts.push_back(extent.expression.text());
  for (const Formula& extent : launch.block) block_texts.push_back(extent.expression.text());
  notes.push_back(fmt::format("a grid of {}, {} threads a block: what passes {} at line {} (--grid, --block)",
                              join(grid_texts, " x "), join(block_texts, " x "), guards_text(guards),
                              guards.front().line));
  return launch;
}

int64_t assumed_line(const Problem& problem, const SourceFunction& function) {
  const Outline read = outline(problem.source);
  const Declaration* const kernel = declaration_of(read, function);
  return kernel ? usual_line(read.code, *kernel, GuardNames(problem, function)) : k_line_of_threads;
}

std::optional<std::string> blocks_as_items(const Problem& problem, const SourceFunction& function) {
  const Outline read = outline(problem.source);
  const Declaration* const kernel = declaration_of(read, function);
  if (!kernel || !uses(read.code, *kernel, "blockIdx", "x")) return std::nullopt;
  const Code& code = read.code;
  for (size_t i = kernel->head_end; i < kernel->last; ++i) {
    if (code.is(i, "gridDim")) return std::nullopt;
    if (!code.is(i, "blockIdx")) continue;
    size_t end = i;
    while (end < kernel->last && !code.is(end, ";") && !code.is(end, ",")) ++end;
    const bool is_of_threads = i + 4 < end && code.is(i + 3, "*") && code.is(i + 4, "blockDim");
    const bool is_of_size =
        i + 4 < end && code.is(i + 3, "*") && has_dimension(problem, std::string(code.tokens[i + 4].text));
    if (is_of_threads) return std::nullopt;
    for (size_t k = i; !is_of_size && k < end; ++k) {
      if (code.is(k, "threadIdx")) return std::nullopt;  // blockIdx.x * BLOCK + threadIdx.x
    }
  }
  return unused_size(problem, code, *kernel, function);
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
