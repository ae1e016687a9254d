#include "lift/block/shared_log.h"

#include <algorithm>

namespace whet::lift {

Expr shared_load(Arena& arena, Expr array, Expr offset, int bytes, size_t time) {
  return arena.intern({.kind = Kind::load,
                       .bytes = static_cast<uint8_t>(bytes),
                       .value = static_cast<int64_t>(time),
                       .args = {array, offset}});
}

bool is_shared_load(const Arena& arena, Expr e) {
  const Node& node = arena[e];
  return node.kind == Kind::load && arena[node.args[0]].kind == Kind::symbol;
}

size_t time_of(const Arena& arena, Expr load) {
  return static_cast<size_t>(arena[load].value);
}

bool has_shared_load(const Arena& arena, Expr e) {
  const auto parts = arena.all_parts(e);
  return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return is_shared_load(arena, part); });
}

}  // namespace whet::lift
