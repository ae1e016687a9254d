#include "lift/evaluate/dependence.h"

#include <algorithm>

#include "lift/expression/substitute.h"

namespace whet::lift {

int Dependence::slot(Expr e) {
  const Node& node = arena_[e];
  const auto key = std::pair(node.kind == Kind::variable, node.value);
  const auto at = slots_.emplace(key, static_cast<int>(slots_.size())).first;
  return std::min(at->second, k_slots - 1);
}

uint64_t Dependence::of(Expr e) {
  if (e.id >= known_.size()) known_.resize(std::max<size_t>(arena_.size(), e.id + 1));
  if (known_[e.id]) return *known_[e.id];
  const uint64_t found = compute(e);
  known_[e.id] = found;
  return found;
}

uint64_t Dependence::compute(Expr e) {
  const Node& node = arena_[e];
  if (node.kind == Kind::variable || node.kind == Kind::bound) return uint64_t{1} << slot(e);
  uint64_t all = 0;
  if (node.kind == Kind::reduction) return of(node.args[0]) | (of(node.args[1]) & ~(uint64_t{1} << slot(e)));
  for (const Expr part : parts_of(arena_, e)) all |= of(part);
  return all;
}

}  // namespace whet::lift
