#include "write/subject/small_floats.h"

#include <set>

#include "lift/expression/real.h"
#include "lift/expression/substitute.h"
#include "write/subject/nest.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::Statement;

namespace {

std::optional<size_t> array_of(const lift::Arena& arena, Expr load) {
  const Node& array = arena[arena[load].args[0]];
  const bool is_whole = array.kind == Kind::parameter && array.bytes == 0;
  return is_whole ? std::optional(static_cast<size_t>(array.value)) : std::nullopt;
}

class SmallFloatFinder {
 public:
  SmallFloatFinder(lift::Arena& arena, const lift::Meaning& meaning) : arena_(arena), found_{meaning, {}} {}

  SmallFloats find() {
    for (const Statement& statement : found_.meaning.statements) {
      for (const Expr part : arena_.all_parts(statement.value)) note_type(part);
    }
    if (found_.types.empty()) return std::move(found_);
    for (const Statement& statement : found_.meaning.statements) exclude_others(statement);
    for (const size_t array : excluded_) found_.types.erase(array);
    for (Statement& statement : found_.meaning.statements) {
      statement.value = lift::rewrite(arena_, statement.value, [&](Expr e) {
        const auto array = read_as_number(e);
        return array && found_.types.contains(*array) ? arena_[e].args[0] : e;
      });
    }
    return std::move(found_);
  }

 private:
  // The array of whose element this is the number.
  std::optional<size_t> read_as_number(Expr e) const {
    if (!lift::is_number_of_byte(arena_, e) || arena_[arena_[e].args[0]].kind != Kind::load) return std::nullopt;
    return array_of(arena_, arena_[e].args[0]);
  }

  void note_type(Expr call) {
    const auto array = read_as_number(call);
    if (!array) return;
    const ElementType type = arena_.text(call) == "e4m3" ? ElementType::e4m3 : ElementType::e5m2;
    if (found_.types.try_emplace(*array, type).first->second != type) excluded_.insert(*array);
  }

  // Arrays that are read otherwise too, or stored to.
  void exclude_others(const Statement& statement) {
    const Expr others =
        lift::rewrite(arena_, statement.value, [&](Expr e) { return read_as_number(e) ? arena_.fresh_variable() : e; });
    std::vector<Expr> roots = statement.guard;
    roots.insert(roots.end(), {others, statement.offset});
    for (const lift::SpaceIndex& index : statement.space) roots.push_back(index.count);
    for (const Expr load : parts_of_kind(arena_, roots, Kind::load)) {
      if (const auto array = array_of(arena_, load)) excluded_.insert(*array);
    }
    excluded_.insert(static_cast<size_t>(arena_[statement.array].value));
  }

  lift::Arena& arena_;
  SmallFloats found_;
  std::set<size_t> excluded_;
};

}  // namespace

SmallFloats with_small_floats(lift::Arena& arena, const lift::Meaning& meaning) {
  return SmallFloatFinder(arena, meaning).find();
}

}  // namespace whet::write
