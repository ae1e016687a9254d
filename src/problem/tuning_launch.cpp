#include "problem/tuning_launch.h"

#include <algorithm>
#include <cctype>
#include <set>

#include "source/kernel/constants.h"
#include "source/kernel/for_loops.h"
#include "source/kernel/reached.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr int64_t k_untold_block = 256;
constexpr char k_axes[] = "xyz";

bool is_part_of_word(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
}

// Replaces integers equal to `number` in an expression by `name`.
std::string renamed(const std::string& text, const std::string& number, const std::string& name) {
  std::string result;
  for (size_t at = 0; at < text.size();) {
    size_t end = at;
    while (end < text.size() && is_part_of_word(text[end])) ++end;
    const std::string word = text.substr(at, std::max<size_t>(end - at, 1));
    result += word == number ? name : word;
    at += word.size();
  }
  return result;
}

bool rename(Formula& formula, const std::string& number, const std::string& name) {
  const std::string text = renamed(formula.expression.text(), number, name);
  if (text == formula.expression.text()) return false;
  auto parsed = Expression::parse(text);
  if (parsed) formula.expression = std::move(*parsed);
  return parsed.ok();
}

void rename_all(std::vector<Formula>& formulas, const std::string& number, const std::string& name) {
  for (Formula& formula : formulas) rename(formula, number, name);
}

// Replaces the number in what depends on a block's extent, apart from block and grid.
void rename_rest(Problem& problem, ProblemLaunch& launch, const std::string& number, const std::string& name) {
  if (launch.shared) rename(*launch.shared, number, name);
  for (ProblemArgument& scratch : problem.scratch) rename_all(scratch.shape, number, name);
  if (!launch.arguments) return;
  for (LaunchArgument& argument : *launch.arguments) {
    if (argument.number && argument.number->value) rename(*argument.number->value, number, name);
  }
}

// The value of an extent that is written as a number.
std::optional<int64_t> literal(const Formula& formula) {
  return whole_number(formula.expression.text());
}

std::vector<const Declaration*> device_functions(const Outline& read) {
  std::vector<const Declaration*> functions;
  for (const Declaration& declaration : read.declarations) {
    if ((declaration.global || declaration.device) && declaration.has_body) functions.push_back(&declaration);
  }
  return functions;
}

// The numbers in device code and in constants: an extent that is among them may be built in.
std::set<int64_t> numbers_of(const std::string& source, const Outline& read) {
  std::set<int64_t> numbers;
  for (const auto& [name, value] : whole_constants(source)) numbers.insert(value);
  for (const Declaration* function : device_functions(read)) {
    for (size_t i = function->head_end; i < function->last; ++i) {
      const Token& token = read.code.tokens[i];
      if (const auto number = token.kind == TokenKind::number ? whole_number(token.text) : std::nullopt)
        numbers.insert(*number);
    }
  }
  return numbers;
}

// Whether the code reads blockDim along this axis.
bool asks_for(const Outline& read, char axis) {
  for (const Declaration* function : device_functions(read)) {
    for (size_t i = function->head_end; i + 2 < function->last; ++i) {
      if (read.code.is(i, "blockDim") && read.code.is(i + 1, ".") && read.code.is(i + 2, std::string(1, axis)))
        return true;
    }
  }
  return false;
}

bool is_word_of(const Outline& read, const std::string& name) {
  return std::any_of(read.code.tokens.begin(), read.code.tokens.end(),
                     [&](const Token& token) { return token.is(name); });
}

// The literal extents of blocks along an axis that every kernel launched with them reads from blockDim and does not
// contain as a number; each once. Only code that the kernel reaches counts.
std::vector<int64_t> free_extents(const Problem& problem, size_t axis) {
  std::vector<int64_t> extents;
  std::set<int64_t> bound;
  for (const ProblemLaunch& launch : problem.launches) {
    const auto extent = axis < launch.block.size() ? literal(launch.block[axis]) : std::nullopt;
    if (!extent || *extent <= 1) continue;
    const std::string reached = reached_source(problem.source, {launch.entry});
    const Outline read = outline(reached);
    if (numbers_of(reached, read).contains(*extent) || !asks_for(read, k_axes[axis])) bound.insert(*extent);
    if (std::find(extents.begin(), extents.end(), *extent) == extents.end()) extents.push_back(*extent);
  }
  std::erase_if(extents, [&](int64_t extent) { return bound.contains(extent); });
  return extents;
}

