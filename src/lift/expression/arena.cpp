#include "lift/expression/arena.h"

#include <algorithm>
#include <ctime>

namespace whet::lift {
namespace {

constexpr uint32_t k_deepest = 2000;  // functions that walk expressions call themselves

void mix(size_t& hash, size_t value) {
  hash ^= value + 0x9e3779b97f4a7c15ull + (hash << 6) + (hash >> 2);
}

size_t hash_of(const Node& node) {
  size_t hash = static_cast<size_t>(node.kind) * 256 + node.bytes;
  mix(hash, static_cast<size_t>(node.value));
  for (const Expr e : node.args) mix(hash, e.id);
  for (const Term& term : node.terms) {
    mix(hash, static_cast<size_t>(term.coefficient));
    for (const Expr e : term.atoms) mix(hash, e.id);
  }
  return hash;
}

template <typename Visit>
void for_each_child(const Node& node, Visit visit) {
  for (const Expr e : node.args) visit(e);
  for (const Term& term : node.terms) {
    for (const Expr e : term.atoms) visit(e);
  }
}

// Of the processor, so that a busy machine does not change what is lifted.
double seconds_of_thread() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

}  // namespace

Arena::Arena(size_t budget) : budget_(budget), started_(seconds_of_thread()) {
  truth(false);
}

void Arena::begin_work() {
  asked_ = 0;
  started_ = seconds_of_thread();
}

Expr Arena::intern(Node node) {
  if (++asked_ > k_most_steps || (asked_ % 4096 == 0 && seconds_of_thread() > started_ + k_most_seconds)) {
    exhaust("what this kernel computes takes too long to work out");
    return {};
  }
  const size_t hash = hash_of(node);
  const auto [first, last] = by_hash_.equal_range(hash);
  for (auto at = first; at != last; ++at) {
    if (nodes_[at->second] == node) return {at->second};
  }
  if (nodes_.size() >= budget_) {
    exhaust("the expressions of this kernel need more than " + std::to_string(budget_) + " nodes");
    return {};
  }
  uint32_t nested = 0, depth = 0;
  for_each_child(node, [&](Expr e) {
    nested = std::max(nested, reductions_[e.id]);
    depth = std::max(depth, depth_[e.id] + 1);
  });
  if (depth > k_deepest) {
    exhaust("an expression of this kernel is nested more than " + std::to_string(k_deepest) + " deep");
    return {};
  }
  const Expr made{static_cast<uint32_t>(nodes_.size())};
  reductions_.push_back(nested + (node.kind == Kind::reduction ? 1 : 0));
  depth_.push_back(depth);
  nodes_.push_back(std::move(node));
  by_hash_.emplace(hash, made.id);
  return made;
}

void Arena::exhaust(const std::string& why) {
  if (exhausted_.empty()) exhausted_ = why;
}

void Arena::let_be_negative(std::set<PassedNumber> numbers) {
  if (numbers == negative_) return;
  negative_ = std::move(numbers);
  known_.clear();
}

Expr Arena::parameter(int number, int offset) {
  Node node{.kind = Kind::parameter, .value = number};
  if (offset < 0 || offset > 255) exhaust("a parameter is read beyond its byte 255");
  node.bytes = static_cast<uint8_t>(offset);
  return intern(std::move(node));
}

Expr Arena::special(Special which) {
  return intern({.kind = Kind::special, .value = static_cast<int64_t>(which)});
}

Expr Arena::symbol(int number) {
  return intern({.kind = Kind::symbol, .value = number});
}

Expr Arena::truth(bool value) {
  return intern({.kind = Kind::truth, .value = value ? 1 : 0});
}

Expr Arena::fresh_variable(bool may_be_negative) {
  return intern(
      {.kind = Kind::variable, .bytes = static_cast<uint8_t>(may_be_negative ? 1 : 0), .value = variables_++});
}

Expr Arena::unknown(const std::string& why) {
  return intern({.kind = Kind::unknown, .value = text_number(why)});
}

Expr Arena::load(Expr array, Expr offset, int bytes) {
  return intern({.kind = Kind::load, .bytes = static_cast<uint8_t>(bytes), .args = {array, offset}});
}

Expr Arena::call(const std::string& function, std::vector<Expr> args) {
  return intern({.kind = Kind::call, .value = text_number(function), .args = std::move(args)});
}

int64_t Arena::text_number(const std::string& text) {
  const auto [at, is_new] = text_numbers_.emplace(text, static_cast<int64_t>(texts_.size()));
  if (is_new) texts_.push_back(text);
  return at->second;
}

int Arena::compare(Expr a, Expr b) const {
  if (a == b) return 0;
  const Node &x = nodes_[a.id], &y = nodes_[b.id];
  if (x.kind != y.kind) return x.kind < y.kind ? -1 : 1;
  if (x.bytes != y.bytes) return x.bytes < y.bytes ? -1 : 1;
  const bool named = x.kind == Kind::call || x.kind == Kind::unknown;
  if (named && x.value != y.value) return texts_[x.value] < texts_[y.value] ? -1 : 1;
  if (x.value != y.value) return x.value < y.value ? -1 : 1;
  if (const int order = compare_lists(x.args, y.args)) return order;
  return compare_terms(x, y);
}

int Arena::compare_lists(const std::vector<Expr>& a, const std::vector<Expr>& b) const {
  for (size_t i = 0; i < std::min(a.size(), b.size()); ++i) {
    if (const int order = compare(a[i], b[i])) return order;
  }
  return a.size() == b.size() ? 0 : a.size() < b.size() ? -1 : 1;
}

// Constants come first in the list and count last: x[i] is before x[i + 1].
int Arena::compare_terms(const Node& a, const Node& b) const {
  const size_t common = std::min(a.terms.size(), b.terms.size());
  for (size_t i = 0; i < common; ++i) {
    const Term &x = a.terms[a.terms.size() - 1 - i], &y = b.terms[b.terms.size() - 1 - i];
    if (const int order = compare_lists(x.atoms, y.atoms)) return order;
    if (x.coefficient != y.coefficient) return x.coefficient < y.coefficient ? -1 : 1;
  }
  return a.terms.size() == b.terms.size() ? 0 : a.terms.size() < b.terms.size() ? -1 : 1;
}

std::vector<Expr> Arena::all_parts(Expr e) const {
  std::vector<Expr> order, stack{e};
  std::unordered_map<uint32_t, bool> seen;  // true: its parts are in `order`
  while (!stack.empty()) {
    const Expr top = stack.back();
    const auto [at, is_new] = seen.emplace(top.id, false);
    if (is_new) {
      for_each_child(nodes_[top.id], [&](Expr child) {
        if (!seen.contains(child.id)) stack.push_back(child);
      });
      continue;
    }
    stack.pop_back();
    if (!at->second) order.push_back(top);
    at->second = true;
  }
  return order;
}

bool Arena::contains(Expr e, Expr part) const {
  if (part.id > e.id) return false;  // parts are made before what holds them
  const auto parts = all_parts(e);
  return std::find(parts.begin(), parts.end(), part) != parts.end();
}

}  // namespace whet::lift
