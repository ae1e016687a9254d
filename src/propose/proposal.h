// A kernel somebody proposes, and what became of it.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "search/space/outcome.h"
#include "util/text/json.h"

namespace whet {

struct Proposal {
  std::string source, sidecar;  // empty: the original's
  std::map<std::string, int64_t> tunables;
  std::vector<std::string> methods;  // claimed
  std::string memo;                  // why, in its maker's words

  bool operator==(const Proposal&) const = default;
};

// {"TILE": 32}
Json tunables_json(const Proposal& proposal);
// "TILE=32 ROWS=8", or "as it is".
std::string describe(const Proposal& proposal);

// Who writes candidates. What it proposes follows from its seed and from what it was told.
class Proposer {
 public:
  virtual ~Proposer() = default;
  virtual std::string name() const = 0;
  // Up to `count` that were not proposed before; none: there are no more.
  virtual std::vector<Proposal> propose(size_t count) = 0;
  // What the original is in its terms: every tunable as it was.
  virtual Proposal standard() const = 0;
  // Whether it could have proposed this: every constraint holds.
  virtual bool admits(const Proposal& proposal) const = 0;
  virtual void learn(const Proposal& proposal, const search::Outcome& outcome) = 0;
  // Begins anew from the best known and without what is `forgotten`, which it may propose again.
  virtual void restart(uint64_t seed, const Proposal& best, const std::vector<Proposal>& forgotten) = 0;
};

}  // namespace whet
