#include "write/schedule/row_index.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "lift/expression/polynomial.h"
#include "lift/expression/substitute.h"
#include "util/text.h"

namespace whet::write {

using lift::Kind;

namespace {

constexpr const char* k_launch_names[] = {"blocks_x", "blocks_y", "blocks_z", "threads_x", "threads_y", "threads_z"};
constexpr lift::Special k_launch_extents[] = {lift::Special::nctaid_x, lift::Special::nctaid_y, lift::Special::nctaid_z,
                                              lift::Special::ntid_x,   lift::Special::ntid_y,   lift::Special::ntid_z};

std::vector<Expr> all_roots(const Nest& nest) {
  std::vector<Expr> roots;
  for (const lift::SpaceIndex& index : nest.space) roots.push_back(index.count);
  for (const lift::Statement& statement : nest.statements) {
    roots.insert(roots.end(), {statement.value, statement.offset});
    roots.insert(roots.end(), statement.guard.begin(), statement.guard.end());
  }
  return roots;
}

}  // namespace

std::vector<std::string> index_names(size_t count) {
  std::vector<std::string> names{"i", "j", "k", "l"};
  for (size_t i = names.size(); i < count; ++i) names.push_back(fmt::format("index_{}", i));
  names.resize(count);
  return names;
}

const SubjectParameter* passed_integer(const Subject& subject, const std::string& formula) {
  for (const SubjectParameter& each : subject.parameters) {
    const bool is_integer = !each.is_array && !is_floating(each.type);
    if (is_integer && each.is_passed && !each.argument.empty() && each.argument == formula) return &each;
  }
  return nullptr;
}

std::vector<FurtherParameter> launch_parameters(const Subject& subject, const Nest& nest, CudaExpression& text) {
  std::vector<FurtherParameter> further;
  for (const Expr special : parts_of_kind(subject.arena, all_roots(nest), Kind::special)) {
    const auto which = static_cast<lift::Special>(subject.arena[special].value);
    const auto* const at = std::find(std::begin(k_launch_extents), std::end(k_launch_extents), which);
    const auto formula = subject.words.launch.find(which);
    if (at == std::end(k_launch_extents) || formula == subject.words.launch.end()) {
      text.fail("a meaning that depends on a launch which is not known");
      continue;
    }
    if (const SubjectParameter* const known = passed_integer(subject, formula->second)) {
      text.bind(special, fmt::format("((long long){})", known->name));
      continue;
    }
    const std::string name = k_launch_names[at - std::begin(k_launch_extents)];
    further.push_back({name, formula->second});
    text.bind(special, name);
  }
  return further;
}

void write_row_indices(const std::vector<lift::SpaceIndex>& rows, const std::vector<std::string>& names,
                       const std::string& row, Lines& lines, CudaExpression& text) {
  std::string rest = row;
  for (size_t i = rows.size(); i-- > 0;) {
    const bool is_first = i == 0;
    const std::string count = is_first ? "" : text.integer(rows[i].count);
    lines.add(is_first ? fmt::format("const long long {} = {};", names[i], rest)
                       : fmt::format("const long long {} = modulo({}, {});", names[i], rest, count));
    rest = is_first ? "" : fmt::format("divide({}, {})", rest, count);
    text.bind(rows[i].variable, names[i]);
  }
}

std::string count_text(const std::vector<lift::SpaceIndex>& space, CudaExpression& text) {
  std::string product;
  for (const lift::SpaceIndex& index : space) {
    const std::string count = text.integer(index.count);
    product += product.empty() ? "(long long)" + count : " * " + count;
  }
  return product.empty() ? "1" : product;
}

Result<std::string> count_formula(const Subject& subject, const std::vector<lift::SpaceIndex>& space) {
  std::vector<std::string> factors;
  for (const lift::SpaceIndex& index : space) {
    const auto formula = lift::size_formula(subject.arena, index.count, subject.words);
    if (!formula) return bad_input("no kernel is written where a range is not a formula of the problem's sizes");
    factors.push_back("(" + *formula + ")");
  }
  return factors.empty() ? "1" : join(factors, " * ");
}

std::optional<std::vector<std::string>> pack_conditions(const Subject& subject, Expr array, Expr offset, int bytes,
                                                        Expr inner, int64_t vector, CudaExpression& text,
                                                        const std::string& constant) {
  lift::Arena& arena = subject.arena;
  const Expr rest = lift::substitute(arena, offset, {{inner, lift::integer(arena, 0)}});
  std::vector<std::string> conditions{fmt::format("is_aligned<{}>({})", constant, subject.parameter(array).name)};
  for (const lift::Term& term : lift::terms_of(arena, rest)) {
    if (term.coefficient % (bytes * vector) == 0) continue;
    if (term.atoms.empty()) return std::nullopt;
    lift::Term sizes{std::abs(term.coefficient / bytes), {}};
    for (const Expr atom : term.atoms) {
      const Kind kind = arena[atom].kind;
      if (kind == Kind::parameter || kind == Kind::special) sizes.atoms.push_back(atom);
      if (kind == Kind::load) return std::nullopt;
    }
    if (term.coefficient % bytes != 0 || sizes.atoms.empty()) return std::nullopt;
    conditions.push_back(fmt::format("{} % {} == 0", text.integer(lift::polynomial(arena, {sizes})), constant));
  }
  return conditions;
}

}  // namespace whet::write
