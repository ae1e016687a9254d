#include "problem/tuning.h"

#include <algorithm>
#include <set>

#include "problem/signature/entry.h"
#include "problem/tuning_flags.h"
#include "problem/tuning_launch.h"
#include "source/kernel/constants.h"
#include "source/kernel/extents.h"
#include "source/kernel/kernels.h"
#include "source/kernel/reached.h"
#include "util/text.h"

namespace whet {

namespace {

constexpr int64_t k_most_block_threads = 1024;

bool is_given(const Problem& problem, const std::string& name) {
  const auto is_it = [&](const auto& given) { return given.name == name; };
  return std::any_of(problem.tunables.begin(), problem.tunables.end(), is_it) ||
         std::any_of(problem.dims.begin(), problem.dims.end(), is_it) ||
         std::any_of(problem.defines.begin(), problem.defines.end(), is_it);
}

// A size that is built into the source: `constexpr int k_width = 64` in a problem whose width is 64.
bool is_size(const Problem& problem, const FoundTunable& found) {
  std::string name = lower(found.name);
  if (name.starts_with("k_")) name.erase(0, 2);
  return std::any_of(problem.dims.begin(), problem.dims.end(), [&](const Dimension& dimension) {
    return lower(dimension.name) == name && whole_number(dimension.value.expression.text()) == found.current;
  });
}

// The constants that extents of `[[variable]]` arrays depend on: the problem's data has that size, so they are fixed.
std::set<std::string> names_of_given_sizes(const Problem& problem, const Outline& read) {
  std::set<std::string> names;
  for (const ProblemArgument& argument : problem.arguments) {
    if (argument.is_variable) names.merge(names_sizing(problem.source, read, argument.name));
  }
  return names;
}

// Whether an array has this number as an extent. A constant that shapes a block may equal an extent by chance.
bool is_an_extent(const Problem& problem, const FoundTunable& found) {
  for (const ConstantRole role : {ConstantRole::block, ConstantRole::launch_bounds, ConstantRole::unroll}) {
    if (found.is_used_as(role)) return false;
  }
  const std::string text = std::to_string(found.current);
  const auto is_it = [&](const Formula& extent) { return extent.expression.text() == text; };
  for (const ProblemLaunch& launch : problem.launches) {
    if (std::any_of(launch.block.begin(), launch.block.end(), is_it)) return false;
  }
  return found.current > 1 &&
         std::any_of(problem.arguments.begin(), problem.arguments.end(), [&](const ProblemArgument& argument) {
           return !argument.is_variable && std::any_of(argument.shape.begin(), argument.shape.end(), is_it);
         });
}

FoundTunable declared(const Tunable& tunable, const Problem& problem, const Outline& read) {
  FoundTunable found{TunableKind::constant, tunable.name};
  const auto constants = find_constants(problem.source, tunable.name);
  if (!constants.empty()) found.line = constants.front().line;
  found.current = constant_value(problem.source, tunable.name).value_or(tunable.values.front());
  found.values = tunable.values;
  found.uses = find_uses(read, tunable.name);
  if (constants.empty() && found.uses.empty()) found.kind = TunableKind::block;
  return found;
}

// If the source does not define a tunable, its default is the first value.
void declare(Problem& problem, const FoundTunable& found) {
  Tunable tunable{found.name, {found.current}};
  for (const int64_t value : found.values) {
    if (value != found.current) tunable.values.push_back(value);
  }
  problem.tunables.push_back(std::move(tunable));
}

// Whether its value may be an extent of a block.
bool may_shape_block(const FoundTunable& tunable) {
  if (tunable.kind == TunableKind::template_argument) return true;
  for (const ConstantRole role :
       {ConstantRole::block, ConstantRole::shared, ConstantRole::launch_bounds, ConstantRole::loop}) {
    if (tunable.is_used_as(role)) return tunable.kind == TunableKind::constant;
  }
  return false;
}

void add_constraint(Problem& problem, const std::string& text) {
  const bool is_there = std::any_of(problem.constraints.begin(), problem.constraints.end(),
                                    [&](const Formula& given) { return given.expression.text() == text; });
  if (is_there) return;
  if (auto parsed = Expression::parse(text)) problem.constraints.push_back({std::move(*parsed), 0});
}

// The limit in the kernel's __launch_bounds__ if that is a number, otherwise the limit of a GPU.
int64_t most_threads(const std::vector<KernelSource>& kernels, const std::string& entry) {
  const std::string name = parse_entry(entry).name;
  for (const KernelSource& kernel : kernels) {
    if (!(kernel.scope + kernel.name).ends_with(name) || kernel.launch_bounds.empty()) continue;
    return whole_number(split(kernel.launch_bounds, ',').front()).value_or(k_most_block_threads);
  }
  return k_most_block_threads;
}

// Adds constraints that keep blocks with tunable extents within that limit.
void bound_blocks(Problem& problem, const Outline& read) {
  const auto kernels = find_kernels(read);
  for (const ProblemLaunch& launch : problem.launches) {
    std::string product;
    bool varies = false;
    for (const Formula& extent : launch.block) {
      product += (product.empty() ? "(" : " * (") + extent.expression.text() + ")";
      for (const std::string& name : extent.expression.identifiers()) {
        varies = varies || std::any_of(problem.tunables.begin(), problem.tunables.end(),
                                       [&](const Tunable& tunable) { return tunable.name == name; });
      }
    }
    if (varies) add_constraint(problem, product + " <= " + std::to_string(most_threads(kernels, launch.entry)));
  }
}

std::vector<std::string> entries_of(const Problem& problem) {
  std::vector<std::string> entries;
  for (const ProblemLaunch& launch : problem.launches) entries.push_back(launch.entry);
  return entries;
}

std::vector<std::string> reached_entries(const Problem& problem) {
  std::vector<std::string> entries = entries_of(problem);
  if (problem.is_host_function) entries.push_back(problem.entry);
  return entries;
}

bool is_word(const Outline& read, const std::string& name) {
  return std::any_of(read.code.tokens.begin(), read.code.tokens.end(),
                     [&](const Token& token) { return token.is(name); });
}

// Replaces names that the source does not know, as inserted with launch bounds, by their numbers.
std::string with_numbers(const std::string& source, const std::map<std::string, int64_t>& numbers) {
  if (numbers.empty()) return source;
  std::string text;
  size_t done = 0;
  for (const Token& token : tokenize(source)) {
    const auto number = token.is_identifier() ? numbers.find(std::string(token.text)) : numbers.end();
    if (number == numbers.end()) continue;
    text += source.substr(done, token.offset - done) + std::to_string(number->second);
    done = token.end();
  }
  return text + source.substr(done);
}

class SpaceFinder {
 public:
  explicit SpaceFinder(const Problem& problem)
      : reached_(reached_source(problem.source, reached_entries(problem))), read_(outline(reached_)) {
    space_.problem = problem;
  }

