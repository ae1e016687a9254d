#include "lift/study/footprint.h"

#include <algorithm>
#include <optional>

#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace {

using Axis = StridedAccess::Axis;

// Indices with the same stride walk over one range.
void join_axes(Arena& arena, StridedAccess& access) {
  std::vector<Axis> joined;
  for (const Axis& axis : access.axes) {
    const auto same =
        std::find_if(joined.begin(), joined.end(), [&](const Axis& other) { return other.stride == axis.stride; });
    if (same == joined.end()) {
      joined.push_back(axis);
    } else {
      same->count = subtract(arena, add(arena, same->count, axis.count), integer(arena, 1));
    }
  }
  std::sort(joined.begin(), joined.end(),
            [&](const Axis& a, const Axis& b) { return arena.before(a.stride, b.stride); });
  access.axes = std::move(joined);
}

bool same_strides(const StridedAccess& a, const StridedAccess& b) {
  return std::equal(a.axes.begin(), a.axes.end(), b.axes.begin(), b.axes.end(),
                    [](const Axis& x, const Axis& y) { return x.stride == y.stride && x.count == y.count; });
}

// How many steps along each axis lie between two accesses; nothing when that cannot be said.
std::optional<std::vector<int64_t>> steps_between(Arena& arena, const StridedAccess& a, const StridedAccess& b) {
  std::vector<int64_t> steps(a.axes.size());
  for (const Term& term : terms_of(arena, subtract(arena, b.rest, a.rest))) {
    bool found = false;
    for (size_t i = 0; i < a.axes.size() && !found; ++i) {
      const auto strides = terms_of(arena, a.axes[i].stride);
      if (strides.size() != 1 || strides[0].atoms != term.atoms || term.coefficient % strides[0].coefficient != 0)
        continue;
      steps[i] = term.coefficient / strides[0].coefficient;
      found = true;
    }
    if (!found) return {};
  }
  return steps;
}

struct Box {
  StridedAccess access;
  std::vector<int64_t> low, high;  // steps along each axis
};

Expr size_of_box(Arena& arena, const Box& box) {
  Expr size = integer(arena, 1);
  for (size_t i = 0; i < box.access.axes.size(); ++i) {
    size = multiply(arena, size, add(arena, box.access.axes[i].count, integer(arena, box.high[i] - box.low[i])));
  }
  return size;
}

int moves_along_axes(const Box& box) {
  int moved = 0;
  for (size_t i = 0; i < box.low.size(); ++i) moved += box.low[i] != box.high[i] ? 1 : 0;
  return moved;
}

// One begins where the other ends, or whole ranges further on.
bool lie_apart(Arena& arena, const Box& a, const Box& b) {
  if (!same_strides(a.access, b.access) || moves_along_axes(a) + moves_along_axes(b) > 0) return false;
  const Expr between = subtract(arena, b.access.rest, a.access.rest);
  return std::any_of(a.access.axes.begin(), a.access.axes.end(), [&](const Axis& axis) {
    const auto ranges = divide_exactly(arena, between, multiply(arena, axis.stride, axis.count));
    const auto number = ranges ? constant(arena, *ranges) : std::nullopt;
    return number && *number != 0;
  });
}

bool put_into(Arena& arena, std::vector<Box>& boxes, const StridedAccess& access) {
  for (Box& box : boxes) {
    if (!same_strides(box.access, access)) continue;
    const auto steps = steps_between(arena, box.access, access);
    if (!steps) continue;
    for (size_t i = 0; i < steps->size(); ++i) {
      box.low[i] = std::min(box.low[i], (*steps)[i]);
      box.high[i] = std::max(box.high[i], (*steps)[i]);
    }
    return true;
  }
  return false;
}

}  // namespace

Footprint footprint(Arena& arena, std::vector<StridedAccess> accesses) {
  Footprint found{integer(arena, 0), false};
  std::vector<Box> boxes;
  for (StridedAccess& access : accesses) {
    if (!access.is_strided) {
      found = {add(arena, found.elements, access.times), true};
      continue;
    }
    join_axes(arena, access);
    const std::vector<int64_t> none(access.axes.size());
    if (!put_into(arena, boxes, access)) boxes.push_back({access, none, none});
  }
  // x[i] and x[j] over the same range are the same elements; x[i] and x[i + n] over ranges of n are others.
  std::vector<const Box*> counted;
  for (const Box& box : boxes) {
    const Expr size = size_of_box(arena, box);
    const auto is_same = [&](const Box* other) {
      return other->access.rest == box.access.rest && size_of_box(arena, *other) == size;
    };
    if (std::any_of(counted.begin(), counted.end(), is_same)) continue;
    const bool apart =
        std::all_of(counted.begin(), counted.end(), [&](const Box* other) { return lie_apart(arena, *other, box); });
    found.is_bound |= moves_along_axes(box) > 1 || !apart;
    found.elements = add(arena, found.elements, size);
    counted.push_back(&box);
  }
  return found;
}

}  // namespace whet::lift
