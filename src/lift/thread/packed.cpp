#include "lift/thread/packed.h"

#include "lift/expression/condition.h"
#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"

namespace whet::lift {
namespace {

bool is_named(const Arena& arena, Expr e, const char* name) {
  return arena[e].kind == Kind::call && arena.text(e) == name;
}

// The same exchange of two values that belong together.
bool same_exchange(const Arena& arena, Expr low, Expr high) {
  const Node &a = arena[low], &b = arena[high];
  return a.kind == Kind::call && b.kind == Kind::call && a.value == b.value && a.args.size() == 3 &&
         arena.text(low).starts_with('@') && a.args[1] == b.args[1] && a.args[2] == b.args[2];
}

}  // namespace

bool is_packed(const Arena& arena, Expr e) {
  return is_named(arena, e, "@pack") ||
         (arena[e].kind == Kind::select && (is_packed(arena, arena[e].args[1]) || is_packed(arena, arena[e].args[2])));
}

Expr part_of_load(Arena& arena, Expr e) {
  const bool high = is_named(arena, e, "@high");
  if (!high && !is_named(arena, e, "@low")) return e;
  Node load = arena[arena[e].args[0]];
  if (load.kind != Kind::load || load.bytes != 8) return e;
  load.bytes = 4;
  if (high) load.args[1] = add(arena, load.args[1], integer(arena, 4));
  return arena.intern(load);
}

Expr pack(Arena& arena, Expr low, Expr high) {
  if (is_named(arena, low, "@low") && is_named(arena, high, "@high") && arena[low].args[0] == arena[high].args[0]) {
    return arena[low].args[0];
  }
  if (same_exchange(arena, low, high)) {
    const std::vector<Expr> rest = arena[low].args;
    const Expr whole = pack(arena, rest[0], arena[high].args[0]);
    return arena.call(arena.text(low), {whole, rest[1], rest[2]});
  }
  return arena.call("@pack", {low, high});
}

std::optional<std::pair<Expr, Expr>> unpack(Arena& arena, Expr value, int bytes) {
  const Node node = arena[value];
  if (is_named(arena, value, "@pack")) return std::pair(node.args[0], node.args[1]);
  if (node.kind == Kind::select) {
    const auto a = unpack(arena, node.args[1], bytes), b = unpack(arena, node.args[2], bytes);
    if (!a || !b) return {};
    return std::pair(select(arena, node.args[0], a->first, b->first),
                     select(arena, node.args[0], a->second, b->second));
  }
  if (constant(arena, value) == 0) return std::pair(value, value);
  if (node.kind == Kind::load && node.bytes == bytes && bytes == 4) {
    Node low = node, high = node;
    low.bytes = high.bytes = static_cast<uint8_t>(bytes / 2);
    high.args[1] = add(arena, node.args[1], integer(arena, bytes / 2));
    return std::pair(arena.intern(low), arena.intern(high));
  }
  const bool exchanged = node.kind == Kind::call && arena.text(value).starts_with('@') && node.args.size() == 3;
  if (exchanged && bytes == 4) {
    const auto parts = unpack(arena, node.args[0], bytes);
    if (!parts) return {};
    const std::string name = arena.text(value);
    return std::pair(arena.call(name, {parts->first, node.args[1], node.args[2]}),
                     arena.call(name, {parts->second, node.args[1], node.args[2]}));
  }
  if (bytes == 8) return std::pair(arena.call("@low", {value}), arena.call("@high", {value}));
  return {};
}

}  // namespace whet::lift
