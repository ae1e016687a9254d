#include "search/strategy/strategy.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "search/strategy/evolve.h"
#include "search/strategy/exhaustive.h"
#include "search/strategy/forest.h"
#include "search/strategy/local.h"
#include "search/strategy/portfolio.h"
#include "search/strategy/random_search.h"
#include "search/strategy/tpe.h"
#include "util/text.h"

namespace whet::search {

namespace {

struct StrategyKind {
  std::string_view name;
  Proposer (*make)();
};

constexpr std::array k_strategies{
    StrategyKind{"portfolio", [] { return Proposer(propose_portfolio); }},
    StrategyKind{"tpe", [] { return Proposer(propose_tpe); }},
    StrategyKind{"forest", [] { return Proposer(propose_forest); }},
    StrategyKind{"local", [] { return Proposer(LocalSearch()); }},
    StrategyKind{"evolve", [] { return Proposer(propose_evolved); }},
    StrategyKind{"random", [] { return Proposer(propose_random); }},
    StrategyKind{"exhaustive", [] { return Proposer(ExhaustiveSearch()); }},
};

const StrategyKind* find_kind(std::string_view name) {
  const auto* kind = std::find_if(k_strategies.begin(), k_strategies.end(),
                                  [&](const StrategyKind& strategy) { return strategy.name == name; });
  return kind == k_strategies.end() ? nullptr : kind;
}

}  // namespace

std::vector<Configuration> Strategy::ask(size_t count) {
  const size_t pending = search_.history.asked() - search_.told();
  Random random{search_.settings.seed, search_.told(), pending};
  std::vector<Configuration> asked;
  const auto add = [&](const Configuration& configuration) {
    if (asked.size() == count || search_.history.knows(configuration) || !search_.space.contains(configuration)) return;
    search_.history.ask(configuration);
    asked.push_back(configuration);
  };
  const auto preset = search_.settings.begin_with_preset ? search_.space.preset() : std::nullopt;
  if (preset) add(*preset);
  for (const Configuration& start : search_.settings.starts) add(start);
  if (asked.size() < count) {
    for (const Configuration& proposal : propose_(search_, count - asked.size(), random)) add(proposal);
  }
  while (asked.size() < count) {
    const auto any = search_.sample_unknown(random);
    if (!any) break;
    add(*any);
  }
  return asked;
}

std::vector<std::string> strategy_names() {
  std::vector<std::string> names;
  for (const StrategyKind& kind : k_strategies) names.emplace_back(kind.name);
  return names;
}

Result<void> check_strategy(std::string_view name) {
  if (find_kind(name)) return {};
  return bad_input(fmt::format("there is no strategy `{}`", name), {}, "use one of: " + join(strategy_names(), ", "));
}

Result<Strategy> make_strategy(std::string_view name, const Space& space, const SearchSettings& settings) {
  TRY_VOID(check_strategy(name));
  if (name == "exhaustive" && !space.size())
    return bad_input(
        fmt::format("the space is too large for `exhaustive`: up to {:.3g} configurations", space.combinations()), {},
        "use portfolio, or fewer values");
  return Strategy({space, settings}, find_kind(name)->make());
}

std::string_view fitting_strategy(const Space& space, size_t budget) {
  return space.size() && *space.size() <= budget ? "exhaustive" : "portfolio";
}

}  // namespace whet::search
