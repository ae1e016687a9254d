#include "random_kernels/grower.h"

namespace whet::random_kernels {

namespace {

constexpr int k_own_variables = 10, k_uniform_variables = 3;

Tree make(Kind kind, std::vector<Tree> children = {}) {
  return {.kind = kind, .children = std::move(children)};
}

struct Shape {
  uint32_t x, y;
};
constexpr Shape k_blocks[] = {{32, 1}, {64, 1}, {96, 1}, {33, 1}, {7, 1}, {1, 1}, {8, 4}, {16, 3}, {128, 1}, {40, 2}};

}  // namespace

// Parameters are depth and two arguments; the first four variables can be assigned.
void Grower::grow_function(int number) {
  Routine routine;
  routine.variables = {kernel_.argument[0], kernel_.argument[1], any_type(), any_type()};
  scope_ = {.routine = &routine, .function = number, .may_return = true};
  spent_ = 0;
  calls_ = 0;
  routine.body = block(2 + chance_.below(3), 2);
  if (chance_.one_in(3)) {
    Tree recur = make(Kind::recur, {expression(kernel_.argument[0], 2), expression(kernel_.argument[1], 2)});
    recur.type = kernel_.result;
    Tree assigned = make(Kind::assign, {cast_of(routine.variables[2], std::move(recur))});
    assigned.index = 2;
    routine.body.children.push_back(std::move(assigned));
  }
  Tree result = make(Kind::hand_back, {expression(kernel_.result, 3)});
  routine.body.children.push_back(std::move(result));
  kernel_.functions.push_back(std::move(routine));
}

Tree Grower::serial(Kind kind, Reach shared) {
  scope_.shared = shared;
  Tree tree = make(kind, {block(2 + chance_.below(3), 3)});
  scope_.shared = Reach::own_shared;
  return tree;
}

// Lanes that are not in the mask must not be asked: shuffles by distance are for whole warps.
Tree Grower::collective(bool whole_warp) {
  Tree tree = make(Kind::collective);
  do tree.op = chance_.below(k_collectives);
  while (!(whole_warp && all_stay_ && kernel_.threads() % 32 == 0) && tree.op >= c_up && tree.op <= c_butterfly);
  tree.index = assignable();
  tree.value = chance_.next() & 7;
  const bool wide = tree.op == c_match || tree.op <= c_butterfly;
  const Type asked = wide && chance_.one_in(3)                ? Type::u64
                     : tree.op == c_smin || tree.op == c_smax ? Type::i32
                                                              : Type::u32;
  Tree value = expression(asked, 3);
  if (tree.op >= c_match && chance_.one_in(2)) {  // few different ones, so that some match
    Tree mask = {.kind = Kind::literal, .type = asked, .value = 3};
    value = Tree{.kind = Kind::binary, .type = asked, .op = 3, .children = {std::move(value), std::move(mask)}};
  }
  tree.type = asked;
  tree.children = {std::move(value), expression(Type::u32, 1)};
  return tree;
}

Tree Grower::rounds(int depth) {
  Tree count = literal(Type::u32);
  if (chance_.one_in(2)) {
    count = Tree{.kind = Kind::read, .type = Type::u32, .index = 16, .children = {std::move(count)}};
  }
  Tree tree = make(Kind::rounds, {std::move(count)});
  tree.index = new_counter(kernel_.main, 1);
  const Scope outer = scope_;
  scope_.weight *= 4;
  scope_.uniform_counters.push_back(tree.index);
  tree.children.push_back(nodes(1 + chance_.below(3), depth - 1, true, true));
  scope_ = outer;
  return tree;
}

Tree Grower::mask_if(int depth) {
  Tree tree = make(Kind::mask_if, {condition(3)});
  tree.children.push_back(nodes(1 + chance_.below(2), depth - 1, false, false));
  tree.children.push_back(chance_.one_in(2) ? nodes(1, depth - 1, false, false) : make(Kind::nodes));
  return tree;
}

Tree Grower::mask_loop(int depth) {
  Tree tree = make(Kind::mask_loop, {condition(3)});
  tree.index = new_counter(kernel_.main, 1);
  tree.value = static_cast<uint64_t>(2 + chance_.below(5));
  const Scope outer = scope_;
  scope_.weight *= static_cast<double>(tree.value);
  tree.children.push_back(nodes(1 + chance_.below(2), depth - 1, false, false));
  scope_ = outer;
  return tree;
}

Tree Grower::node(int depth, bool whole_block, bool whole_warp) {
  const int inner = depth > 0 ? 1 : 0, block = whole_block ? 1 : 0, warp = whole_warp ? 1 : 0;
  switch (chance_.weighed({5, 2 * block, warp, 5, inner * block, 2 * inner, 2 * inner})) {
    case 0:
      return serial(Kind::serial, Reach::own_shared);
    case 1:
      return serial(Kind::exchange, Reach::any_shared);
    case 2:
      return serial(Kind::warp_exchange, Reach::warp_shared);
    case 3:
      return collective(whole_warp);
    case 4:
      return rounds(depth);
    case 5:
      return mask_if(depth);
    default:
      return mask_loop(depth);
  }
}

Tree Grower::nodes(int count, int depth, bool whole_block, bool whole_warp) {
  Tree tree = make(Kind::nodes);
  for (int i = 0; i < count; ++i) tree.children.push_back(node(depth, whole_block, whole_warp));
  return tree;
}

Kernel Grower::grow() {
  const Shape shape = k_blocks[chance_.weighed({4, 4, 2, 2, 1, 1, 2, 2, 1, 1})];
  kernel_.block_x = shape.x;
  kernel_.block_y = shape.y;
  kernel_.grid = 1 + static_cast<uint32_t>(chance_.below(3));
  kernel_.field_order = static_cast<uint32_t>(chance_.next());
  kernel_.argument[0] = any_type();
  kernel_.argument[1] = any_type();
  kernel_.result = any_type();
  for (int number = chance_.below(4), i = 0; i < number; ++i) grow_function(i);
  for (int i = 0; i < k_own_variables; ++i) kernel_.main.variables.push_back(any_type());
  for (int i = 0; i < k_uniform_variables; ++i) kernel_.main.variables.push_back(Type::u32);
  scope_ = {.routine = &kernel_.main};
  spent_ = 0;
  kernel_.main.body = nodes(2 + chance_.below(4), 2, true, true);
  if (chance_.one_in(3)) {
    kernel_.main.body.children.push_back(make(Kind::leave, {condition(3)}));
    all_stay_ = false;
    Tree rest = nodes(1 + chance_.below(3), 2, true, true);
    for (Tree& more : rest.children) kernel_.main.body.children.push_back(std::move(more));
  }
  if (chance_.one_in(2)) {
    scope_.may_return = true;
    kernel_.tail = block(2 + chance_.below(3), 3);
  } else {
    kernel_.tail = make(Kind::block);
  }
  return std::move(kernel_);
}

Kernel grow_kernel(uint64_t seed) {
  return Grower(seed).grow();
}

}  // namespace whet::random_kernels
