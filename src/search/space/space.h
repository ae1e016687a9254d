// What the tuner may choose from: tunables, and the combinations of them that constraints allow.
//
//   TILE in 16 32 64, ROWS in 4 8 16, TILE % ROWS == 0   ->  9 configurations; (16, 4) has (32, 4), (64, 4), (16, 8)
//   and
//                                                             (16, 16) as neighbours
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
  size_t configurations = 2'000'000;  // a larger space is sampled, never listed
  size_t steps = 50'000'000;          // of the walk that lists them
};

// Immutable and cheap to copy; copies share the list and may be used by several threads.
class Space {
 public:
  // Errors: no tunables, one twice or without values, names nobody knows, constraints that leave nothing (the smallest
  // set of them that cannot hold together is named).
  static Result<Space> build(std::vector<Axis> axes, const std::vector<Constraint>& constraints = {},
                             const Constants& constants = {}, const SpaceLimits& limits = {});
  // Exactly these configurations; those named twice count once. Errors: as above, or a place that no axis has.
  static Result<Space> listed(std::vector<Axis> axes, const std::vector<Configuration>& configurations);

  const std::vector<Axis>& axes() const { return shared_->axes; }
  // The number of configurations; nothing when they are too many to be listed.
  std::optional<size_t> size() const;
  // All combinations, whatever the constraints.
  double combinations() const;

  // Of a listed space; `index` below its size.
  Configuration at(size_t index) const;
  std::optional<size_t> index_of(ConfigurationView configuration) const;

  bool contains(ConfigurationView configuration) const;
  // Any configuration; of a listed space each with the same chance.
  Configuration sample(Random& random) const;
  // All configurations that differ on one axis.
  std::vector<Configuration> neighbours(const Configuration& configuration) const;
  // Every tunable at its default; nothing when the constraints forbid it.
  std::optional<Configuration> preset() const;

  // Each place replaced by the rank of its value among those of its axis, where they have an order: numbers as numbers,
  // false before true. Lists often begin with the default, so places alone say nothing of what lies between what.
  Configuration ranks(ConfigurationView configuration) const;

  const Value& value(const Configuration& configuration, size_t axis) const;
  // "TILE=32 ROWS=8".
  std::string describe(const Configuration& configuration) const;
  // Errors: a tunable that is missing, or a value it cannot take. Constraints are not looked at.
  Result<Configuration> find(const std::vector<std::pair<std::string, Value>>& values) const;

 private:
  struct Shared {
    std::vector<Axis> axes;
    std::vector<std::vector<uint16_t>> ranks;  // by axis and place
    std::vector<BoundConstraint> constraints;
    ConfigurationTable table{0};  // all of them, or one that is known to be allowed
    bool listed = true;
  };
  explicit Space(std::shared_ptr<const Shared> shared) : shared_(std::move(shared)) {}

  std::shared_ptr<const Shared> shared_;
};

}  // namespace whet::search
