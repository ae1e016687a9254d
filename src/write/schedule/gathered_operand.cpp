#include "write/schedule/gathered_operand.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "write/schedule/row_index.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::SpaceIndex;

namespace {

constexpr int64_t k_most_bits = 63;  // of a mask; one more says that there is no such term

}  // namespace

std::string GatheredOperand::refusal(int64_t tile, int64_t threads) const {
  if (threads % tile != 0) return "the threads of a block are no multiple of a gathered operand's tile";
  const bool is_plain = arena_[operand_.value].kind == Kind::load;
  if (names_.is_as_is && !is_plain) return "elements that are changed before they are multiplied";
  return places_.refusal();
}

// Guards that few values of a term decide are a bit of a mask each.
bool GatheredOperand::choose_bits() {
  bits_.clear();
  bit_count_ = 1;
  is_count_known_ = true;
  if (places_.loads().size() != 1) return false;
  for (const OperandGuard& guard : operand_.guards) {
    if (arena_.contains(guard.condition, plan_.term)) return false;
  }
  for (const SpaceIndex& part : places_.deciding()) {
    auto count = lift::constant(arena_, part.count);
    is_count_known_ &= count.has_value();
    if (!count && names_.may_ask) count = subject_.size(part.count);
    if (!count || *count < 1 || *count > k_most_bits) return false;
    bits_.push_back(part);
    bit_count_ *= *count;
    if (bit_count_ > k_most_bits) return false;
  }
  return true;
}

// Of the mask, beside the one that is never set.
int64_t GatheredOperand::most_bits() const {
  return bit_count_ > k_most_bits / 2 ? k_most_bits : k_most_bits / 2;
}

void GatheredOperand::bind_term(const std::string& index) {
  if (plan_.term_parts.empty()) return text_.bind(plan_.term, index);
  std::vector<std::string> names;
  for (size_t i = 0; i < plan_.term_parts.size(); ++i) names.push_back(text_.fresh("of_term"));
  write_row_indices(plan_.term_parts, names, index, lines_, text_);
  text_.bind(plan_.term, index);
}

void GatheredOperand::bind_own(const std::string& index) {
  text_.bind(operand_.own.variable, index);
  if (operand_.parts.empty()) return;
  std::vector<std::string> parts;
  for (size_t i = 0; i < operand_.parts.size(); ++i) parts.push_back(text_.fresh(names_.side + "_index"));
  write_row_indices(operand_.parts, parts, index, lines_, text_);
}

void GatheredOperand::write() {
  if (!choose_bits()) bit_count_ = 0;
  const size_t before = text_.mark();
  write_own();
  text_.release(before);
  write_places();
  write_loads();
}

void GatheredOperand::write_own() {
  const std::string& side = names_.side;
  lines_.add("");
  lines_.add(
      fmt::format("// The {} operand is gathered: a thread has one element of the tile, and what of its places no "
                  "term changes.",
                  side));
  lines_.add(fmt::format("const int {0}_line = threadIdx.x % {1}, {0}_first = threadIdx.x / {1};", side, names_.tile));
  const std::string index = text_.fresh(side + "_index");
  lines_.add(fmt::format("const long long {} = {} + min({}_line, {} - 1);", index, names_.first, side, names_.here));
  bind_own(index);
  for (const Expr load : places_.loads()) {
    const Node node = arena_[load];
    own_.push_back(text_.fresh(side + "_from"));
    lines_.add(fmt::format("const {}* const {} = {};", cuda_name(subject_.parameter(node.args[0]).type), own_.back(),
                           text_.address(node.args[0], places_.divided(node.args[1])->own, node.bytes)));
  }
  if (has_bits()) return write_mask();
  for (const Expr e : places_.compared()) {
    own_.push_back(text_.fresh(side + "_compared"));
    lines_.add(fmt::format("const long long {} = {};", own_.back(), text_.integer(places_.divided(e)->own)));
  }
}

void GatheredOperand::write_mask() {
  const std::string& side = names_.side;
  const bool is_long = most_bits() == k_most_bits;
  const std::string count = asks() ? count_text(bits_, text_) : std::to_string(bit_count_);
  if (asks()) lines_.add(fmt::format("const bool {} = {} <= {};", has_mask(), count, most_bits()));
  lines_.add(fmt::format("{} {}_inside = 0;  // a bit for each of the terms that decide whether an element is there",
                         is_long ? "unsigned long long" : "unsigned", side));
  lines_.open(fmt::format("for (int bit = 0; {}bit < {}; ++bit)", asks() ? has_mask() + " && " : "", count));
  std::vector<std::string> names;
  for (size_t i = 0; i < bits_.size(); ++i) names.push_back(text_.fresh("of_bit"));
  if (!bits_.empty()) write_row_indices(bits_, names, "bit", lines_, text_);
  lines_.add(fmt::format("if ({}) {}_inside |= 1{} << bit;", places_.guards_text(text_), side, is_long ? "ull" : "u"));
  lines_.close();
}

