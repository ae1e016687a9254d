#include "problem/data/resolve.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "problem/data/generator.h"
#include "problem/data/resolve_argument.h"
#include "problem/data/structured_data.h"
#include "problem/file/section.h"

namespace whet {

namespace {

constexpr uint64_t k_default_block = 256;
// The limits of all CUDA devices.
constexpr std::array<uint64_t, 3> k_most_blocks = {2147483647, 65535, 65535};
constexpr std::array<uint64_t, 3> k_most_threads_by_axis = {1024, 1024, 64};
constexpr std::array<uint64_t, 3> k_most_cluster = {16, 16, 16};  // also the limit of their product
constexpr uint64_t k_most_threads_of_block = 1024;
constexpr uint64_t k_most_shared_bytes = uint64_t{1} << 31;

class Resolver {
 public:
  Resolver(const Problem& problem, const ResolveOptions& options, const Numbers& numbers)
      : problem_(problem), options_(options), numbers_(numbers) {}

  Result<ResolvedCase> run() {
    for (const ProblemArgument& argument : problem_.arguments) TRY_VOID(add(argument));
    case_.own_arguments = case_.arguments.size();
    TRY_VOID(join_fills());
    for (const ProblemArgument& scratch : problem_.scratch) TRY_VOID(add(scratch));
    TRY_VOID(check_memory());
    for (const ProblemLaunch& launch : problem_.launches) TRY_VOID(add_launch(launch));
    TRY_VOID(add_work());
    return std::move(case_);
  }

 private:
  Result<void> add(const ProblemArgument& argument) {
    TRY(resolved, resolve_argument(argument, problem_, numbers_));
    const uint64_t bytes = resolved.is_scalar ? 0 : resolved.bytes;
    if (__builtin_add_overflow(case_.total_bytes, bytes, &case_.total_bytes))
      return bad_input("the arrays together need more than any memory holds", problem_.place(argument.line),
                       "choose smaller sizes");
    case_.arguments.push_back(std::move(resolved));
    return {};
  }

  // Columns of sparse rows get the array that delimits them, and generated arrays get the generator.
  Result<void> join_fills() {
    const auto generator =
        problem_.generator.empty() ? nullptr : make_generator(problem_, case_.arguments, numbers_.dims());
    for (size_t i = 0; i < case_.own_arguments; ++i) {
      FillPlan& fill = case_.arguments[i].fill;
      if (fill.kind == FillKind::generated) fill.generator = generator;
      if (fill.kind != FillKind::csr) continue;
      const std::string& wanted = problem_.arguments[i].fill.offsets;
      for (ResolvedArgument& other : case_.arguments) {
        if (other.name != wanted) continue;
        other.fill.most = fill.first;
        fill.offsets = std::make_shared<const ResolvedArgument>(other);
      }
      TRY_VOID(check_columns(case_.arguments[i], problem_.place(problem_.arguments[i].line)));
    }
    return {};
  }

  Result<void> check_memory() const {
    if (!options_.memory_limit_bytes || case_.total_bytes <= *options_.memory_limit_bytes) return {};
    const auto largest_array = std::max_element(case_.arguments.begin(), case_.arguments.end(),
                                                [](const auto& a, const auto& b) { return a.bytes < b.bytes; });
    return bad_input(
        fmt::format("the arrays want {}, and {} has {}", human_bytes(static_cast<double>(case_.total_bytes)),
                    options_.memory_of, human_bytes(static_cast<double>(*options_.memory_limit_bytes))),
        problem_.file,
        fmt::format("choose smaller sizes; the largest array is `{}` with {}", largest_array->name,
                    human_bytes(static_cast<double>(largest_array->bytes))));
  }

  Result<void> add_launch(const ProblemLaunch& launch) {
    ResolvedLaunch resolved;
    resolved.entry = launch.entry;
    resolved.line = launch.line;
    resolved.cooperative = launch.cooperative;
    resolved.is_default = launch.grid.empty();
    TRY_VOID(set_arguments(launch, resolved));
    if (resolved.is_default) {
      TRY_VOID(set_default_shape(resolved));
    } else {
      TRY_VOID(set_extents(launch.grid, "grid", k_most_blocks, resolved.grid));
      TRY_VOID(set_extents(launch.block, "block", k_most_threads_by_axis, resolved.block));
    }
    const uint64_t threads = uint64_t{resolved.block[0]} * resolved.block[1] * resolved.block[2];
    if (threads > k_most_threads_of_block)
      return bad_input(fmt::format("a block of {} x {} x {} has {} threads", resolved.block[0], resolved.block[1],
                                   resolved.block[2], threads),
                       problem_.place(launch.line), fmt::format("give it {} at most", k_most_threads_of_block));
    TRY_VOID(set_cluster(launch, resolved));
    if (launch.shared) {
      TRY(shared, numbers_.whole(*launch.shared, "`shared`", 0));
      if (shared > k_most_shared_bytes)
        return bad_input(fmt::format("the launch needs {} of shared memory", human_bytes(static_cast<double>(shared))),
                         problem_.place(launch.shared->line), "no GPU has more than 228 KiB for a block");
      resolved.shared_bytes = shared;
    }
    case_.launches.push_back(std::move(resolved));
    return {};
  }

