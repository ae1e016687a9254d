#include "random_kernels/grower.h"

namespace whet::random_kernels {

namespace {

constexpr int k_own_variables = 10, k_uniform_variables = 3;

Tree make(Kind kind, Type type, std::vector<Tree> children = {}) {
  return {.kind = kind, .type = type, .children = std::move(children)};
}

}  // namespace

Type Grower::any_type() {
  constexpr Type k_types[] = {Type::u32, Type::i32, Type::u64, Type::i64, Type::u8,
                              Type::i8,  Type::u16, Type::i16, Type::f32, Type::f64};
  return k_types[chance_.weighed({8, 6, 4, 4, 2, 2, 2, 2, 3, 3})];
}

Tree Grower::literal(Type type) {
  Tree tree = make(Kind::literal, type);
  const uint64_t x = chance_.next();
  switch (chance_.below(5)) {
    case 0:
      tree.value = x & 7;
      break;
    case 1:
      tree.value = x & 0xff;
      break;
    case 2:
      tree.value = 0 - (x & 15);
      break;
    case 3:
      tree.value = 1ull << (x & 63);
      break;
    default:
      tree.value = x;
  }
  return tree;
}

Tree Grower::cast_of(Type type, Tree child) {
  if (child.type == type) return child;
  return make(Kind::cast, type, {std::move(child)});
}

Tree Grower::variable(Type type) {
  const std::vector<Type>& variables = scope_.routine->variables;
  int index = chance_.below(static_cast<int>(variables.size()));
  for (int tries = 0; tries < 3 && variables[static_cast<size_t>(index)] != type; ++tries) {
    index = chance_.below(static_cast<int>(variables.size()));
  }
  Tree tree = make(Kind::variable, variables[static_cast<size_t>(index)]);
  tree.index = index;
  return cast_of(type, std::move(tree));
}

Tree Grower::leaf(Type type) {
  switch (chance_.weighed({3, 8, 3})) {
    case 0:
      return literal(type);
    case 1:
      return variable(type);
    default:
      break;
  }
  if (scope_.function >= 0) return variable(type);
  Tree special = make(Kind::special, Type::u32);
  special.index = chance_.below(static_cast<int>(std::size(k_specials)));
  return cast_of(type, std::move(special));
}

bool Grower::reaches(const Place& place) const {
  if (place.base == "box") return scope_.function >= 0;
  if (place.reach == Reach::everywhere) return true;
  if (scope_.function >= 0) return false;
  return place.reach == Reach::kernel || place.reach == scope_.shared;
}

int Grower::place_for(Type type, bool write) {
  constexpr int k_count = static_cast<int>(std::size(k_places));
  for (int tries = 0; tries < 40; ++tries) {
    const int index = chance_.below(k_count);
    const Place& place = k_places[index];
    if (!reaches(place) || (write && !place.writable)) continue;
    if (place.type == type || tries > 20) return index;
  }
  return write ? (scope_.function >= 0 ? 13 : 22) : 4;
}

Tree Grower::read(Type type, int depth) {
  if (chance_.one_in(8)) {
    Tree tree = make(Kind::fold, Type::u32, {expression(Type::u32, depth - 2)});
    tree.index = chance_.below(scope_.function >= 0 ? k_readable_everywhere : static_cast<int>(std::size(k_vectors)));
    return cast_of(type, std::move(tree));
  }
  const int place = place_for(type, false);
  Tree tree = make(Kind::read, k_places[place].type, {expression(Type::u32, depth - 2)});
  tree.index = place;
  tree.op = chance_.below(5);
  tree.value = chance_.next() & 3;
  return cast_of(type, std::move(tree));
}

Tree Grower::binary(Type type, int depth) {
  Tree tree = make(Kind::binary, type, {expression(type, depth - 1), expression(type, depth - 1)});
  constexpr int k_float_ops[] = {0, 1, 2, 8, 10, 11};
  tree.op = is_float(type) ? k_float_ops[chance_.below(6)] : chance_.weighed({6, 5, 4, 3, 3, 3, 3, 3, 2, 2, 1, 1});
  return tree;
}

Tree Grower::condition(int depth) {
  if (depth > 1 && chance_.one_in(4)) {
    Tree tree = make(Kind::logic, Type::u32, {condition(depth - 1), condition(depth - 1)});
    tree.op = chance_.below(2);
    return tree;
  }
  const Type type = any_type();
  Tree tree = make(Kind::compare, Type::u32, {expression(type, depth - 1), expression(type, depth - 1)});
  tree.op = chance_.below(static_cast<int>(std::size(k_compare)));
  return tree;
}

Tree Grower::intrinsic(Type type, int depth) {
  const auto& all = intrinsics();
  size_t index = 0;
  for (int tries = 0; tries < 12; ++tries) {
    index = static_cast<size_t>(chance_.below(static_cast<int>(all.size())));
    if (all[index].result == type) break;
  }
  Tree tree = make(Kind::intrinsic, all[index].result);
  tree.index = static_cast<int>(index);
  for (const Type argument : all[index].arguments) tree.children.push_back(expression(argument, depth - 1));
  return cast_of(type, std::move(tree));
}

// A function calls those before it only.
Tree Grower::call(Type type, int depth) {
  const int known = scope_.function >= 0 ? scope_.function : static_cast<int>(kernel_.functions.size());
  const bool too_often = scope_.function >= 0 ? scope_.weight > 1 || calls_++ > 0 : scope_.weight > 20;
  if (known == 0 || too_often) return leaf(type);
  spent_ += 60 * scope_.weight;
  const bool one_of_two = known > 1 && chance_.one_in(3);
  Tree tree = make(one_of_two ? Kind::call_one : Kind::call, kernel_.result);
  tree.index = chance_.below(one_of_two ? known - 1 : known);
  if (one_of_two) tree.children.push_back(expression(Type::u32, 1));
  tree.children.push_back(expression(Type::u32, 1));
  for (const Type argument : kernel_.argument) tree.children.push_back(expression(argument, depth - 1));
  return cast_of(type, std::move(tree));
}

Tree Grower::operation(Type type, int depth) {
  switch (chance_.weighed({5, 2, 1, 2, 2})) {
    case 0:
      return binary(type, depth);
    case 1: {
      Tree tree = make(Kind::unary, type, {expression(type, depth - 1)});
      tree.op = chance_.below(2);
      return tree;
    }
    case 2:
      return cast_of(type, condition(depth - 1));
    case 3:
      return make(Kind::select, type, {condition(depth - 1), expression(type, depth - 1), expression(type, depth - 1)});
    default:
      return cast_of(type, expression(any_type(), depth - 1));
  }
}

Tree Grower::expression(Type type, int depth) {
  if (depth <= 0) return leaf(type);
  switch (chance_.weighed({3, 10, 4, 2, 1})) {
    case 0:
      return leaf(type);
    case 1:
      return operation(type, depth);
    case 2:
      return read(type, depth);
    case 3:
      return intrinsic(type, depth);
    default:
      return call(type, depth);
  }
}

// The same for all threads of a block: parameters, constants, counters of loops that all make together.
Tree Grower::uniform(int depth) {
  if (depth > 0 && chance_.one_in(2)) {
    Tree tree = make(Kind::binary, Type::u32, {uniform(depth - 1), uniform(depth - 1)});
    tree.op = chance_.below(8);
    return tree;
  }
  const int kind = chance_.below(scope_.function >= 0 ? 2 : 5);
  if (kind == 1 && !scope_.uniform_counters.empty()) {
    Tree tree = make(Kind::variable, Type::u32);
    tree.index =
        scope_.uniform_counters[static_cast<size_t>(chance_.below(static_cast<int>(scope_.uniform_counters.size())))];
    return tree;
  }
  if (kind == 2) {
    Tree tree = make(Kind::special, Type::u32);
    tree.index = 3;
    return tree;
  }
  if (kind == 3) {
    Tree tree = make(Kind::variable, Type::u32);
    tree.index = k_own_variables + chance_.below(k_uniform_variables);
    return tree;
  }
  if (kind != 4) return literal(Type::u32);
  Tree tree = make(Kind::read, Type::u32, {depth > 0 ? uniform(depth - 1) : literal(Type::u32)});
  tree.index = chance_.one_in(2) ? 16 : 10;
  return tree;
}

}  // namespace whet::random_kernels