// One thread for each term of the tile.
void GatheredOperand::write_places() {
  const std::string& side = names_.side;
  const size_t count = places_.loads().size() + places_.compared().size();
  lines_.add(has_bits() ? fmt::format("__shared__ TermPlace {}_places[2][kTileK];", side)
                        : fmt::format("__shared__ long long {}_places[2][kTileK][{}];", side, count));
  lines_.open(fmt::format("const auto place_{} = [&](long long start, int slot)", side));
  lines_.add("if (threadIdx.x >= kTileK) return;");
  const size_t before = text_.mark();
  const std::string k = text_.fresh("term_index");
  lines_.add(fmt::format("const long long {} = start + threadIdx.x;", k));
  bind_term(k);
  const auto offset = [&](Expr load) { return places_.offset_text(load, text_); };
  const std::string to = fmt::format("{}_places[slot][threadIdx.x]", side);
  if (has_bits()) {
    const std::string bit = asks() ? fmt::format("(int)({})", places_.bit_text(text_)) : places_.bit_text(text_);
    lines_.add(fmt::format("{} = {{{}, {}{} < terms ? {} : {}}};", to, offset(places_.loads()[0]),
                           asks() ? has_mask() + " && " : "", k, bit, asks() ? most_bits() : bit_count_));
  } else {
    size_t at = 0;
    for (const Expr load : places_.loads()) lines_.add(fmt::format("{}[{}] = {};", to, at++, offset(load)));
    for (const Expr e : places_.compared())
      lines_.add(fmt::format("{}[{}] = {};", to, at++, text_.integer(places_.divided(e)->of_term)));
  }
  text_.release(before);
  lines_.close("};");
}

void GatheredOperand::open_elements() {
  lines_.add("#pragma unroll");
  lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / kThreads; ++p)", names_.tile));
  lines_.add(fmt::format("const int term = {}_first + p * (kThreads / {});", names_.side, names_.tile));
}

// With all that decides about an element; few registers are left for it.
void GatheredOperand::write_alone(const std::string& place) {
  const size_t before = text_.mark();
  const std::string &side = names_.side, k = text_.fresh("term_index"), index = text_.fresh(side + "_index");
  lines_.open(fmt::format("const auto gather_{} = [&](long long start, int buffer)", side));
  lines_.add("#pragma unroll 1");
  lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / kThreads; ++p)", names_.tile));
  lines_.add(fmt::format("const int term = {}_first + p * (kThreads / {});", side, names_.tile));
  lines_.add(fmt::format("const long long {} = {} + min({}_line, {} - 1);", index, names_.first, side, names_.here));
  bind_own(index);
  lines_.add(fmt::format("const long long {} = start + term;", k));
  bind_term(k);
  lines_.add(fmt::format("{} = {};", place, text_.number(0)));
  lines_.open(fmt::format("if ({} < terms && {})", k, places_.guards_text(text_)));
  text_.count_uses({operand_.value});
  lines_.add(fmt::format("{} = {};", place, text_.real(operand_.value)));
  lines_.close();
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

void GatheredOperand::bind_places() {
  size_t at = 0;
  for (const Expr load : places_.loads()) {
    const std::string offset = has_bits() ? "at.offset" : fmt::format("at[{}]", at);
    text_.bind(load, fmt::format("{}[{}]", own_[at++], offset));
  }
  if (has_bits()) return;
  for (const Expr e : places_.compared()) {
    text_.bind(e, fmt::format("({} + at[{}])", own_[at], at));
    ++at;
  }
}

void GatheredOperand::write_loads() {
  const std::string& side = names_.side;
  lines_.add(fmt::format("{} {}_next[{} * kTileK / kThreads];", names_.type, side, names_.tile));
  lines_.open(fmt::format("const auto load_{} = [&](long long start, int slot)", side));
  open_elements();
  const size_t before = text_.mark();
  bind_places();
  std::string inside;
  if (has_bits()) {
    lines_.add(fmt::format("const TermPlace at = {}_places[slot][term];", side));
    inside = fmt::format("{}_inside >> at.bit & 1", side);
  } else {
    lines_.add(fmt::format("const long long* const at = {}_places[slot][term];", side));
    inside = fmt::format("start + term < terms && {}", places_.guards_text(text_));
  }
  const Expr value = operand_.value;
  const std::string zero =
      names_.is_as_is ? zero_of(subject_.parameter(arena_[places_.loads()[0]].args[0]).type) : text_.number(0);
  lines_.add(fmt::format("{}_next[p] = {};", side, zero));
  const std::string text = names_.is_as_is ? *text_.bound(value) : text_.real(value);
  lines_.add(fmt::format("if ({}) {}_next[p] = {};", inside, side, text));
  text_.release(before);
  lines_.close();
  lines_.close("};");
}

}  // namespace whet::write
