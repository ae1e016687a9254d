#include "write/schedule/gathered_places.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "util/text.h"
#include "write/subject/nest.h"

namespace whet::write {

using lift::Kind;
using lift::SpaceIndex;

bool GatheredPlaces::mentions(Expr e, const std::vector<SpaceIndex>& indices) const {
  return std::any_of(indices.begin(), indices.end(),
                     [&](const SpaceIndex& index) { return arena_.contains(e, index.variable); });
}

bool GatheredPlaces::mentions_term(Expr e) const {
  return arena_.contains(e, plan_.term) || mentions(e, plan_.term_parts);
}

bool GatheredPlaces::mentions_own(Expr e) const {
  return arena_.contains(e, operand_.own.variable) || mentions(e, operand_.parts) || mentions(e, plan_.batch);
}

std::optional<GatheredPlaces::Part> GatheredPlaces::divided(Expr e) const {
  std::vector<lift::Term> own, of_term;
  for (const lift::Term& term : lift::terms_of(arena_, e)) {
    const bool has_term = std::any_of(term.atoms.begin(), term.atoms.end(), [&](Expr a) { return mentions_term(a); });
    const bool has_own = std::any_of(term.atoms.begin(), term.atoms.end(), [&](Expr a) { return mentions_own(a); });
    if (has_term && has_own) return std::nullopt;
    (has_term ? of_term : own).push_back(term);
  }
  return Part{lift::polynomial(arena_, own), lift::polynomial(arena_, of_term)};
}

std::vector<Expr> GatheredPlaces::loads() const {
  return parts_of_kind(arena_, {operand_.value}, Kind::load);
}

std::vector<Expr> GatheredPlaces::compared() const {
  std::vector<Expr> roots, found;
  for (const OperandGuard& guard : operand_.guards) roots.push_back(guard.condition);
  for (const Kind kind : {Kind::nonneg, Kind::zero}) {
    for (const Expr part : parts_of_kind(arena_, roots, kind)) {
      const Expr e = arena_[part].args[0];
      if (std::find(found.begin(), found.end(), e) == found.end()) found.push_back(e);
    }
  }
  return found;
}

std::string GatheredPlaces::refusal() const {
  if (loads().empty()) return "an operand that reads nothing";
  for (const Expr load : loads()) {
    if (!parts_of_kind(arena_, {arena_[load].args[1]}, Kind::load).empty() || !divided(arena_[load].args[1]))
      return "places in which indices are multiplied with each other or chosen by data";
  }
  for (const OperandGuard& guard : operand_.guards) {
    if (!parts_of_kind(arena_, {guard.condition}, Kind::load).empty()) return "conditions on data";
  }
  for (const Expr e : compared()) {
    if (!divided(e)) return "conditions in which indices are multiplied with each other";
  }
  return "";
}

std::vector<SpaceIndex> GatheredPlaces::deciding() const {
  std::vector<SpaceIndex> found;
  for (const SpaceIndex& part : plan_.term_parts) {
    const bool is_used = std::any_of(operand_.guards.begin(), operand_.guards.end(), [&](const OperandGuard& guard) {
      return arena_.contains(guard.condition, part.variable);
    });
    if (is_used) found.push_back(part);
  }
  return found;
}

std::string GatheredPlaces::offset_text(Expr load, CudaExpression& text) const {
  const lift::Node node = arena_[load];
  const auto index = lift::divide_exactly(arena_, divided(node.args[1])->of_term, lift::integer(arena_, node.bytes));
  return index ? text.integer(*index) : text.fail("an access between elements");
}

std::string GatheredPlaces::guards_text(CudaExpression& text) const {
  std::vector<std::string> all;
  for (const OperandGuard& guard : operand_.guards)
    all.push_back((guard.holds ? "" : "!") + text.condition(guard.condition));
  return all.empty() ? "true" : join(all, " && ");
}

std::string GatheredPlaces::bit_text(CudaExpression& text) const {
  std::string bit;
  for (const SpaceIndex& part : deciding()) {
    const std::string index = "(int)" + *text.bound(part.variable);
    bit = bit.empty() ? index : fmt::format("({}) * {} + {}", bit, text.integer(part.count), index);
  }
  return bit.empty() ? "0" : bit;
}

}  // namespace whet::write
