#include "edit/text/draft.h"

#include <algorithm>

#include <fmt/format.h>

#include "describe/problem_words.h"
#include "problem/data/resolve.h"
#include "util/text.h"

namespace whet::edit {

namespace {

std::vector<std::string> texts_of(const std::vector<Formula>& formulas) {
  std::vector<std::string> texts;
  for (const Formula& formula : formulas) texts.push_back(formula.expression.text());
  return texts;
}

std::string quoted_list(const std::vector<std::string>& texts) {
  return texts.empty() ? "" : "\"" + join(texts, "\", \"") + "\"";
}

}  // namespace

std::optional<std::vector<int64_t>> first_values(const std::vector<std::string>& formulas, const Problem& problem) {
  const auto resolved = resolve_case(problem, problem.cases.front());
  if (!resolved) return std::nullopt;
  const auto value_of = [&](std::string_view name) -> std::optional<double> {
    for (const auto* list : {&resolved->dims, &resolved->tunables}) {
      for (const NamedNumber& each : *list) {
        if (each.name == name) return static_cast<double>(each.value);
      }
    }
    return std::nullopt;
  };
  std::vector<int64_t> values;
  for (const std::string& text : formulas) {
    const auto formula = Expression::parse(text);
    const auto value = formula ? formula->evaluate(value_of).value : std::nullopt;
    if (!value) return std::nullopt;
    values.push_back(static_cast<int64_t>(*value));
  }
  return values;
}

std::optional<int64_t> blocks_of(const Draft& draft, const Problem& problem) {
  const auto extents = first_values(draft.grid, problem);
  if (!extents || extents->empty()) return std::nullopt;
  int64_t blocks = 1;
  for (const int64_t extent : *extents) blocks *= std::clamp<int64_t>(extent, 1, INT32_MAX);
  return blocks;
}

Result<Draft> draft_of(const Problem& problem) {
  if (problem.is_host_function) return bad_input("the entry is a host function", problem.kernel);
  if (problem.kernel.ends_with(".ptx")) return bad_input("the kernel is PTX", problem.kernel);
  if (problem.launches.size() != 1 || !passed_arguments(problem))
    return bad_input("only a single launch of one kernel is edited", problem.kernel);
  const ProblemLaunch& launch = problem.launches.front();
  if (launch.cooperative || !launch.cluster.empty())
    return bad_input("the launch is cooperative or has clusters", problem.kernel);
  return Draft{problem.source, texts_of(launch.grid), texts_of(launch.block), false};
}

std::string file_of(const Draft& draft, const Problem& problem) {
  if (!draft.is_relaunched) return draft.source;
  const ProblemLaunch& launch = problem.launches.front();
  std::vector<std::string> names;
  const auto passed = passed_arguments(problem);
  if (!passed) return draft.source;
  for (const ProblemArgument* argument : *passed) names.push_back(argument->name);
  std::string block = fmt::format("/* whet\n[[launch]]\nentry = \"{}\"\nargs = [{}]\ngrid = [{}]\nblock = [{}]\n",
                                  launch.entry, quoted_list(names), quoted_list(draft.grid), quoted_list(draft.block));
  if (launch.shared) block += fmt::format("shared = \"{}\"\n", launch.shared->expression.text());
  return block + "*/\n" + draft.source;
}

}  // namespace whet::edit
