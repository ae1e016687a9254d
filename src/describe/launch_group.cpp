#include "describe/launch_group.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lift/confirm/confirm.h"
#include "lift/expression/substitute.h"
#include "problem/file/section.h"
#include "ptx/reader/parser.h"
#include "source/kernel/constants.h"

namespace whet {

namespace {

constexpr uint64_t k_most_bytes = 4 << 20;  // of a trial's arrays
constexpr int64_t k_size = 32;              // smaller numbers are no sizes that can be chosen
constexpr int64_t k_odd[][4] = {{5, 37, 7, 3}, {37, 11, 5, 3}, {1, 2, 3, 1}, {67, 3, 13, 5}};
constexpr int64_t k_even[][4] = {{32, 64, 32, 64}, {64, 32, 64, 32}, {96, 128, 32, 64}};

using Sizes = std::map<std::string, int64_t>;

// Consecutive launches, and the scratch that only they use.
struct LaunchRange {
  size_t begin = 0, end = 0;
  const std::set<int>& scratch;
};

// The sizes that a problem states as numbers, with these in turn.
template <size_t kCount>
std::vector<Sizes> trial_sizes(const Problem& problem, const int64_t (&values)[kCount][4]) {
  std::vector<Sizes> sets;
  for (const auto& row : values) {
    Sizes sizes;
    size_t next = 0;
    for (const Dimension& dimension : problem.dims) {
      const auto number = whole_number(dimension.value.expression.text());
      if (number && *number > k_size) sizes[dimension.name] = row[next++ % 4];
    }
    sets.push_back(std::move(sizes));
  }
  return sets;
}

std::vector<lift::SequenceTrial> trials_at(const Problem& problem, const LiftedLaunches& lifted,
                                           const WholeParameters& whole, const LaunchRange& range,
                                           const std::vector<Sizes>& sets) {
  std::vector<lift::SequenceTrial> trials;
  for (const Sizes& sizes : sets) {
    const auto resolved = resolve_case(problem, problem.cases.front(), {.dims = sizes});
    if (!resolved || resolved->total_bytes > k_most_bytes) continue;
    trials.push_back(whole.trial(*resolved, lifted.kernels, range.begin, range.end));
    trials.back().scratch = range.scratch;
  }
  return trials;
}

bool touches(lift::Arena& arena, const lift::Meaning& meaning, int array) {
  const lift::Expr parameter = arena.parameter(array);
  return std::any_of(meaning.statements.begin(), meaning.statements.end(), [&](const lift::Statement& statement) {
    std::vector<lift::Expr> roots = statement.guard;
    roots.insert(roots.end(), {statement.array, statement.offset, statement.value});
    for (const lift::SpaceIndex& index : statement.space) roots.push_back(index.count);
    return std::any_of(roots.begin(), roots.end(), [&](lift::Expr root) { return arena.contains(root, parameter); });
  });
}

// An array that one launch writes and another reads must be the same numbers for both.
Result<void> check_formats(const std::vector<lift::ParameterUse>& uses, const std::vector<lift::Expr>& passed,
                           const WholeParameters& whole, const lift::Arena& arena) {
  for (size_t i = 0; i < uses.size() && i < passed.size(); ++i) {
    if (!uses[i].is_array || uses[i].bytes == 0 || arena[passed[i]].kind != lift::Kind::parameter) continue;
    const ProblemArgument& argument = *whole.arguments()[static_cast<size_t>(arena[passed[i]].value)];
    const bool is_real = is_floating(argument.type);
    const bool fits = bytes_of(argument.type) == static_cast<uint64_t>(uses[i].bytes) &&
                      (uses[i].is_copied || uses[i].is_real == is_real) &&
                      (uses[i].is_bfloat == (argument.type == ElementType::bf16) || uses[i].bytes != 2);
    if (!fits)
      return bad_input(fmt::format("a kernel takes {} as other numbers than the problem", in_quotes(argument.name)));
  }
  return {};
}

// Integers below 32 bits lose what does not fit where they are stored; an expression does not.
Result<void> check_narrow(lift::Arena& arena, const std::vector<lift::LaunchedMeaning>& launches,
                          const WholeParameters& whole) {
  for (size_t number = 0; number < whole.arguments().size(); ++number) {
    const ProblemArgument& argument = *whole.arguments()[number];
    if (argument.is_scalar() || is_floating(argument.type) || bytes_of(argument.type) >= 4) continue;
    bool is_written = false;
    for (const lift::LaunchedMeaning& launch : launches) {
      if (is_written && touches(arena, launch.meaning, static_cast<int>(number)))
        return bad_input(
            fmt::format("{} holds integers of less than 32 bits between launches", in_quotes(argument.name)));
      is_written |= std::any_of(
          launch.meaning.statements.begin(), launch.meaning.statements.end(),
          [&](const lift::Statement& each) { return arena[each.array].value == static_cast<int64_t>(number); });
    }
  }
  return {};
}

Error of_launch(const std::string& title, const Error& error) {
  return bad_input(title + ": " + error.what, error.where, error.mend);
}

// Scratch that no launch outside uses.
std::set<int> inner_scratch(const LiftedLaunches& lifted, const WholeParameters& whole, lift::Arena& arena,
                            size_t begin, size_t end) {
  std::set<int> inner;
  for (const int number : whole.scratch()) {
    bool is_inside = true;
    for (size_t i = 0; i < lifted.launches.size(); ++i)
      is_inside &= (i >= begin && i < end) || !touches(arena, lifted.launches[i].meaning, number);
    if (is_inside) inner.insert(number);
  }
  return inner;
}

}  // namespace

Result<LiftedLaunches> lift_launches(const Problem& problem, const std::vector<lift::ExplainRequest>& requests,
                                     const WholeParameters& whole, lift::Arena& arena) {
  LiftedLaunches lifted;
  lifted.ptx = requests.front().ptx;
  TRY(module, ptx::parse(lifted.ptx, problem.kernel));
  for (size_t i = 0; i < requests.size(); ++i) {
    const lift::ExplainRequest& request = requests[i];
    const std::string title = fmt::format("launch {} ({})", i + 1, in_quotes(problem.launches[i].entry));
    arena.begin_work();
    auto meaning = lift::find_meaning(module, request.kernel, request.parameters, arena);
    if (!meaning) return of_launch(title, meaning.error());
    const bool is_known =
        std::find(lifted.kernels.begin(), lifted.kernels.end(), request.kernel) != lifted.kernels.end();
    const auto confirmation =
        is_known ? lift::Confirmation{lift::Confirmation::Verdict::confirmed}
                 : lift::confirm(arena, *meaning, request.parameters, request.ptx, request.kernel, request.confirm);
    if (confirmation.verdict != lift::Confirmation::Verdict::confirmed)
      return bad_input(title + ": what the kernel computes is not confirmed: " + confirmation.reason, problem.kernel,
                       "edits and the tuner still apply");
    if (!meaning->module_variables.empty()) return bad_input(title + " uses variables of its module", problem.kernel);
    auto passed = whole.passed(problem.launches[i]);
    if (!passed) return of_launch(title, passed.error());
    const auto formats =
        check_formats(lift::parameter_uses(arena, *meaning, request.parameters), *passed, whole, arena);
    if (!formats) return of_launch(title, formats.error());
    auto own = lift::in_parameters_of_whole(arena, std::move(*meaning), *passed, whole.extents(problem.launches[i]));
    if (!own) return of_launch(title, own.error());
    arena.let_be_negative({});  // parameters have other numbers from here on
    lifted.launches.push_back({std::move(*own), title});
    lifted.kernels.push_back(request.kernel);
  }
  return lifted;
}

Result<lift::Meaning> compose_group(const LiftedLaunches& lifted, const WholeParameters& whole, lift::Arena& arena,
                                    size_t begin, size_t end, NestedSums nested) {
  lift::LaunchSequence sequence;
  sequence.repeats_sums = nested == NestedSums::allowed;
  for (const ProblemArgument* const argument : whole.arguments()) sequence.names.parameters.push_back(argument->name);
  sequence.launches.assign(lifted.launches.begin() + static_cast<ptrdiff_t>(begin),
                           lifted.launches.begin() + static_cast<ptrdiff_t>(end));
  sequence.scratch = inner_scratch(lifted, whole, arena, begin, end);
  TRY_VOID(check_narrow(arena, sequence.launches, whole));
  return lift::compose(arena, sequence);
}

Result<void> confirm_group(const Problem& problem, const LiftedLaunches& lifted, const WholeParameters& whole,
                           lift::Arena& arena, size_t begin, size_t end, const lift::Meaning& meaning) {
  const auto uses = lift::parameter_uses(arena, meaning, whole.declared());
  const std::set<int> scratch = inner_scratch(lifted, whole, arena, begin, end);
  std::string reason;
  for (const auto& sets : {trial_sizes(problem, k_odd), trial_sizes(problem, k_even)}) {
    const auto trials = trials_at(problem, lifted, whole, {begin, end, scratch}, sets);
    const auto found = lift::confirm_sequence(arena, meaning, uses, lifted.ptx, trials, lift::k_usual_work);
    if (found.verdict == lift::Confirmation::Verdict::confirmed) return {};
    if (reason.empty()) reason = found.reason;
  }
  return bad_input("what the launches compute together is not confirmed: " + reason);
}

Result<lift::Meaning> group_meaning(const Problem& problem, const LiftedLaunches& lifted, const WholeParameters& whole,
                                    lift::Arena& arena, size_t begin, size_t end) {
  TRY(meaning, compose_group(lifted, whole, arena, begin, end));
  TRY_VOID(confirm_group(problem, lifted, whole, arena, begin, end, meaning));
  return meaning;
}

}  // namespace whet
