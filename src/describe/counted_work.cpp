#include "describe/counted_work.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "describe/data_plan.h"
#include "describe/touched_run.h"
#include "problem/smaller_case.h"

namespace whet {

namespace {

constexpr uint64_t k_most_bytes = 1 << 20, k_most_counted_bytes = 1 << 16, k_least_bytes = 1 << 12;
constexpr uint64_t k_most_instructions = 1 << 22;  // of a launch: about a second
constexpr double k_most_off_power = 0.12;          // of an exponent from a whole number
constexpr double k_most_counted_flops = 2e8, k_most_power = 4;
constexpr int64_t k_least_halved = 32;

using Sizes = std::map<std::string, int64_t>;

Sizes sizes_of_case(const ResolvedCase& resolved) {
  Sizes sizes;
  for (const NamedNumber& dimension : resolved.dims) sizes[dimension.name] = dimension.value;
  return sizes;
}

// Of at most so many bytes by halving, or as small as that makes it.
std::optional<ResolvedCase> small_case(const Problem& problem, uint64_t most_bytes) {
  auto resolved = resolve_case(problem, problem.cases.front());
  if (!resolved) return std::nullopt;
  ResolvedCase small = std::move(*resolved);
  while (small.total_bytes > most_bytes) {
    auto half = halved_case(problem, small);
    if (!half) break;
    small = std::move(*half);
  }
  return small;
}

class WorkCounter {
 public:
  WorkCounter(const Problem& problem, TouchedRuns& runs, const FileSystem& files)
      : problem_(problem), runs_(runs), files_(files) {}

  std::string bytes() {
    Problem open = problem_;
    for (ProblemArgument& argument : open.arguments) {
      const bool is_array = !argument.is_scalar() && !argument.is_struct() && !argument.is_variable;
      if (is_array && argument.role == ArgumentRole::out) argument.role = ArgumentRole::inout;
    }
    auto small = small_case(problem_, k_most_bytes);
    auto run = small ? runs_.run(open, sizes_of_case(*small), files_) : Result<TouchedRun>(failed("no size"));
    // A kernel whose work grows with the square of its arrays takes too long at that size.
    for (uint64_t most = k_most_bytes / 8; small && !run && most >= k_least_bytes; most /= 8) {
      small = small_case(problem_, most);
      if (small) run = runs_.run(open, sizes_of_case(*small), files_);
    }
    if (!small || !run) return {};
    std::map<std::string, int64_t> counts;
    for (const ResolvedArgument& argument : small->arguments)
      counts[argument.name] = static_cast<int64_t>(argument.count);
    RoleFinder roles;
    roles.add(*run, problem_, counts);
    return roles.bytes(problem_);
  }

  // The power of each dimension from a run with another of it; the factor from the run itself.
  std::string flops() {
    Sizes sizes;
    Result<double> total = failed("no size");
    for (uint64_t most = k_most_counted_bytes; !total && most >= k_least_bytes; most /= 4) {
      const auto small = small_case(problem_, most);
      if (!small) return {};
      sizes = sizes_of_case(*small);
      total = runs_.flops(problem_, sizes, files_);
    }
    if (!total || *total > k_most_counted_flops) return {};
    if (*total == 0) return "0";
    std::vector<std::string> factors;
    double product = 1;
    for (const Dimension& dimension : problem_.dims) {
      const int64_t size = sizes.at(dimension.name);
      if (!dimension.value.expression.identifiers().empty()) continue;
      const auto power = power_of(dimension.name, sizes, *total);
      if (!power) return {};
      for (int i = 0; i < *power; ++i) {
        factors.push_back(dimension.name);
        product *= static_cast<double>(size);
      }
    }
    const double factor = *total / product;
    std::string text = fmt::format("{:.4g}", factor);
    for (const std::string& name : factors) text += " * " + name;
    return text.find('e') == std::string::npos || Expression::parse(text) ? text : "";
  }

 private:
  // From a run with half of the dimension, or with twice of it where half is none or does not run.
  std::optional<int> power_of(const std::string& name, const Sizes& sizes, double total) {
    const int64_t size = sizes.at(name);
    for (const bool halves : {true, false}) {
      Sizes other = sizes;
      other[name] = halves ? size / 2 : size * 2;
      const auto flops = !halves || (size % 2 == 0 && size >= k_least_halved) ? runs_.flops(problem_, other, files_)
                                                                              : Result<double>(failed("no half"));
      if (!flops || *flops <= 0) continue;
      const double power = std::log2(halves ? total / *flops : *flops / total), whole = std::round(power);
      if (std::abs(power - whole) <= k_most_off_power && whole >= 0 && whole <= k_most_power)
        return static_cast<int>(whole);
    }
    return std::nullopt;
  }

  const Problem& problem_;
  TouchedRuns& runs_;
  const FileSystem& files_;
};

}  // namespace

CountedWork count_work(const Problem& problem, const DescribeServices& services) {
  CountedWork found;
  if (problem.is_host_function || problem.launches.empty()) return found;
  auto runs = TouchedRuns::open(problem, services.compiler, services.knowledge, k_most_instructions);
  if (!runs) return found;
  WorkCounter counter(problem, *runs, services.files);
  found.bytes = counter.bytes();
  found.flops = counter.flops();
  return found;
}

}  // namespace whet
