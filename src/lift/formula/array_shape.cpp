#include "lift/formula/array_shape.h"

#include <algorithm>
#include <optional>

#include "lift/expression/polynomial.h"

namespace whet::lift {
namespace {

const std::vector<Term> k_flat{{1, {}}};

// term / stride, where every factor of the stride is in the term.
std::optional<Term> divided_by(const Term& term, const Term& stride) {
  if (term.coefficient % stride.coefficient != 0) return {};
  Term rest{term.coefficient / stride.coefficient, term.atoms};
  for (const Expr atom : stride.atoms) {
    const auto at = std::find(rest.atoms.begin(), rest.atoms.end(), atom);
    if (at == rest.atoms.end()) return {};
    rest.atoms.erase(at);
  }
  return rest;
}

// Of more factors first.
bool is_larger_stride(const Term& a, const Term& b) {
  return a.atoms.size() != b.atoms.size() ? a.atoms.size() > b.atoms.size() : a.coefficient > b.coefficient;
}

}  // namespace

ArrayShapes::ArrayShapes(Arena& arena, const Meaning& meaning) : arena_(arena) {
  for (const Statement& statement : meaning.statements) {
    add_access(statement.array, statement.offset, statement.bytes);
    add_parts(statement.offset);
    add_parts(statement.value);
    for (const Expr condition : statement.guard) add_parts(condition);
    for (const SpaceIndex& index : statement.space) {
      add_parts(index.count);
      if (const auto count = constant(arena, index.count)) counts_[index.variable.id] = *count;
    }
  }
  keep_chains();
}

void ArrayShapes::add_parts(Expr e) {
  for (const Expr part : arena_.all_parts(e)) {
    const Node node = arena_[part];
    if (node.kind == Kind::load) add_access(node.args[0], node.args[1], node.bytes);
  }
}

void ArrayShapes::add_access(Expr array, Expr offset, int bytes) {
  Array& shape = arrays_.try_emplace(array.id, array, Array{bytes}).first->second.second;
  const auto index = divide_exactly(arena_, offset, integer(arena_, bytes));
  shape.is_uniform &= shape.bytes == bytes && index.has_value();
  if (!index || !shape.is_uniform) return;
  shape.accesses.push_back(*index);
  for (const Term& term : terms_of(arena_, *index)) {
    const Term stride = stride_of(term);
    const bool has_index = stride.atoms.size() < term.atoms.size();
    if (has_index && std::find(shape.strides.begin(), shape.strides.end(), stride) == shape.strides.end())
      shape.strides.push_back(stride);
  }
}

bool ArrayShapes::is_size(Expr atom) const {
  const auto parts = arena_.all_parts(atom);
  return std::all_of(parts.begin(), parts.end(), [&](Expr part) {
    const Kind kind = arena_[part].kind;
    return kind != Kind::variable && kind != Kind::bound && kind != Kind::load && kind != Kind::reduction;
  });
}

// The factors that are sizes: of 4*n*i the stride 4*n.
Term ArrayShapes::stride_of(const Term& term) const {
  Term stride{std::abs(term.coefficient), {}};
  for (const Expr atom : term.atoms) {
    if (is_size(atom)) stride.atoms.push_back(atom);
  }
  return stride;
}

// Strides must divide each other; else the array is shown without axes.
void ArrayShapes::keep_chains() {
  for (auto& [id, known] : arrays_) {
    Array& array = known.second;
    std::erase_if(array.strides, [&](const Term& stride) { return !members_fit(array, stride); });
    if (std::find(array.strides.begin(), array.strides.end(), k_flat[0]) == array.strides.end())
      array.strides.push_back(k_flat[0]);
    std::sort(array.strides.begin(), array.strides.end(), is_larger_stride);
    bool is_chain = array.is_uniform;
    for (size_t i = 1; i < array.strides.size(); ++i)
      is_chain &= divided_by(array.strides[i - 1], array.strides[i]).has_value();
    if (!is_chain) array.strides = k_flat;
  }
}

// A stride that is a number is the size of a struct if what is added to its multiples is always one of its members.
bool ArrayShapes::members_fit(const Array& array, const Term& stride) const {
  if (!stride.atoms.empty() || stride.coefficient == 1) return true;
  return std::all_of(array.accesses.begin(), array.accesses.end(), [&](Expr access) {
    int64_t most = 0;
    for (const Term& term : terms_of(arena_, access)) {
      const auto greatest = greatest_value(term);
      if (!term.atoms.empty() && divided_by(term, stride)) continue;
      if (!greatest) return false;
      most += *greatest;
    }
    return most < stride.coefficient;
  });
}

// 2, or 3*j where j < 4; nothing: it may be negative or is not bounded by a number.
std::optional<int64_t> ArrayShapes::greatest_value(const Term& term) const {
  if (term.coefficient < 0 || term.atoms.size() > 1) return {};
  if (term.atoms.empty()) return term.coefficient;
  const auto count = counts_.find(term.atoms[0].id);
  return count == counts_.end() ? std::nullopt : std::optional(term.coefficient * (count->second - 1));
}

const std::vector<Term>& ArrayShapes::strides(Expr array) const {
  const auto at = arrays_.find(array.id);
  return at == arrays_.end() ? k_flat : at->second.second.strides;
}

std::vector<Expr> ArrayShapes::shaped() const {
  std::vector<Expr> found;
  for (const auto& [id, known] : arrays_) {
    if (known.second.strides.size() > 1) found.push_back(known.first);
  }
  std::sort(found.begin(), found.end(), [&](Expr a, Expr b) { return arena_[a].value < arena_[b].value; });
  return found;
}

std::vector<Expr> ArrayShapes::indices(Expr array, Expr offset, int bytes) {
  const auto index = divide_exactly(arena_, offset, integer(arena_, bytes));
  if (!index) return {offset};
  const std::vector<Term>& axes = strides(array);
  std::vector<std::vector<Term>> terms(axes.size());
  for (const Term& term : terms_of(arena_, *index)) {
    for (size_t axis = 0; axis < axes.size(); ++axis) {
      const auto rest = divided_by(term, axes[axis]);
      if (!rest) continue;
      terms[axis].push_back(*rest);
      break;
    }
  }
  std::vector<Expr> found;
  for (std::vector<Term>& of_axis : terms) found.push_back(polynomial(arena_, std::move(of_axis)));
  return found;
}

}  // namespace whet::lift