std::vector<int64_t> block_values(size_t axis, int64_t current) {
  std::vector<int64_t> values = {32, 64, 128, 256, 512, 1024};
  if (axis > 0) values = {1, 2, 4, 8, 16, 32};
  values.push_back(current);
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end()), values.end());
  return values;
}

void tie_axis(Problem& problem, const std::string& name, size_t axis, int64_t extent) {
  const std::string number = std::to_string(extent);
  for (ProblemLaunch& launch : problem.launches) {
    if (axis >= launch.block.size() || literal(launch.block[axis]) != extent) continue;
    rename(launch.block[axis], number, name);
    if (axis < launch.grid.size()) rename(launch.grid[axis], number, name);
    const bool alone = std::none_of(launch.block.begin(), launch.block.end(),
                                    [&](const Formula& other) { return literal(other) == extent; });
    if (alone) rename_rest(problem, launch, number, name);
  }
}

}  // namespace

void write_out_launches(Problem& problem) {
  const auto output = std::find_if(problem.arguments.begin(), problem.arguments.end(),
                                   [](const auto& argument) { return argument.role != ArgumentRole::in; });
  if (output == problem.arguments.end()) return;
  std::vector<std::string> extents;
  for (const Formula& extent : output->shape) extents.push_back("(" + extent.expression.text() + ")");
  const std::string block = std::to_string(k_untold_block);
  auto grid = Expression::parse("ceil_div(" + join(extents, " * ") + ", " + block + ")");
  auto threads = Expression::parse(block);
  for (ProblemLaunch& launch : problem.launches) {
    if (!launch.grid.empty() || !grid || !threads) continue;
    launch.grid = {{*grid, launch.line}};
    launch.block = {{*threads, launch.line}};
  }
}

bool tie_to_launch(Problem& problem, const std::string& name, int64_t value) {
  const std::string number = std::to_string(value);
  bool tied = false;
  for (ProblemLaunch& launch : problem.launches) {
    const bool has = std::any_of(launch.block.begin(), launch.block.end(),
                                 [&](const Formula& extent) { return literal(extent) == value; });
    if (!has) continue;
    tied = true;
    rename_all(launch.block, number, name);
    rename_all(launch.grid, number, name);
    rename_rest(problem, launch, number, name);
  }
  return tied;
}

std::vector<FoundTunable> free_block_shapes(Problem& problem) {
  const Outline read = outline(problem.source);
  std::vector<FoundTunable> found;
  if (!read.code.sure) return found;
  for (size_t axis = 0; axis < 3; ++axis) {
    size_t count = 0;
    for (const int64_t extent : free_extents(problem, axis)) {
      FoundTunable tunable{TunableKind::block, std::string("block_") + k_axes[axis]};
      if (++count > 1) tunable.name += "_" + std::to_string(count);
      while (is_word_of(read, tunable.name)) tunable.name = "whet_" + tunable.name;
      tunable.current = extent;
      tunable.values = block_values(axis, extent);
      tie_axis(problem, tunable.name, axis, extent);
      found.push_back(std::move(tunable));
    }
  }
  return found;
}

std::string block_threads(const Problem& problem) {
  std::string common;
  for (const ProblemLaunch& launch : problem.launches) {
    std::vector<std::string> factors;
    for (const Formula& extent : launch.block) {
      const std::string& text = extent.expression.text();
      if (text.find_first_of("/(") != std::string::npos) return {};  // real division and functions
      for (const std::string& name : extent.expression.identifiers()) {
        const auto is_it = [&](const auto& given) { return given.name == name; };
        const bool known = std::any_of(problem.tunables.begin(), problem.tunables.end(), is_it) ||
                           std::any_of(problem.defines.begin(), problem.defines.end(), is_it);
        if (!known) return {};
      }
      factors.push_back(text.find_first_of("+-") == std::string::npos ? text : "(" + text + ")");
    }
    const std::string threads = join(factors, " * ");
    if (threads.empty() || (!common.empty() && common != threads)) return {};
    common = threads;
  }
  return common;
}

}  // namespace whet
