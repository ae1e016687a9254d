#include "write/schedule/lined_array.h"

#include <fmt/format.h>

#include "lift/expression/polynomial.h"
#include "write/schedule/row_index.h"

namespace whet::write {

using lift::SpaceIndex;

Result<Expr> add_lined_array(const Subject& subject, const LinedShape& shape, Expr value, Stage::Role role,
                             Stages& stages) {
  lift::Arena& arena = subject.arena;
  const auto bytes = static_cast<int>(bytes_of(shape.type));
  const int64_t of_word = 16 / bytes;
  TRY(count, count_formula(subject, shape.lines));
  TRY(length, count_formula(subject, {shape.along}));
  const std::string words = fmt::format("ceil_div({}, {})", length, of_word);
  const std::string name = stages.unused_name(shape.name), of_line = stages.unused_name(shape.words);
  stages.scratch.push_back(
      {name, std::string(name_of(shape.type)), fmt::format("max(1, {} * {} * {})", count, of_word, words)});
  const Expr array = stages.add_parameter(arena, {name, name, shape.type, true, true});
  const Expr pitch = lift::scale(
      arena, stages.add_parameter(arena, {of_line, of_line, ElementType::i64, false, false, true, words}), of_word);
  Expr line = lift::integer(arena, 0);
  for (const SpaceIndex& each : shape.lines)
    line = lift::add(arena, lift::multiply(arena, line, each.count), each.variable);
  const Expr at = lift::scale(arena, lift::add(arena, lift::multiply(arena, line, pitch), shape.along.variable), bytes);
  Nest nest;
  nest.space = shape.lines;
  nest.space.push_back(shape.along);
  nest.statements = {{array, at, bytes, value, nest.space, {}, {}, {}}};
  stages.stages.push_back({role, std::move(nest)});
  return arena.load(array, at, bytes);
}

}  // namespace whet::write
