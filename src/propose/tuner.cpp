#include "propose/tuner.h"

#include <algorithm>
#include <iterator>

#include "problem/data/resolve.h"
#include "propose/planned_starts.h"

namespace whet {

namespace {

std::vector<search::Axis> axes_of(const TuningSpace& tuning) {
  std::vector<search::Axis> axes;
  for (const FoundTunable& tunable : tuning.tunables) {
    const auto current = std::find(tunable.values.begin(), tunable.values.end(), tunable.current);
    if (tunable.values.size() < 2) continue;
    axes.push_back({tunable.name,
                    {tunable.values.begin(), tunable.values.end()},
                    current == tunable.values.end() ? 0 : static_cast<size_t>(current - tunable.values.begin())});
  }
  return axes;
}

// Sizes that constraints may use, with their values in the first case.
search::Constants constants_of(const Problem& problem) {
  search::Constants constants;
  const auto resolved = resolve_case(problem, problem.cases.front());
  if (!resolved) return constants;
  for (const NamedNumber& dimension : resolved->dims) constants[dimension.name] = static_cast<double>(dimension.value);
  for (const NamedNumber& tunable : resolved->tunables)
    constants.emplace(tunable.name, static_cast<double>(tunable.value));  // those with a single value
  return constants;
}

Result<search::Space> space_of(const TuningSpace& tuning) {
  std::vector<search::Constraint> constraints;
  for (const Formula& formula : tuning.problem.constraints)
    constraints.push_back({formula.expression, tuning.problem.place(formula.line)});
  std::vector<search::Axis> axes = axes_of(tuning);
  for (const Formula& exclusion : tuning.exclusions) {
    const auto names = exclusion.expression.identifiers();
    const bool varied = std::all_of(names.begin(), names.end(), [&](const std::string& name) {
      return std::any_of(axes.begin(), axes.end(), [&](const search::Axis& axis) { return axis.name == name; });
    });
    if (varied) constraints.push_back({exclusion.expression, tuning.problem.file});
  }
  search::Constants constants = constants_of(tuning.problem);
  for (const search::Axis& axis : axes) constants.erase(axis.name);
  return search::Space::build(std::move(axes), constraints, constants);
}

// Drops all tunables that [tune] does not declare.
void keep_declared(TuningSpace& tuning, const Problem& problem) {
  std::erase_if(tuning.tunables, [&](const FoundTunable& found) {
    return std::none_of(problem.tunables.begin(), problem.tunables.end(),
                        [&](const Tunable& declared) { return declared.name == found.name; });
  });
}

// Declared values are tried before found ones: all combinations if there are at most 32, else each value alone if that
// takes at most a quarter of the budget.
//   [tune] A = [1, 2], B = [4, 8]   ->   A=1 B=4, A=1 B=8, A=2 B=4, A=2 B=8
std::vector<std::map<std::string, int64_t>> declared_starts(const Problem& problem, size_t budget) {
  constexpr size_t k_few = 32;
  size_t combinations = problem.tunables.empty() ? 0 : 1;
  for (const Tunable& tunable : problem.tunables) {
    if (combinations <= k_few) combinations *= tunable.values.size();
  }
  std::vector<std::map<std::string, int64_t>> starts;
  if (combinations > std::min(k_few, budget)) {
    for (const Tunable& tunable : problem.tunables) {
      for (const int64_t value : tunable.values) starts.push_back({{tunable.name, value}});
    }
    if (starts.size() > std::min(k_few, budget / 4)) starts.clear();
    return starts;
  }
  if (combinations > 0) starts.emplace_back();
  for (const Tunable& tunable : problem.tunables) {
    std::vector<std::map<std::string, int64_t>> longer;
    for (const auto& start : starts) {
      for (const int64_t value : tunable.values) {
        longer.push_back(start);
        longer.back()[tunable.name] = value;
      }
    }
    starts = std::move(longer);
  }
  return starts;
}

// The configuration with these numbers; nothing when the space does not contain it. Tunables not named keep their
// default; unknown names are ignored.
std::optional<search::Configuration> find(const search::Space& space, const std::map<std::string, int64_t>& numbers) {
  std::vector<std::pair<std::string, search::Value>> values;
  for (const search::Axis& axis : space.axes()) {
    const auto given = numbers.find(axis.name);
    values.emplace_back(axis.name, given == numbers.end() ? axis.values[axis.preset] : search::Value(given->second));
  }
  auto found = space.find(values);
  if (!found || !space.contains(*found)) return std::nullopt;
  return std::move(*found);
}

TuningSpace tuning_of(const Problem& problem, bool find) {
  TuningSpace tuning = find_tuning_space(problem);
  if (!find) keep_declared(tuning, problem);
  return tuning;
}

// The strategy of these settings, which begins with the starts that the space contains.
Result<search::Strategy> strategy_of(const search::Space& space, const TunerSettings& settings) {
  search::SearchSettings search{.seed = settings.seed, .budget = settings.budget};
  for (const auto& start : settings.starts) {
    if (auto configuration = find(space, start)) search.starts.push_back(std::move(*configuration));
  }
  return search::make_strategy(settings.strategy, space, search);
}

}  // namespace

bool Tuner::applies(const Problem& problem, bool find) {
  return !axes_of(tuning_of(problem, find)).empty();
}

Result<std::unique_ptr<Tuner>> Tuner::make(const Problem& problem, const TunerSettings& settings) {
  TuningSpace tuning = tuning_of(problem, settings.find);
  if (axes_of(tuning).empty())
    return bad_input("there is nothing to tune: no [tune], and no number in the source that could vary", problem.file,
                     "name what may vary under [tune], as TILE = [16, 32, 64]");
  TRY(space, space_of(tuning));
  TunerSettings chosen = settings;
  if (chosen.strategy.empty()) chosen.strategy = search::fitting_strategy(space, settings.budget);
  if (settings.find) {
    for (auto& start : declared_starts(problem, settings.budget)) chosen.starts.push_back(std::move(start));
  }
  TRY(strategy, strategy_of(space, chosen));
  return std::unique_ptr<Tuner>(new Tuner(std::move(tuning), std::move(strategy), std::move(chosen)));
}

// At most a quarter of the budget: a plan is an estimate.
void Tuner::take(const Orders& orders) {
  if (!orders.plan) return;
  auto starts = planned_starts(*orders.plan, tuning_.tunables);
  if (starts.size() > settings_.budget / 4) starts.resize(settings_.budget / 4);
  std::move(starts.begin(), starts.end(), std::back_inserter(settings_.starts));
  auto planned = strategy_of(strategy_.space(), settings_);
  if (!planned) return;
  for (const search::Trial& trial : strategy_.history().trials()) planned->tell(trial.configuration, trial.outcome);
  strategy_ = std::move(*planned);
}

std::vector<Proposal> Tuner::propose(size_t count) {
  std::vector<Proposal> proposals;
  while (proposals.size() < count) {
    const auto asked = strategy_.ask(count - proposals.size());
    if (asked.empty()) break;
    for (const search::Configuration& configuration : asked) {
      Proposal proposal = proposal_of(configuration);
      if (fits(proposal))
        proposals.push_back(std::move(proposal));
      else
        strategy_.tell(configuration, search::Outcome::failed(search::Failure::constraint));
    }
  }
  return proposals;
}

Proposal Tuner::standard() const {
  Proposal proposal;
  for (const search::Axis& axis : strategy_.space().axes())
    proposal.tunables[axis.name] = std::get<int64_t>(axis.values[axis.preset]);
  return proposal;
}

bool Tuner::admits(const Proposal& proposal) const {
  const auto configuration = configuration_of(proposal);
  return configuration && strategy_.space().contains(*configuration) && fits(proposal);
}

void Tuner::learn(const Proposal& proposal, const search::Outcome& outcome) {
  const auto configuration = configuration_of(proposal);
  if (!configuration) return;
  strategy_.tell(*configuration, outcome);
  if (std::none_of(learned_.begin(), learned_.end(), [&](const auto& known) { return known.first == proposal; }))
    learned_.emplace_back(proposal, search::Trial{*configuration, outcome});
}

void Tuner::restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) {
  search::ConfigurationSet left_out;
  for (const Proposal& proposal : forgotten) {
    if (const auto configuration = configuration_of(proposal)) left_out.insert(*configuration);
  }
  search::SearchSettings settings{.seed = seed, .budget = settings_.budget, .begin_with_preset = false};
  if (const auto start = configuration_of(best)) {
    for (search::Configuration& neighbour : strategy_.space().neighbours(*start))
      settings.starts.push_back(std::move(neighbour));
  }
  auto fresh = search::make_strategy(settings_.strategy, strategy_.space(), settings);
  if (!fresh) return;
  for (const search::Trial& trial : strategy_.history().trials()) {
    if (!left_out.contains(trial.configuration)) fresh->tell(trial.configuration, trial.outcome);
  }
  strategy_ = std::move(*fresh);
}

Proposal Tuner::proposal_of(const search::Configuration& configuration) const {
  Proposal proposal;
  const auto& axes = strategy_.space().axes();
  for (size_t i = 0; i < axes.size(); ++i)
    proposal.tunables[axes[i].name] = std::get<int64_t>(strategy_.space().value(configuration, i));
  return proposal;
}

std::optional<search::Configuration> Tuner::configuration_of(const Proposal& proposal) const {
  std::vector<std::pair<std::string, search::Value>> values;
  for (const auto& [name, value] : proposal.tunables) values.emplace_back(name, value);
  auto found = strategy_.space().find(values);
  return found ? std::optional(std::move(*found)) : std::nullopt;
}

bool Tuner::fits(const Proposal& proposal) const {
  const TunedProblem point = tuned(tuning_, proposal.tunables);
  ResolveOptions options;
  options.tunables = point.tunables;
  return std::all_of(point.problem.cases.begin(), point.problem.cases.end(),
                     [&](const ProblemCase& each) { return resolve_case(point.problem, each, options).ok(); });
}

}  // namespace whet
