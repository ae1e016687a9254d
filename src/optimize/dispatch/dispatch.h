// Which variant of a kernel serves which size: one for all, or a table where sizes prefer different ones enough.
//
//   cases n=1000, n=1000000; variant A takes 2 and 100 us, B takes 4 and 50 us
//   -> the best single one is B; by size it is 1.41x as fast:  n <= 31622: A, else B
// A case goes to another variant than the best single one only where that is faster by the margin. Held-out cases take
// no part in the choice, and no table may be slower there.
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
  Sizes dims;  // of every case the same names
};

struct DispatchVariant {
  std::string name;                         // "TILE=32 ROWS=8"
  std::map<std::string, int64_t> tunables;  // may be empty, as for another source
};

// Times on one device.
struct DispatchTimes {
  int architecture = 0;                      // 90 is sm_90
  std::vector<std::vector<double>> seconds;  // by variant and case; 0: not known, it is not chosen there
};

struct DispatchInput {
  std::vector<DispatchCase> cases;
  std::vector<DispatchVariant> variants;
  std::vector<DispatchTimes> devices;
  std::optional<size_t> fallback;  // the variant that is known to serve all; none: the best single one by the times
};

// How a device's table finds the variant of a size.
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
  std::string dim;            // of thresholds
  std::vector<Range> ranges;  // ascending
  std::vector<Point> points;  // of nearest: the one at the least distance of logarithms, the first of equals
};

struct DispatchTable {
  int architecture = 0;
  size_t fallback = 0;  // the best single variant
  DispatchRule rule;
  double gain = 1;                 // over the fallback, of all cases by their weights
  std::vector<size_t> chosen;      // by case, what the rule gives
  std::vector<double> case_gains;  // by case, over the fallback; 1 where it falls back
  std::string reason;              // why there is one variant, or what the table is by
  bool is_single() const { return rule.kind == DispatchRule::Kind::single; }
};

struct Dispatch {
  std::vector<DispatchTable> devices;
  size_t fallback = 0;  // for a device that was not measured: the best single variant over all that were
  bool worthwhile() const;
};

// `margin`: what a table must gain over the best single variant, 0.03 being 3 %.
Result<Dispatch> make_dispatch(const DispatchInput& input, double margin);

size_t choose(const DispatchTable& table, const Sizes& sizes);
size_t choose(const Dispatch& dispatch, int architecture, const Sizes& sizes);

}  // namespace whet