  TuningSpace find() {
    Problem& problem = space_.problem;
    for (const Tunable& tunable : problem.tunables) space_.tunables.push_back(declared(tunable, problem, read_));
    if (extension_of(problem.kernel) == ".ptx") return std::move(space_);
    write_out_launches(problem);
    add_shapes();
    for (FoundTunable& found : free_block_shapes(problem)) add_declared(std::move(found));
    bound_blocks(problem, read_);
    add_rest();
    exclude();
    for (FoundTunable& flag : flag_tunables(problem, read_)) space_.tunables.push_back(std::move(flag));
    return std::move(space_);
  }

 private:
  void add_declared(FoundTunable found) {
    declare(space_.problem, found);
    space_.tunables.push_back(std::move(found));
  }

  // Adds what formulas may name: declared as tunables, and tied to the block whose extent they are.
  void add_shapes() {
    const std::set<std::string> given = names_of_given_sizes(space_.problem, outline(space_.problem.source));
    for (FoundTunable& found : find_tunables(reached_, {entries_of(space_.problem), {}})) {
      const bool named = found.kind == TunableKind::constant || found.kind == TunableKind::feature ||
                         found.kind == TunableKind::template_argument;
      if (!named || is_given(space_.problem, found.name) || is_size(space_.problem, found)) continue;
      if (given.contains(found.name) || is_an_extent(space_.problem, found)) continue;
      if (may_shape_block(found)) tie_to_launch(space_.problem, found.name, found.current);
      add_declared(std::move(found));
    }
  }

  // Adds what only the source knows; launch bounds need the names of the launch.
  void add_rest() {
    const TunableContext context{entries_of(space_.problem), block_threads(space_.problem)};
    for (FoundTunable& found : find_tunables(reached_, context)) {
      if (found.kind == TunableKind::unroll || found.kind == TunableKind::launch_bounds ||
          found.kind == TunableKind::register_limit)
        space_.tunables.push_back(std::move(found));
    }
  }

  // A kernel with both launch bounds and a register limit does not compile.
  void exclude() {
    std::vector<std::string> limits, bounds;
    for (const FoundTunable& found : space_.tunables) {
      if (found.kind == TunableKind::register_limit) limits.push_back(found.name);
      if (found.kind == TunableKind::launch_bounds && found.current == 0) bounds.push_back(found.name);
    }
    for (const std::string& limit : limits) {
      for (const std::string& bound : bounds) {
        if (auto parsed = Expression::parse(limit + " == 0 or " + bound + " == 0"))
          space_.exclusions.push_back({std::move(*parsed), 0});
      }
    }
  }

  std::string reached_;  // what `read_` points into
  Outline read_;
  TuningSpace space_;
};

}  // namespace

TuningSpace find_tuning_space(const Problem& problem) {
  return SpaceFinder(problem).find();
}

TunedProblem tuned(const TuningSpace& space, const std::map<std::string, int64_t>& values) {
  TunedProblem result{space.problem, {}, {}};
  std::vector<FoundTunable> in_source;  // constants are set when the problem is compiled
  std::map<std::string, int64_t> foreign;
  const Outline read = outline(space.problem.source);
  for (const FoundTunable& tunable : space.tunables) {
    const auto value = values.find(tunable.name);
    if (value == values.end()) continue;
    if (is_given(space.problem, tunable.name)) result.tunables[tunable.name] = value->second;
    if (tunable.kind == TunableKind::block && !is_word(read, tunable.name)) foreign[tunable.name] = value->second;
    if (tunable.kind != TunableKind::constant && tunable.kind != TunableKind::feature) in_source.push_back(tunable);
    add_flags(tunable, value->second, result.flags);
  }
  result.problem.source = with_numbers(set_tunables(space.problem.source, in_source, values), foreign);
  result.problem.entry = set_entry(space.problem.entry, in_source, values);
  for (ProblemLaunch& launch : result.problem.launches) launch.entry = set_entry(launch.entry, in_source, values);
  return result;
}

}  // namespace whet
