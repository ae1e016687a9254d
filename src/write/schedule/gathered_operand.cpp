#include "write/schedule/gathered_operand.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "util/text.h"
#include "write/schedule/row_index.h"

namespace whet::write {

using lift::Kind;
using lift::Node;
using lift::SpaceIndex;

namespace {

constexpr int64_t k_most_bits = 63;  // of a mask; one more says that there is no such term

}  // namespace

bool GatheredOperand::mentions(Expr e, const std::vector<SpaceIndex>& indices) const {
  return std::any_of(indices.begin(), indices.end(),
                     [&](const SpaceIndex& index) { return arena_.contains(e, index.variable); });
}

bool GatheredOperand::mentions_term(Expr e) const {
  return arena_.contains(e, plan_.term) || mentions(e, plan_.term_parts);
}

bool GatheredOperand::mentions_own(Expr e) const {
  return arena_.contains(e, operand_.own.variable) || mentions(e, operand_.parts) || mentions(e, plan_.batch);
}

// Nothing: an index of the one is multiplied with one of the other.
std::optional<GatheredOperand::Part> GatheredOperand::divided(Expr e) const {
  std::vector<lift::Term> own, of_term;
  for (const lift::Term& term : lift::terms_of(arena_, e)) {
    const bool has_term = std::any_of(term.atoms.begin(), term.atoms.end(), [&](Expr a) { return mentions_term(a); });
    const bool has_own = std::any_of(term.atoms.begin(), term.atoms.end(), [&](Expr a) { return mentions_own(a); });
    if (has_term && has_own) return std::nullopt;
    (has_term ? of_term : own).push_back(term);
  }
  return Part{lift::polynomial(arena_, own), lift::polynomial(arena_, of_term)};
}

std::vector<Expr> GatheredOperand::loads() const {
  return parts_of_kind(arena_, {operand_.value}, Kind::load);
}

std::vector<Expr> GatheredOperand::compared() const {
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

std::string GatheredOperand::refusal(int64_t tile, int64_t threads) const {
  if (threads % tile != 0) return "the threads of a block are no multiple of a gathered operand's tile";
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
  const bool is_plain = arena_[operand_.value].kind == Kind::load;
  if (names_.is_as_is && !is_plain) return "elements that are changed before they are multiplied";
  return "";
}

// Guards that few values of a term decide are a bit of a mask each.
bool GatheredOperand::choose_bits() {
  bits_.clear();
  bit_count_ = 1;
  if (loads().size() != 1) return false;
  for (const OperandGuard& guard : operand_.guards) {
    if (arena_.contains(guard.condition, plan_.term)) return false;
  }
  for (const SpaceIndex& part : plan_.term_parts) {
    const bool is_used = std::any_of(operand_.guards.begin(), operand_.guards.end(), [&](const OperandGuard& guard) {
      return arena_.contains(guard.condition, part.variable);
    });
    if (!is_used) continue;
    const auto count = lift::constant(arena_, part.count);
    if (!count || *count < 1 || *count > k_most_bits) return false;
    bits_.push_back(part);
    bit_count_ *= *count;
    if (bit_count_ > k_most_bits) return false;
  }
  return true;
}

void GatheredOperand::bind_term(const std::string& index) {
  if (plan_.term_parts.empty()) return text_.bind(plan_.term, index);
  std::vector<std::string> names;
  for (size_t i = 0; i < plan_.term_parts.size(); ++i) names.push_back(text_.fresh("of_term"));
  write_row_indices(plan_.term_parts, names, index, lines_, text_);
  text_.bind(plan_.term, index);
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
  text_.bind(operand_.own.variable, index);
  if (!operand_.parts.empty()) {
    std::vector<std::string> parts;
    for (size_t i = 0; i < operand_.parts.size(); ++i) parts.push_back(text_.fresh(index));
    write_row_indices(operand_.parts, parts, index, lines_, text_);
  }
  for (const Expr load : loads()) {
    const Node node = arena_[load];
    own_.push_back(text_.fresh(side + "_from"));
    lines_.add(fmt::format("const {}* const {} = {};", cuda_name(subject_.parameter(node.args[0]).type), own_.back(),
                           text_.address(node.args[0], divided(node.args[1])->own, node.bytes)));
  }
  if (has_bits()) return write_mask();
  for (const Expr e : compared()) {
    own_.push_back(text_.fresh(side + "_compared"));
    lines_.add(fmt::format("const long long {} = {};", own_.back(), text_.integer(divided(e)->own)));
  }
}

std::string GatheredOperand::guards_text() {
  std::vector<std::string> all;
  for (const OperandGuard& guard : operand_.guards)
    all.push_back((guard.holds ? "" : "!") + text_.condition(guard.condition));
  return all.empty() ? "true" : join(all, " && ");
}

void GatheredOperand::write_mask() {
  const std::string& side = names_.side;
  const bool is_long = bit_count_ > 31;
  lines_.add(fmt::format("{} {}_inside = 0;  // a bit for each of the terms that decide whether an element is there",
                         is_long ? "unsigned long long" : "unsigned", side));
  lines_.open(fmt::format("for (int bit = 0; bit < {}; ++bit)", bit_count_));
  std::vector<std::string> names;
  for (size_t i = 0; i < bits_.size(); ++i) names.push_back(text_.fresh("of_bit"));
  if (!bits_.empty()) write_row_indices(bits_, names, "bit", lines_, text_);
  lines_.add(fmt::format("if ({}) {}_inside |= 1{} << bit;", guards_text(), side, is_long ? "ull" : "u"));
  lines_.close();
}

// One thread for each term of the tile.
void GatheredOperand::write_places() {
  const std::string& side = names_.side;
  const size_t count = loads().size() + compared().size();
  lines_.add(has_bits() ? fmt::format("__shared__ TermPlace {}_places[2][kTileK];", side)
                        : fmt::format("__shared__ long long {}_places[2][kTileK][{}];", side, count));
  lines_.open(fmt::format("const auto place_{} = [&](long long start, int slot)", side));
  lines_.add("if (threadIdx.x >= kTileK) return;");
  const size_t before = text_.mark();
  const std::string k = text_.fresh("term_index");
  lines_.add(fmt::format("const long long {} = start + threadIdx.x;", k));
  bind_term(k);
  const auto offset = [&](Expr load) {
    const auto index =
        lift::divide_exactly(arena_, divided(arena_[load].args[1])->of_term, lift::integer(arena_, arena_[load].bytes));
    return index ? text_.integer(*index) : text_.fail("an access between elements");
  };
  const std::string to = fmt::format("{}_places[slot][threadIdx.x]", side);
  if (has_bits()) {
    std::string bit = "0";
    for (const SpaceIndex& part : bits_)
      bit = fmt::format("({}) * {} + (int){}", bit, text_.integer(part.count), *text_.bound(part.variable));
    lines_.add(fmt::format("{} = {{{}, {} < terms ? {} : {}}};", to, offset(loads()[0]), k, bit, bit_count_));
  } else {
    size_t at = 0;
    for (const Expr load : loads()) lines_.add(fmt::format("{}[{}] = {};", to, at++, offset(load)));
    for (const Expr e : compared())
      lines_.add(fmt::format("{}[{}] = {};", to, at++, text_.integer(divided(e)->of_term)));
  }
  text_.release(before);
  lines_.close("};");
}

void GatheredOperand::open_elements() {
  lines_.add("#pragma unroll");
  lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / kThreads; ++p)", names_.tile));
  lines_.add(fmt::format("const int term = {}_first + p * (kThreads / {});", names_.side, names_.tile));
}

void GatheredOperand::bind_places() {
  size_t at = 0;
  for (const Expr load : loads()) {
    const std::string offset = has_bits() ? "at.offset" : fmt::format("at[{}]", at);
    text_.bind(load, fmt::format("{}[{}]", own_[at++], offset));
  }
  if (has_bits()) return;
  for (const Expr e : compared()) {
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
    inside = fmt::format("start + term < terms && {}", guards_text());
  }
  const Expr value = operand_.value;
  const std::string zero =
      names_.is_as_is ? zero_of(subject_.parameter(arena_[loads()[0]].args[0]).type) : text_.number(0);
  lines_.add(fmt::format("{}_next[p] = {};", side, zero));
  const std::string text = names_.is_as_is ? *text_.bound(value) : text_.real(value);
  lines_.add(fmt::format("if ({}) {}_next[p] = {};", inside, side, text));
  text_.release(before);
  lines_.close();
  lines_.close("};");
}

}  // namespace whet::write
