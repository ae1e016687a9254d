#include "write/schedule/chunk_terms.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "util/text.h"
#include "write/schedule/row_index.h"

namespace whet::write {

using lift::SpaceIndex;

namespace {

constexpr int64_t k_most_bits_of_long = 63, k_most_bits_of_word = 31;  // the last of a mask is never set

// The product of the ranges that guards depend on, or some number above the most; nothing: it is not known.
std::optional<int64_t> bits_of(const lift::Arena& arena, const GatheredPlaces& places) {
  int64_t bits = 1;
  for (const SpaceIndex& part : places.deciding()) {
    const auto count = lift::constant(arena, part.count);
    if (!count) return std::nullopt;
    bits *= std::clamp<int64_t>(*count, 1, k_most_bits_of_long + 1);
    if (bits > k_most_bits_of_long) return bits;
  }
  return bits;
}

}  // namespace

std::vector<SpaceIndex> term_ranges(const Subject& subject, const ContractionPlan& plan,
                                    const ContractionOperand& operand) {
  const auto is_used = [&](const SpaceIndex& part) {
    return subject.arena.contains(operand.value, part.variable) ||
           std::any_of(operand.guards.begin(), operand.guards.end(), [&](const OperandGuard& guard) {
             return subject.arena.contains(guard.condition, part.variable);
           });
  };
  const bool has_parts = std::any_of(plan.term_parts.begin(), plan.term_parts.end(), is_used);
  return has_parts ? plan.term_parts : std::vector<SpaceIndex>{{plan.term, plan.count, false}};
}

bool has_bits_for_terms(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand) {
  return bits_of(subject.arena, GatheredPlaces(subject, plan, operand)).value_or(1) <= k_most_bits_of_long;
}

ChunkTerms::ChunkTerms(const Subject& subject, const ContractionPlan& plan, const ChunkedOperand& names, Lines& lines,
                       CudaExpression& text)
    : arena_(subject.arena),
      plan_(plan),
      names_(names),
      lines_(lines),
      text_(text),
      places_(subject, plan, names.operand),
      ranges_(term_ranges(subject, plan, names.operand)),
      bits_(bits_of(arena_, places_)) {}

std::string ChunkTerms::mask_type() const {
  return bits_.value_or(k_most_bits_of_long) > k_most_bits_of_word ? "unsigned long long" : "unsigned";
}

std::string ChunkTerms::condition() {
  return bits_ ? "" : fmt::format("{} <= {}", count_text(places_.deciding(), text_), k_most_bits_of_long);
}

std::string ChunkTerms::name(size_t at) const {
  return fmt::format("{}_term{}", names_.side, ranges_.size() == 1 ? "" : fmt::format("_{}", at));
}

void ChunkTerms::write(const std::string& is_wide) {
  const std::string& side = names_.side;
  std::vector<std::string> all;
  for (size_t i = 0; i + 1 < ranges_.size(); ++i) all.push_back(name(i) + " = 0");
  all.push_back(fmt::format("{} = {}_chunk * kChunk", name(ranges_.size() - 1), side));
  lines_.add(fmt::format("int {};  // the term of the chunk that is fetched next", join(all, ", ")));
  lines_.add(fmt::format("long long {}_offset = 0;", side));
  lines_.add(fmt::format("int {}_bit = 0;", side));
  lines_.open(fmt::format("const auto place_{} = [&]", side));
  const size_t before = text_.mark();
  if (ranges_.size() > 1) write_carry();
  write_place();
  text_.release(before);
  lines_.close("};");
  lines_.add(fmt::format("if ({}) place_{}();", is_wide, side));
}

// The last index goes over to those before it.
void ChunkTerms::write_carry() {
  const std::string inner = name(ranges_.size() - 1);
  lines_.add(fmt::format("const int count = (int){};", text_.integer(last().count)));
  lines_.open(fmt::format("while ({} >= count && count > 0)", inner));
  lines_.add(fmt::format("{} -= count;", inner));
  for (size_t at = ranges_.size() - 1; at-- > 1;) {
    lines_.add(fmt::format("if (++{} < {}) continue;", name(at), text_.integer(ranges_[at].count)));
    lines_.add(fmt::format("{} = 0;", name(at)));
  }
  lines_.add(fmt::format("++{};", name(0)));
  lines_.close();
}

void ChunkTerms::write_place() {
  Expr whole = lift::integer(arena_, 0);
  for (size_t at = 0; at < ranges_.size(); ++at) {
    text_.bind(ranges_[at].variable, fmt::format("((long long){})", name(at)));
    whole = lift::add(arena_, lift::multiply(arena_, whole, ranges_[at].count), ranges_[at].variable);
  }
  if (ranges_.size() > 1) text_.bind(plan_.term, "(" + text_.integer(whole) + ")");
  lines_.add(fmt::format("{}_offset = {};", names_.side, places_.offset_text(*names_.operand.plain, text_)));
  lines_.add(fmt::format("{}_bit = {} < {} ? {} : {};  // no term: a bit that is never set", names_.side, name(0),
                         text_.integer(ranges_[0].count), places_.bit_text(text_),
                         mask_type() == "unsigned" ? k_most_bits_of_word : k_most_bits_of_long));
}

void ChunkTerms::write_advance() {
  const std::string inner = name(ranges_.size() - 1);
  lines_.add(fmt::format("{} += kTileK;", inner));
  lines_.add(fmt::format("{}_offset += kTileK;", names_.side));
  lines_.add(fmt::format("if ({} >= {}) place_{}();", inner, text_.integer(last().count), names_.side));
}

}  // namespace whet::write
