#include "search/space/conflict.h"

#include <fmt/format.h>

#include <functional>
#include <numeric>

#include "search/space/walk.h"
#include "util/text.h"

namespace whet::search {

namespace {

constexpr size_t k_most_steps = 2'000'000;  // per walk
constexpr size_t k_most_sets = 5'000;       // tried while looking for one smaller than the first found

using Set = std::vector<size_t>;

class ConflictSearch {
 public:
  ConflictSearch(const std::vector<Axis>& axes, const std::vector<BoundConstraint>& constraints)
      : axes_(axes), constraints_(constraints) {}

  // Walks only the axes that the set uses; the others cannot matter.
  bool impossible(const Set& set) const {
    std::vector<Axis> axes = axes_;
    std::vector<bool> spoken(axes.size());
    std::vector<const BoundConstraint*> chosen;
    for (const size_t i : set) {
      chosen.push_back(&constraints_[i]);
      for (const size_t axis : constraints_[i].scope()) spoken[axis] = true;
    }
    for (size_t i = 0; i < axes.size(); ++i) {
      if (!spoken[i]) axes[i].values.resize(1);
    }
    bool found = false;
    const auto stop = [&](ConfigurationView) { return !(found = true); };
    return Walk(axes, chosen).run(stop, k_most_steps) == WalkEnd::complete && !found;
  }

  // An irreducible set by deletion: each constraint is left out in turn, for good if the rest stays impossible.
  //   A < 4, A > 8, B > 1: without B > 1 still impossible -> {A < 4, A > 8}
  Set irreducible() const {
    Set set(constraints_.size());
    std::iota(set.begin(), set.end(), size_t{0});
    for (size_t i = set.size(); i-- > 0;) {
      Set rest = set;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
      if (impossible(rest)) set = std::move(rest);
    }
    return set;
  }

  // The first impossible set of exactly `count` constraints, in their order; empty when there is none.
  Set of_size(size_t count) {
    Set set;
    return extend(set, count) ? set : Set{};
  }

 private:
  bool extend(Set& set, size_t count) {
    if (set.size() == count) return tried_++ < k_most_sets && impossible(set);
    for (size_t next = set.empty() ? 0 : set.back() + 1; next < constraints_.size(); ++next) {
      set.push_back(next);
      if (extend(set, count)) return true;
      set.pop_back();
    }
    return false;
  }

  const std::vector<Axis>& axes_;
  const std::vector<BoundConstraint>& constraints_;
  size_t tried_ = 0;
};

}  // namespace

std::vector<size_t> smallest_conflict(const std::vector<Axis>& axes, const std::vector<BoundConstraint>& constraints) {
  ConflictSearch search(axes, constraints);
  const Set irreducible = search.irreducible();
  for (size_t count = 1; count < irreducible.size(); ++count) {
    const Set smaller = search.of_size(count);
    if (!smaller.empty()) return smaller;
  }
  return irreducible;
}

Error conflict_error(const std::vector<Axis>& axes, const std::vector<BoundConstraint>& constraints) {
  std::vector<std::string> texts, places;
  for (const size_t i : smallest_conflict(axes, constraints)) {
    texts.push_back("`" + constraints[i].text() + "`");
    if (!constraints[i].place().empty()) places.push_back(constraints[i].place());
  }
  if (texts.size() == 1) {
    return bad_input(fmt::format("the constraint {} never holds", texts[0]), join(places, ", "),
                     "change it, or the values of the tunables it speaks of");
  }
  return bad_input(fmt::format("the constraints {} cannot hold together", join(texts, " and ")), join(places, ", "),
                   "drop or loosen one of them, or give the tunables more values");
}

}  // namespace whet::search
