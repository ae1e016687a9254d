#include "random_kernels/grower.h"

namespace whet::random_kernels {

namespace {

constexpr int k_own_variables = 10, k_uniform_variables = 3;
constexpr double k_most_spent = 1500, k_most_weight = 400;

Tree make(Kind kind, std::vector<Tree> children = {}) {
  return {.kind = kind, .children = std::move(children)};
}

}  // namespace

int Grower::new_counter(Routine& routine, int count) {
  const auto index = static_cast<int>(routine.variables.size());
  routine.variables.insert(routine.variables.end(), static_cast<size_t>(count), Type::u32);
  return index;
}

int Grower::assignable() {
  return chance_.below(scope_.function >= 0 ? 4 : k_own_variables);
}

Tree Grower::assign() {
  Tree tree = make(Kind::assign);
  if (scope_.function < 0 && chance_.one_in(6)) {
    tree.index = k_own_variables + chance_.below(k_uniform_variables);
    tree.children.push_back(uniform(3));
    return tree;
  }
  tree.index = assignable();
  tree.children.push_back(expression(scope_.routine->variables[static_cast<size_t>(tree.index)], 3));
  return tree;
}

Tree Grower::store() {
  Tree tree = make(Kind::store);
  tree.index = place_for(any_type(), true);
  tree.op = chance_.below(5);
  tree.value = chance_.next() & 3;
  tree.children = {expression(Type::u32, 2), expression(k_places[tree.index].type, 3)};
  return tree;
}

Tree Grower::store_vector() {
  Tree tree = make(Kind::store_vector, {expression(Type::u32, 1), expression(Type::u32, 2), expression(Type::u32, 2)});
  tree.index = k_readable_everywhere + chance_.below(static_cast<int>(std::size(k_vectors)) - k_readable_everywhere);
  return tree;
}

Tree Grower::bump() {
  Tree tree = make(Kind::bump);
  tree.index = chance_.below(static_cast<int>(std::size(k_bumps)));
  tree.op = chance_.below(2);
  tree.children = {expression(Type::u32, 1), expression(k_bumps[tree.index].type, 2)};
  return tree;
}

Tree Grower::own_atomic() {
  Tree tree = make(Kind::own_atomic, {expression(Type::u32, 1), expression(Type::u32, 2), expression(Type::u32, 2)});
  tree.index = assignable();
  tree.op = chance_.below(static_cast<int>(std::size(k_own_atomics)));
  tree.value = static_cast<uint64_t>(chance_.below(scope_.shared == Reach::own_shared ? 4 : 2));
  return tree;
}

Tree Grower::through_pointer() {
  Tree tree =
      make(Kind::through_pointer, {expression(Type::u32, 1), expression(Type::u32, 2), expression(Type::u32, 2)});
  tree.index = assignable();
  tree.op = chance_.below(3);
  tree.value = scope_.shared == Reach::own_shared ? 1 : 0;
  return tree;
}

Tree Grower::simple_statement() {
  if (scope_.function >= 0) return chance_.one_in(4) ? store() : assign();
  switch (chance_.weighed({10, 4, 1, 2, 1, 2})) {
    case 0:
      return assign();
    case 1:
      return store();
    case 2:
      return store_vector();
    case 3:
      return bump();
    case 4:
      return own_atomic();
    default:
      return through_pointer();
  }
}

Tree Grower::when(int depth) {
  Tree tree = make(Kind::when, {chance_.one_in(6) ? uniform(2) : condition(3)});
  tree.children.push_back(block(1 + chance_.below(3), depth - 1));
  tree.children.push_back(chance_.one_in(2) ? block(1 + chance_.below(2), depth - 1) : make(Kind::block));
  return tree;
}

// A third of the loops goes round equally often for all threads.
Tree Grower::count_loop(int depth) {
  const int most = 2 + chance_.below(scope_.weight > 20 ? 4 : 24);
  const bool same = chance_.one_in(3);
  Tree tree = make(Kind::count_loop, {same ? uniform(2) : expression(Type::u32, 2)});
  tree.index = new_counter(*scope_.routine, 2);
  tree.value = static_cast<uint64_t>(most);
  const Scope outer = scope_;
  scope_.weight *= most;
  ++scope_.loops;
  if (same) scope_.uniform_counters.push_back(tree.index);
  tree.children.push_back(block(1 + chance_.below(3), depth - 1));
  scope_ = outer;
  return tree;
}

Tree Grower::condition_loop(int depth) {
  const int most = 2 + chance_.below(scope_.weight > 20 ? 3 : 12);
  Tree tree = make(Kind::condition_loop, {condition(2)});
  tree.index = new_counter(*scope_.routine, 1);
  tree.value = static_cast<uint64_t>(most);
  tree.op = chance_.below(2);
  const Scope outer = scope_;
  scope_.weight *= most;
  ++scope_.loops;
  tree.children.push_back(block(1 + chance_.below(3), depth - 1));
  scope_ = outer;
  return tree;
}

Tree Grower::choice(int depth) {
  Tree tree = make(Kind::choice, {expression(Type::u32, 2)});
  tree.value = chance_.next() & 0xff;
  for (int cases = 2 + chance_.below(6); cases > 0; --cases) {
    tree.children.push_back(block(1 + chance_.below(2), depth - 2));
  }
  return tree;
}

Tree Grower::labelled(int depth) {
  Tree tree = make(Kind::labelled);
  tree.value = next_label_++;
  scope_.labels.push_back(tree.value);
  tree.children.push_back(block(2 + chance_.below(3), depth - 1));
  scope_.labels.pop_back();
  return tree;
}

Tree Grower::jump_back(int depth) {
  Tree tree = make(Kind::jump_back, {condition(2)});
  tree.value = next_label_++;
  tree.index = new_counter(*scope_.routine, 1);
  tree.op = 2 + chance_.below(5);
  const Scope outer = scope_;
  scope_.weight *= tree.op + 1;
  scope_.loops = 0;  // break and continue would mean another loop
  tree.children.push_back(block(1 + chance_.below(3), depth - 1));
  scope_ = outer;
  return tree;
}

Tree Grower::way_out() {
  const int kind = chance_.below(4);
  if (kind == 0 && scope_.may_return) {
    Tree tree = make(Kind::hand_back);
    tree.children.push_back(expression(scope_.function >= 0 ? kernel_.result : Type::u64, 2));
    return tree;
  }
  if (kind == 1 && !scope_.labels.empty()) {
    Tree tree = make(Kind::jump_out);
    tree.value = scope_.labels[static_cast<size_t>(chance_.below(static_cast<int>(scope_.labels.size())))];
    return tree;
  }
  if (scope_.loops > 0) return make(kind == 2 ? Kind::next_round : Kind::leave_loop);
  return simple_statement();
}

Tree Grower::compound_statement(int depth) {
  switch (chance_.weighed({8, 5, 4, 2, 2, 1})) {
    case 0:
      return when(depth);
    case 1:
      return count_loop(depth);
    case 2:
      return condition_loop(depth);
    case 3:
      return choice(depth);
    case 4:
      return labelled(depth);
    default:
      return jump_back(depth);
  }
}

Tree Grower::statement(int depth) {
  spent_ += scope_.weight;
  const bool small = depth <= 0 || spent_ > k_most_spent || scope_.weight > k_most_weight;
  if (small || !chance_.one_in(3)) {
    if (!chance_.one_in(7)) return simple_statement();
    return make(Kind::when, {condition(2), make(Kind::block, {way_out()}), make(Kind::block)});
  }
  return compound_statement(depth);
}

Tree Grower::block(int statements, int depth) {
  Tree tree = make(Kind::block);
  for (int i = 0; i < statements; ++i) tree.children.push_back(statement(depth));
  return tree;
}

}  // namespace whet::random_kernels
