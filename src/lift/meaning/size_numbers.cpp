#include "lift/meaning/size_numbers.h"

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/thread/declared_sign.h"

namespace whet::lift {
namespace {

class SizeSearch {
 public:
  explicit SizeSearch(const Arena& arena) : arena_(arena) {}

  // The parameters in it are sizes.
  void take_all(Expr e) {
    for (const Expr part : arena_.all_parts(e)) take(part);
  }

  void look_through(Expr e) {
    for (const Expr part : arena_.all_parts(e)) {
      const Node& node = arena_[part];
      if (node.kind == Kind::parameter) named_.insert(number_of(node));
      if (node.kind == Kind::load) take(node.args[0]);  // no number, but an array
      if (node.kind == Kind::reduction) take_all(node.args[0]);
      if (node.kind == Kind::quotient || node.kind == Kind::remainder) take_all(node.args[1]);
      if (node.kind == Kind::polynomial) take_strides(node);
      if (node.kind == Kind::nonneg) take_bounds(node.args[0]);
    }
  }

  bool is_size(PassedNumber number) const { return sizes_.contains(number); }
  const std::set<PassedNumber>& named() const { return named_; }

  std::set<PassedNumber> read_by_kernel() const {
    std::set<PassedNumber> all, arrays;
    for (uint32_t id = 0; id < arena_.size(); ++id) {
      const Node& node = arena_[Expr{id}];
      if (node.kind == Kind::parameter) all.insert(number_of(node));
      if (node.kind == Kind::load && arena_[node.args[0]].kind == Kind::parameter)
        arrays.insert(number_of(arena_[node.args[0]]));
    }
    for (const PassedNumber& array : arrays) all.erase(array);
    return all;
  }

 private:
  static PassedNumber number_of(const Node& parameter) { return {static_cast<int>(parameter.value), parameter.bytes}; }

  void take(Expr e) {
    const Node& node = arena_[e];
    if (node.kind == Kind::parameter) sizes_.insert(number_of(node));
  }

  bool is_data(Expr e) const {
    const auto parts = arena_.all_parts(e);
    return std::any_of(parts.begin(), parts.end(), [&](Expr part) { return arena_[part].kind == Kind::load; });
  }

  // n of n*i + j, but not of n*x[i].
  void take_strides(const Node& polynomial) {
    for (const Term& term : polynomial.terms) {
      const bool has_data = std::any_of(term.atoms.begin(), term.atoms.end(), [&](Expr e) { return is_data(e); });
      if (term.atoms.size() < 2 || has_data) continue;
      for (const Expr atom : term.atoms) take(atom);
    }
  }

  // n of i < n and of first + i < n, but not of x[i] < n.
  void take_bounds(Expr distance) {
    const std::vector<Term> terms = terms_of(arena_, distance);
    const bool bounds = std::any_of(terms.begin(), terms.end(), [&](const Term& term) {
      return term.coefficient < 0 && !term.atoms.empty() &&
             std::none_of(term.atoms.begin(), term.atoms.end(), [&](Expr e) { return is_data(e); });
    });
    for (const Term& term : terms) {
      if (bounds && term.coefficient > 0 && term.atoms.size() == 1) take(term.atoms[0]);
    }
  }

  const Arena& arena_;
  std::set<PassedNumber> named_, sizes_;
};

// Members of structs and variables of the module are declared elsewhere.
bool may_have_sign(const std::vector<Parameter>& parameters, PassedNumber number) {
  const auto at = static_cast<size_t>(number.first);
  if (at >= parameters.size()) return true;
  const Sign sign = declared_sign(parameters[at].base);
  return !parameters[at].is_pointer() && (sign == Sign::with || sign == Sign::unknown);
}

}  // namespace

NumbersBesideSizes numbers_beside_sizes(const Arena& arena, const Meaning& meaning,
                                        const std::vector<Parameter>& parameters) {
  SizeSearch search(arena);
  for (const Statement& statement : meaning.statements) {
    search.take_all(statement.array);
    for (const SpaceIndex& index : statement.space) search.take_all(index.count);
    if (statement.bins) search.take_all(*statement.bins);
    search.look_through(statement.offset);
    search.look_through(statement.value);
    for (const Expr condition : statement.guard) search.look_through(condition);
  }
  NumbersBesideSizes found;
  for (const PassedNumber& number : search.named()) {
    if (may_have_sign(parameters, number) && !search.is_size(number)) found.named.insert(number);
  }
  for (const PassedNumber& number : search.read_by_kernel()) {
    const bool is_named = search.named().contains(number);
    if (!is_named && may_have_sign(parameters, number) && !search.is_size(number)) found.unnamed.insert(number);
  }
  return found;
}

}  // namespace whet::lift
