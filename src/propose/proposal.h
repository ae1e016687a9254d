// A proposed kernel, and the interface of those who propose it.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "propose/orders.h"
#include "search/space/outcome.h"
#include "util/text/json.h"

namespace whet {

struct Proposal {
  std::string source, sidecar;  // empty: the original's
  std::map<std::string, int64_t> tunables;
  std::vector<std::string> methods;  // claimed by the proposer
  std::string memo;                  // the proposer's reason

  bool operator==(const Proposal&) const = default;
};

// What became of a candidate of the run, whoever proposed it.
struct ProposalVerdict {
  search::Outcome outcome;
  std::string word;               // the judge's: "correct", "wrong"
  std::string reason;             // in the judge's or the compiler's words
  std::optional<double> speedup;  // over the original
};

// One change of a proposal's text.
struct ProposalPart {
  std::string name;    // "coarsen 4"
  std::string method;  // whose signature proves it in the machine code; empty: there is none
};

// {"TILE": 32}
Json tunables_json(const Proposal& proposal);
// "TILE=32 ROWS=8", the memo of another source, or "as it is".
std::string describe(const Proposal& proposal);

// A source of candidates. Its proposals depend only on its seed and on the outcomes it was told.
class Proposer {
 public:
  virtual ~Proposer() = default;
  virtual std::string name() const = 0;
  // Whether it works by a plan; then it gets one, once, before it is first asked.
  virtual bool wants_orders() const { return false; }
  virtual void take(const Orders&) {}
  // Up to `count` new proposals; empty when there are no more.
  virtual std::vector<Proposal> propose(size_t count) = 0;
  // The original as a proposal: every tunable at its default.
  virtual Proposal standard() const = 0;
  // Whether it could have proposed this, that is, every constraint holds.
  virtual bool admits(const Proposal& proposal) const = 0;
  virtual void learn(const Proposal& proposal, const search::Outcome& outcome) = 0;
  // The same about every candidate of the run, also those of others, in words.
  virtual void hear(const Proposal&, const ProposalVerdict&) {}
  // This candidate leads from now on; it is `gain` times as fast as the leader before.
  virtual void led_by(const Proposal&, double /*gain*/) {}
  // Whether the proposal is a kernel that was written anew: worth as much as it gains, besides what its parts are
  // worth.
  virtual bool is_whole(const Proposal&) const { return false; }
  // A proposal of several changes in its text that can be taken out one by one.
  virtual std::vector<ProposalPart> parts(const Proposal&) const { return {}; }
  // The proposal without these of its parts, which may be the original: `source` is empty then. Nothing: the others do
  // not work without them.
  virtual std::optional<Proposal> without(const Proposal&, const std::vector<std::string>&) const { return {}; }
  // Starts again from the best known candidate, or anywhere if that is not one of its own. Outcomes in `forgotten` are
  // dropped, and these may be proposed again.
  virtual void restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) = 0;
};

}  // namespace whet
