#include "lift/formula/formula.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "lift/formula/math_builder.h"
#include "lift/formula/shared_parts.h"

namespace whet::lift {
namespace {

constexpr const char* k_signs[] = {"+=", "*=", "max=", "min=", "argmax=", "argmin="};
constexpr const char* k_letters[] = {"s", "p", "m", "m", "a", "a"};
constexpr double k_most_nodes = 4000;  // nobody reads more
constexpr const char* k_axes[] = {"i", "j", "k", "l", "m", "n"};

class FormulaMaker {
 public:
  FormulaMaker(Arena& arena, const Meaning& meaning)
      : arena_(arena), names_(meaning.names), shapes_(arena, meaning), builder_(arena, meaning.names, shapes_) {}

  Formula formula(const Statement& statement) {
    Formula made;
    for (const SpaceIndex& index : statement.space)
      made.ranges.push_back({builder_.name(index.variable), builder_.build(index.count)});
    define_shared(statement, made);
    made.left = builder_.element(statement.array, statement.offset, statement.bytes);
    if (statement.update) made.sign = k_signs[static_cast<size_t>(*statement.update)];
    made.right = builder_.build(statement.value);
    for (const Expr condition : statement.guard) made.conditions.push_back(builder_.build(condition));
    for (const Expr each : named_) builder_.forget(each);
    named_.clear();
    return made;
  }

  // x[i, j] is x[n*i + j]
  std::vector<Math> layouts() {
    std::vector<Math> made;
    for (const Expr array : shapes_.shaped()) {
      const std::vector<Term>& strides = shapes_.strides(array);
      if (strides.size() > std::size(k_axes)) continue;
      Math element{Math::Kind::element, builder_.name(array)}, place{Math::Kind::sum};
      for (size_t axis = 0; axis < strides.size(); ++axis) {
        const Math index{Math::Kind::name, k_axes[axis]};
        element.parts.push_back(index);
        const bool is_unit = strides[axis].coefficient == 1 && strides[axis].atoms.empty();
        if (is_unit) {
          place.parts.push_back(index);
          continue;
        }
        Math product = builder_.terms({strides[axis]});
        if (product.kind != Math::Kind::product) product = {Math::Kind::product, {}, {product}};
        product.parts.push_back(index);
        place.parts.push_back(std::move(product));
      }
      Math flat{Math::Kind::element, builder_.name(array), {std::move(place)}};
      made.push_back({Math::Kind::relation, "is", {std::move(element), std::move(flat)}});
    }
    return made;
  }

 private:
  void define_shared(const Statement& statement, Formula& made) {
    for (const Expr part : shared_parts(arena_, statement.value)) {
      const Node node = arena_[part];
      const bool is_reduction = node.kind == Kind::reduction;
      Math left{Math::Kind::element, fresh_name(is_reduction ? k_letters[node.bytes] : "t")};
      for (const SpaceIndex& index : statement.space) {
        if (arena_.contains(part, index.variable))
          left.parts.push_back({Math::Kind::name, builder_.name(index.variable)});
      }
      if (left.parts.empty()) left.kind = Math::Kind::name;
      made.definitions.push_back({left, builder_.build(part)});
      builder_.call_it(part, left);
      named_.push_back(part);
    }
  }

  std::string fresh_name(const std::string& letter) {
    std::string name = letter;
    for (int number = 1; is_taken(name); ++number) name = fmt::format("{}{}", letter, number);
    taken_.insert(name);
    return name;
  }

  bool is_taken(const std::string& name) const {
    return taken_.contains(name) ||
           std::find(names_.parameters.begin(), names_.parameters.end(), name) != names_.parameters.end() ||
           std::any_of(names_.variables.begin(), names_.variables.end(),
                       [&](const auto& known) { return known.second == name; });
  }

  Arena& arena_;
  const Names& names_;
  ArrayShapes shapes_;
  MathBuilder builder_;
  std::vector<Expr> named_;
  std::set<std::string> taken_;
};

}  // namespace

Formulas make_formulas(Arena& arena, const Meaning& meaning) {
  FormulaMaker maker(arena, meaning);
  Formulas made;
  for (const Statement& statement : meaning.statements) {
    if (written_nodes(arena, statement.value, shared_parts(arena, statement.value)) > k_most_nodes) return made;
  }
  for (const Statement& statement : meaning.statements) made.statements.push_back(maker.formula(statement));
  made.layouts = maker.layouts();
  return made;
}

}  // namespace whet::lift
