// The search space: tunables, and the combinations of their values that the constraints allow.
//
//   TILE in 16 32 64, ROWS in 4 8 16, TILE % ROWS == 0   ->  9 configurations
//   the neighbours of (16, 4) are (32, 4), (64, 4), (16, 8) and (16, 16)
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "search/space/configuration.h"
#include "search/space/constraint.h"
#include "search/space/random.h"
#include "search/space/value.h"
#include "util/result.h"

namespace whet::search {

struct SpaceLimits {
  size_t configurations = 2'000'000;  // a larger space is sampled instead of listed
  size_t steps = 50'000'000;          // of the walk that lists configurations
};

// Immutable and cheap to copy; copies share their data and may be used by several threads.
class Space {
 public:
  // Errors: no tunables; a tunable that is named twice or has no values; unknown names; constraints that allow nothing
  // (the error names the smallest set that cannot hold together).
  static Result<Space> build(std::vector<Axis> axes, const std::vector<Constraint>& constraints = {},
                             const Constants& constants = {}, const SpaceLimits& limits = {});
  // A space of exactly these configurations; duplicates count once. A value index that an axis lacks is an error too.
  static Result<Space> listed(std::vector<Axis> axes, const std::vector<Configuration>& configurations);

  const std::vector<Axis>& axes() const { return shared_->axes; }
  // The number of configurations; nothing when there are too many to list.
  std::optional<size_t> size() const;
  // The number of combinations, ignoring the constraints.
  double combinations() const;

  // For a listed space only; `index` is below its size.
  Configuration at(size_t index) const;
  std::optional<size_t> index_of(ConfigurationView configuration) const;

  bool contains(ConfigurationView configuration) const;
  // A random configuration; uniform when the space is listed.
  Configuration sample(Random& random) const;
  // All configurations that differ on exactly one axis.
  std::vector<Configuration> neighbours(const Configuration& configuration) const;
  // Every tunable at its default; nothing when the constraints forbid that.
  std::optional<Configuration> preset() const;

  // Replaces each index by the rank of its value on the axis: numbers by size, false before true, texts in the order
  // listed. Lists often begin with the default, so the index alone does not say which values are close.
  Configuration ranks(ConfigurationView configuration) const;

  const Value& value(const Configuration& configuration, size_t axis) const;
  // "TILE=32 ROWS=8".
  std::string describe(const Configuration& configuration) const;
  // It is an error when a tunable is missing or cannot have the value. Constraints are not checked.
  Result<Configuration> find(const std::vector<std::pair<std::string, Value>>& values) const;

 private:
  struct Shared {
    std::vector<Axis> axes;
    std::vector<std::vector<uint16_t>> ranks;  // by axis and value index
    std::vector<BoundConstraint> constraints;
    ConfigurationTable table{0};  // all configurations, or one that is known to be allowed
    bool listed = true;
  };
  explicit Space(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

  std::shared_ptr<const Shared> shared_;
};

}  // namespace whet::search