  Result<void> set_cluster(const ProblemLaunch& launch, ResolvedLaunch& resolved) const {
    if (launch.cluster.empty()) return {};
    std::array<uint32_t, 3> cluster{1, 1, 1};
    TRY_VOID(set_extents(launch.cluster, "cluster", k_most_cluster, cluster));
    const auto text = [](const std::array<uint32_t, 3>& e) { return fmt::format("{} x {} x {}", e[0], e[1], e[2]); };
    if (cluster[0] * cluster[1] * cluster[2] > k_most_cluster[0])
      return bad_input(fmt::format("a cluster of {} blocks", text(cluster)), problem_.place(launch.line),
                       fmt::format("give it {} at most", k_most_cluster[0]));
    for (size_t i = 0; i < cluster.size(); ++i) {
      if (resolved.grid[i] % cluster[i] == 0) continue;
      return bad_input(
          fmt::format("a grid of {} blocks is no whole number of clusters of {}", text(resolved.grid), text(cluster)),
          problem_.place(launch.line), "round the grid up: ceil_div(n, cluster * block) * cluster");
    }
    resolved.cluster = cluster;
    return {};
  }

  Result<void> set_arguments(const ProblemLaunch& launch, ResolvedLaunch& resolved) {
    if (!launch.arguments) {
      for (size_t i = 0; i < case_.own_arguments; ++i) {
        if (problem_.is_passed(problem_.arguments[i])) resolved.arguments.push_back(i);
      }
      return {};
    }
    for (const LaunchArgument& argument : *launch.arguments) {
      if (argument.number) {
        TRY_VOID(add(*argument.number));
        resolved.arguments.push_back(case_.arguments.size() - 1);
        continue;
      }
      const auto found = std::find_if(case_.arguments.begin(), case_.arguments.end(),
                                      [&](const auto& candidate) { return candidate.name == argument.name; });
      resolved.arguments.push_back(static_cast<size_t>(found - case_.arguments.begin()));
    }
    return {};
  }

  // One thread per element of the first output.
  Result<void> set_default_shape(ResolvedLaunch& resolved) const {
    const auto output = std::find_if(case_.arguments.begin(), case_.arguments.end(),
                                     [](const auto& argument) { return argument.role != ArgumentRole::in; });
    const uint64_t blocks = (output->count - 1) / k_default_block + 1;
    if (blocks > k_most_blocks[0])
      return bad_input(fmt::format("one thread for each element of `{}` is more than a grid holds", output->name),
                       problem_.place(resolved.line), "write [launch] with grid and block");
    resolved.grid[0] = static_cast<uint32_t>(blocks);
    resolved.block[0] = static_cast<uint32_t>(k_default_block);
    return {};
  }

  Result<void> set_extents(const std::vector<Formula>& formulas, std::string_view what,
                           const std::array<uint64_t, 3>& most, std::array<uint32_t, 3>& extents) const {
    for (size_t i = 0; i < formulas.size(); ++i) {
      TRY(extent, numbers_.whole(formulas[i], fmt::format("`{}` {}", what, "xyz"[i]), 1));
      if (extent > most[i])
        return bad_input(
            fmt::format("`{}` {} is {}: {}", what, "xyz"[i], extent, in_quotes(formulas[i].expression.text())),
            problem_.place(formulas[i].line), fmt::format("a GPU accepts at most {}", most[i]));
      extents[i] = static_cast<uint32_t>(extent);
    }
    return {};
  }

  Result<void> add_work() {
    if (problem_.work_flops) {
      TRY(flops, work_of(*problem_.work_flops, "`flops`"));
      case_.flops = flops;
    }
    if (problem_.work_bytes) {
      TRY(bytes, work_of(*problem_.work_bytes, "`bytes`"));
      case_.bytes = bytes;
    }
    case_.is_flops_derived = problem_.is_flops_derived;
    case_.is_bytes_derived = problem_.is_bytes_derived;
    return {};
  }

  Result<double> work_of(const Formula& formula, const std::string& what) const {
    TRY(work, numbers_.real(formula, what));
    if (work >= 0 && std::isfinite(work)) return work;
    return bad_input(fmt::format("{} comes out as {}: {}", what, work, in_quotes(formula.expression.text())),
                     problem_.place(formula.line), "give what one call needs, 0 or more");
  }

  const Problem& problem_;
  const ResolveOptions& options_;
  const Numbers& numbers_;
  ResolvedCase case_;
};

}  // namespace

Result<ResolvedCase> resolve_case(const Problem& problem, const ProblemCase& chosen, const ResolveOptions& options) {
  TRY(numbers, Numbers::collect(problem, chosen, options));
  TRY(resolved, Resolver(problem, options, numbers).run());
  resolved.name = chosen.name;
  resolved.weight = chosen.weight;
  resolved.held_out = chosen.held_out;
  resolved.special_values = problem.special_values;
  resolved.allows_split = problem.allows_split;
  resolved.dims = numbers.dims();
  resolved.tunables = numbers.tunables();
  return resolved;
}

Result<ResolvedCase> resolve_like(const Problem& problem, const ResolvedCase& wanted) {
  ResolveOptions options;
  for (const NamedNumber& dimension : wanted.dims) options.dims[dimension.name] = dimension.value;
  TRY(resolved, resolve_case(problem, problem.cases.front(), options));
  std::copy_n(wanted.arguments.begin(), wanted.own_arguments, resolved.arguments.begin());
  return resolved;
}

}  // namespace whet
