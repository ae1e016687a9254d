#include "lift/confirm/member_arrays.h"

#include <set>

#include "lift/expression/substitute.h"

namespace whet::lift {
namespace {

// Every expression of a statement.
template <typename StatementType, typename Visit>
void for_each_expression(StatementType& statement, const Visit& visit) {
  visit(statement.array);
  visit(statement.offset);
  visit(statement.value);
  for (auto& e : statement.guard) visit(e);
  for (auto& index : statement.space) visit(index.count);
  if (statement.bins) visit(*statement.bins);
}

bool is_member(const Arena& arena, Expr array, const std::vector<Parameter>& parameters) {
  const Node& node = arena[array];
  if (node.kind != Kind::parameter) return false;
  const auto number = static_cast<size_t>(node.value);
  return node.bytes != 0 || (number < parameters.size() && !parameters[number].is_pointer());
}

// By parameter and byte.
std::set<PassedNumber> members_of(const Arena& arena, const Meaning& meaning,
                                  const std::vector<Parameter>& parameters) {
  std::set<PassedNumber> found;
  const auto note = [&](Expr array) {
    if (is_member(arena, array, parameters)) found.emplace(arena[array].value, arena[array].bytes);
  };
  for (const Statement& statement : meaning.statements) {
    note(statement.array);
    for_each_expression(statement, [&](Expr root) {
      for (const Expr part : arena.all_parts(root)) {
        if (arena[part].kind == Kind::load) note(arena[part].args[0]);
      }
    });
  }
  return found;
}

}  // namespace

bool has_member_arrays(const Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters) {
  return !members_of(arena, meaning, parameters).empty();
}

FlatMeaning with_member_arrays(Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters,
                               size_t numbers) {
  FlatMeaning flat{meaning, {}};
  auto& names = flat.meaning.names.parameters;
  names.resize(numbers);
  Replacements map;
  for (const auto& [parameter, offset] : members_of(arena, meaning, parameters)) {
    const auto number = static_cast<int>(names.size());
    flat.members.push_back({parameter, offset, number});
    const std::string name = names[static_cast<size_t>(parameter)];
    names.push_back(offset == 0 ? name : name + "." + std::to_string(offset));
    map[arena.parameter(parameter, offset)] = arena.parameter(number);
  }
  for (Statement& statement : flat.meaning.statements) {
    for_each_expression(statement, [&](Expr& e) { e = substitute(arena, e, map); });
  }
  return flat;
}

}  // namespace whet::lift
