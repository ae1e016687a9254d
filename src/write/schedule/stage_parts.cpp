#include "write/schedule/stage_parts.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "lift/expression/real.h"
#include "lift/expression/reduction.h"
#include "write/schedule/row_index.h"

namespace whet::write {

using lift::Fold;
using lift::SpaceIndex;
using lift::Statement;

ElementType StageParts::number_type(bool is_real) const {
  if (!is_real) return ElementType::i64;
  return subject_.is_double() ? ElementType::f64 : ElementType::f32;
}

Result<Expr> StageParts::add_scratch(const std::string& stem, ElementType type, int64_t parts) {
  const std::string name = found_.unused_name(stem);
  TRY(count, count_formula(subject_, outputs_));
  found_.scratch.push_back({name, std::string(name_of(type)), fmt::format("max(1, {} * {})", parts, count)});
  return found_.add_parameter(arena_, {name, name, type, true, true});
}

// The numbers of outputs and parts as one: parts outermost but for the last index where that one is contiguous.
Expr StageParts::place(const std::optional<Expr>& part) const {
  Expr at = lift::integer(arena_, 0);
  const auto add = [&](Expr count, Expr index) { at = lift::add(arena_, lift::multiply(arena_, at, count), index); };
  const Expr parts = lift::integer(arena_, shape_.parts);
  for (size_t i = 0; i < outputs_.size(); ++i) {
    if (part && shape_.is_columnar && i + 1 == outputs_.size()) add(parts, *part);
    add(outputs_[i].count, outputs_[i].variable);
  }
  if (part && !shape_.is_columnar) add(parts, *part);
  return at;
}

Expr StageParts::offset(ElementType type, const std::optional<Expr>& part) const {
  return lift::scale(arena_, place(part), static_cast<int64_t>(bytes_of(type)));
}

Expr StageParts::load(Expr array, ElementType type, const std::optional<Expr>& part) const {
  return arena_.load(array, offset(type, part), static_cast<int>(bytes_of(type)));
}

Statement StageParts::store(Expr array, ElementType type, const std::optional<Expr>& part, Expr value,
                            const std::vector<SpaceIndex>& space) const {
  return {array, offset(type, part), static_cast<int>(bytes_of(type)), value, space, {}, {}, {}};
}

std::vector<SpaceIndex> StageParts::space_with(Expr part) const {
  std::vector<SpaceIndex> space = outputs_;
  const ptrdiff_t behind = shape_.is_columnar ? 1 : 0;
  space.insert(space.end() - behind, {part, lift::integer(arena_, shape_.parts), false});
  return space;
}

Result<RangePart> StageParts::part_of(Expr whole_count) {
  TRY(length, part_length(whole_count));
  const Expr index = arena_.fresh_variable();
  const Expr begin = lift::multiply(arena_, index, length);
  return RangePart{index, length, begin, lift::minimum(arena_, {length, lift::subtract(arena_, whole_count, begin)})};
}

Result<Expr> StageParts::part_length(Expr count) {
  for (const SpaceIndex& index : nest_.space) {
    if (arena_.contains(count, index.variable)) return bad_input("rows of different lengths are not split");
  }
  TRY(formula, count_formula(subject_, {{count, count, false}}));
  const auto known = lengths_.find(count);
  if (known != lengths_.end()) return known->second;
  const std::string name = found_.unused_name("part_length");
  const std::string parts = fmt::format("ceil_div({}, {})", formula, shape_.granule * shape_.parts);
  const Expr length =
      found_.add_parameter(arena_, {name, name, ElementType::i64, false, false, true,
                                    shape_.granule == 1 ? parts : fmt::format("{} * {}", shape_.granule, parts)});
  lengths_[count] = length;
  return length;
}

Expr StageParts::reduced(Fold how, Expr body, Expr variable, const RangePart& part) const {
  const Expr within = arena_.fresh_variable();
  body = lift::substitute(arena_, body, {{variable, lift::add(arena_, part.begin, within)}});
  return lift::close_reduction(arena_, {how, within, part.count, body});
}

}  // namespace whet::write
