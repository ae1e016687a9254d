// How a space is searched: ask which configurations to try, tell what came of them.
//
//   TRY(strategy, make_strategy("portfolio", space, {.seed = 1, .budget = 100}));
//   while (there is budget) {
//     const auto batch = strategy.ask(4);           // empty: the space is exhausted
//     for (const auto& c : batch) strategy.tell(c, try_out(c));
//   }
//
// What is asked follows from the seed, the tells so far and the asks not yet told. To resume, tell everything of the
// batches that were finished and ask again: the next batch comes as it would have come.
#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "search/strategy/search.h"

namespace whet::search {

// A strategy's own part. It may keep what it worked out from the history, never anything else.
using Proposer = std::function<Proposals(const Search& search, size_t count, Random& random)>;

class Strategy {
 public:
  Strategy(Search search, Proposer propose) : search_(std::move(search)), propose_(std::move(propose)) {}

  // Up to `count` configurations of the space, distinct and never asked or told before; fewer when there are no more.
  // First the defaults and the starts, then what the strategy proposes, then random ones.
  std::vector<Configuration> ask(size_t count = 1);
  // Takes what was not asked for, too. What is told twice keeps its first outcome.
  void tell(const Configuration& configuration, const Outcome& outcome) {
    search_.history.tell(configuration, outcome);
  }

  const Space& space() const { return search_.space; }
  const History& history() const { return search_.history; }

 private:
  Search search_;
  Proposer propose_;
};

// Names for `--strategy`, the default first.
std::vector<std::string> strategy_names();
// An error when no strategy has the name.
Result<void> check_strategy(std::string_view name);
// Errors: a name that is none; "exhaustive" in a space that is not listed.
Result<Strategy> make_strategy(std::string_view name, const Space& space, const SearchSettings& settings);
// "exhaustive" when the budget is enough for the whole space, else "portfolio".
std::string_view fitting_strategy(const Space& space, size_t budget);

}  // namespace whet::search
