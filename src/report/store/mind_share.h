// What the minds of a run cost and what they brought, from the run's journal.
#pragma once

#include <string>
#include <vector>

#include "mind/money/ledger.h"
#include "store/store.h"
#include "util/text/json.h"

namespace whet {

// The event with what is said of minds at the end of a run.
constexpr const char* k_minds_ended = "minds ended";

struct MindShare {
  std::string mind;  // "anthropic:MODEL"
  MindSpending spent;
  double seconds = 0;           // waited for its answers
  std::vector<int> candidates;  // that it brought: their numbers in the run
};

// In the order in which they were first asked; empty: no mind was asked.
Result<std::vector<MindShare>> collect_minds(store::Store& store, store::RunId run);
// The run's ledger: every call with what it used and cost, without its texts.
Result<Json> mind_ledger_json(store::Store& store, store::RunId run);

// "4 calls, 12,400 tokens, $0.03; brought candidates 2 and 3"
std::string spending_text(const MindSpending& spent);
std::string mind_text(const MindShare& share);
Json to_json(const MindShare& share);

}  // namespace whet
