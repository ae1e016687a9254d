// What minds have cost, and what they may cost.
#pragma once

#include <optional>

#include "mind/money/prices.h"
#include "util/text/json.h"

namespace whet {

// Of a call, of a run, of a project: they add up.
struct MindSpending {
  int64_t calls = 0;
  int64_t calls_without_usage = 0;  // the mind did not say what they used
  int64_t calls_without_price = 0;  // their tokens are known, their price is not
  MindUsage usage;                  // of the calls that said so
  double dollars = 0;               // of the calls with usage and price

  int64_t tokens() const { return usage.input + usage.cache_read + usage.cache_written + usage.output; }
  // Otherwise `dollars` is only the least that was spent.
  bool dollars_are_whole() const { return calls_without_usage == 0 && calls_without_price == 0; }
  MindSpending& operator+=(const MindSpending& other);
  bool operator==(const MindSpending&) const = default;
};

struct MindLimits {
  std::optional<int64_t> calls, tokens;
  std::optional<double> dollars;

  bool operator==(const MindLimits&) const = default;
};

// What a question could use: a token for every second byte of it, more than usual code and English have, and the
// longest answer.
MindUsage most_usage(const MindPrompt& prompt, int64_t longest_answer);

// One thread at a time.
class MindLedger {
 public:
  // Refuses limits that could not be held: money without a price, tokens or money of a mind that does not say what it
  // uses (`tells_usage`), and limits that allow nothing. `spent` is what a resumed run had spent before.
  static Result<MindLedger> open(const MindLimits& limits, std::optional<MindPrice> price, bool tells_usage = true,
                                 const MindSpending& spent = {});

  // An error says which limit is reached. `at_most` is what the next call could use: it must fit too.
  Result<void> may_ask(const MindUsage& at_most = {}) const;
  // Adds one call, and returns what it cost.
  MindSpending add(const MindUsage& usage);
  // Adds what a try that brought no answer used: tokens and money, but no call.
  MindSpending add_lost(const MindUsage& usage);

  const MindSpending& spent() const { return spent_; }
  const MindLimits& limits() const { return limits_; }
  const std::optional<MindPrice>& price() const { return price_; }

 private:
  MindLimits limits_;
  std::optional<MindPrice> price_;
  MindSpending spent_;
};

// "calls", "input_tokens", ..., "dollars"; `dollars` is null when no call's price is known.
Json to_json(const MindSpending& spending);
Result<MindSpending> read_spending(const Json& json, const std::string& where);

}  // namespace whet
