// Which variant of a kernel serves which size: one variant for all, or a table if sizes prefer different ones.
//
//   cases n=1000, n=1000000; variant A takes 2 and 100 us, B takes 4 and 40 us
//   -> the best single one is B (geometric mean 12.6 us, A 14.1); by size it is 1.41x as fast:  n <= 31622: A, else B
// A case leaves the best single variant only if another one is faster by the margin; there is a table if the whole
// gains by the margin, or a case that has at least half of the largest weight. Held-out cases do not influence the
// choice, and a table that is slower at one of them is rejected.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "optimize/score/score.h"
#include "util/result.h"

namespace whet {

using Sizes = std::map<std::string, int64_t>;

struct DispatchCase {
  ScoredCase scored;
  Sizes dims;  // every case has the same names
};

struct DispatchVariant {
  std::string name;                         // "TILE=32 ROWS=8"
  std::map<std::string, int64_t> tunables;  // empty if it is another source
};

// Times on one device.
struct DispatchTimes {
  int architecture = 0;                      // 90 is sm_90
  std::vector<std::vector<double>> seconds;  // by variant and case; 0: not known, so it is not chosen there
};

struct DispatchInput {
  std::vector<DispatchCase> cases;
  std::vector<DispatchVariant> variants;  // the first of those that are equally fast at a case serves it
  std::vector<DispatchTimes> devices;
  std::optional<size_t> fallback;  // the variant that serves all other sizes; none: the best single one by the times
};

// How the table of a device finds the variant for a size.
struct DispatchRule {
  enum class Kind : uint8_t { single, thresholds, nearest } kind = Kind::single;
  struct Range {
    std::optional<int64_t> up_to;  // none: all above
    size_t variant = 0;
  };
  struct Point {
    Sizes dims;
    size_t variant = 0;
  };
  std::string dim;            // for thresholds
  std::vector<Range> ranges;  // ascending
  std::vector<Point> points;  // for nearest: the smallest distance of logarithms wins, the first of equals
};

struct DispatchTable {
  int architecture = 0;
  size_t fallback = 0;  // the best single variant
  DispatchRule rule;
  double gain = 1;                 // over the fallback: the weighted mean of all cases
  std::vector<size_t> chosen;      // by case
  std::vector<double> case_gains;  // by case, over the fallback; 1 if it is the fallback
  std::string reason;              // why there is only one variant, or "by n"
  bool is_single() const { return rule.kind == DispatchRule::Kind::single; }
};

struct Dispatch {
  std::vector<DispatchTable> devices;
  size_t fallback = 0;  // for devices that were not measured: the best single variant over all that were
  bool worthwhile() const;
};

// `margin`: what a table must gain over the best single variant, as a whole or at a main case; 0.03 is 3 %.
Result<Dispatch> make_dispatch(const DispatchInput& input, double margin);

size_t choose(const DispatchTable& table, const Sizes& sizes);
size_t choose(const Dispatch& dispatch, int architecture, const Sizes& sizes);

}  // namespace whet
