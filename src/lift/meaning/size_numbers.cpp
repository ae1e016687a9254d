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
      if (node.kind == Kind::parameter) named_.insert(static_cast<int>(node.value));
      if (node.kind == Kind::reduction) take_all(node.args[0]);
      if (node.kind == Kind::quotient || node.kind == Kind::remainder) take_all(node.args[1]);
      if (node.kind == Kind::polynomial) take_strides(node);
      if (node.kind == Kind::nonneg) take_bounds(node.args[0]);
    }
  }

  bool is_size(int parameter) const { return sizes_.contains(parameter); }
  bool is_named(int parameter) const { return named_.contains(parameter); }

 private:
  void take(Expr e) {
    const Node& node = arena_[e];
    if (node.kind == Kind::parameter) sizes_.insert(static_cast<int>(node.value));
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
  std::set<int> named_, sizes_;
};

}  // namespace

PassedNumbers numbers_beside_sizes(const Arena& arena, const Meaning& meaning,
                                   const std::vector<Parameter>& parameters) {
  SizeSearch search(arena);
  for (const Statement& statement : meaning.statements) {
    for (const SpaceIndex& index : statement.space) search.take_all(index.count);
    if (statement.bins) search.take_all(*statement.bins);
    search.look_through(statement.offset);
    search.look_through(statement.value);
    for (const Expr condition : statement.guard) search.look_through(condition);
  }
  PassedNumbers found;
  for (size_t i = 0; i < parameters.size(); ++i) {
    const auto number = static_cast<int>(i);
    const bool is_signed = !parameters[i].is_pointer() && declared_sign(parameters[i].base) == Sign::with;
    if (is_signed && !search.is_size(number)) (search.is_named(number) ? found.named : found.unnamed).insert(number);
  }
  return found;
}

}  // namespace whet::lift
