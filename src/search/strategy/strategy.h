// The ask/tell interface of a search: ask which configurations to try, tell their outcomes.
//
//   TRY(strategy, make_strategy("portfolio", space, {.seed = 1, .budget = 100}));
//   while (there is budget) {
//     const auto batch = strategy.ask(4);           // empty: the space is exhausted
//     for (const auto& c : batch) strategy.tell(c, try_out(c));
//   }
//
// What is asked depends on the seed, the outcomes told and the number of questions still open. To resume, tell all
// outcomes of the finished batches and ask again: the next batch is the one that would have come.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/strategy/search.h"

namespace whet::search {

// The part specific to a strategy. It may cache what it derived from the history, and no other state.
using Proposer = std::function<Proposals(const Search& search, size_t count, Random& random)>;

class Strategy {
 public:
  Strategy(Search search, Proposer propose) : search_(std::move(search)), propose_(std::move(propose)) {}

  // Up to `count` configurations of the space, distinct and neither asked nor told before; fewer when there are no
  // more. First the defaults and the starts, then what the strategy proposes, then random ones.
  std::vector<Configuration> ask(size_t count = 1);
  // Also accepts configurations that were not asked for. A configuration told twice keeps its first outcome.
  void tell(const Configuration& configuration, const Outcome& outcome) {
    search_.history.tell(configuration, outcome);
  }

  const Space& space() const { return search_.space; }
  const History& history() const { return search_.history; }

 private:
  Search search_;
  Proposer propose_;
};

// Names for `--strategy`; the first is the default.
std::vector<std::string> strategy_names();
// Fails when no strategy has the name.
Result<void> check_strategy(std::string_view name);
// It is an error to name no strategy, or "exhaustive" in a space that is not listed.
Result<Strategy> make_strategy(std::string_view name, const Space& space, const SearchSettings& settings);
// "exhaustive" when the budget covers the whole space, else "portfolio".
std::string_view fitting_strategy(const Space& space, size_t budget);

}  // namespace whet::search
