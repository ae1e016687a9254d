#include "write/schedule/tile_staging.h"

#include <fmt/format.h>

#include <algorithm>

#include "util/text.h"
#include "write/schedule/word_fetch.h"

namespace whet::write {

using lift::Node;

TileStaging::TileStaging(const Subject& subject, const ContractionPlan& plan, Shape shape,
                         std::vector<StagedOperand> operands, std::string number_type, int64_t number_bytes,
                         Lines& lines, CudaExpression& text)
    : subject_(subject),
      arena_(subject.arena),
      plan_(plan),
      shape_(std::move(shape)),
      operands_(std::move(operands)),
      number_type_(std::move(number_type)),
      number_bytes_(number_bytes),
      lines_(lines),
      text_(text) {
  for (const StagedOperand& each : operands_) wide_.emplace_back(subject, vector(), text, "is_" + each.side + "_wide");
}

// Whether shared memory holds the operand's elements as they are.
bool TileStaging::is_kept_as_is(const ContractionOperand& operand) const {
  return !operand.is_gathered && operand.is_plain() &&
         cuda_name(subject_.parameter(arena_[*operand.plain].args[0]).type) == number_type_;
}

// Whether packs go to shared memory without a register between.
bool TileStaging::is_copied(const ContractionOperand& operand) const {
  return is_kept_as_is(operand) && !operand.along_terms;
}

ElementFetchShape TileStaging::element_shape(const StagedOperand& each) const {
  return {each.length, shape_.tile_k, shape_.threads, shape_.terms};
}

// Whether elements go there one by one, each to the line of its term.
bool TileStaging::is_turned(const StagedOperand& each) const {
  return shape_.is_stepping && is_kept_as_is(each.operand) &&
         has_element_fetch(subject_, each.operand, element_shape(each));
}

// Whether a thread keeps one address, and steps on from tile to tile.
bool TileStaging::is_stepping(const StagedOperand& each) const {
  return shape_.is_stepping && is_copied(each.operand) && shape_.threads % (each.length / vector()) == 0 &&
         even_pitch(arena_, *each.operand.plain, plan_.term).has_value();
}

bool TileStaging::has_copies() const {
  return std::any_of(operands_.begin(), operands_.end(),
                     [&](const StagedOperand& each) { return is_in_background(each); });
}

GatheredOperand TileStaging::gathered(const StagedOperand& each) {
  return {subject_, plan_, each.operand, {each.side, each.tile, each.first, each.here, number_type_, false, true},
          lines_,   text_};
}

Result<void> TileStaging::check() {
  for (const StagedOperand& each : operands_) {
    const std::string refusal = each.operand.is_gathered ? gathered(each).refusal(each.length, shape_.threads) : "";
    if (!refusal.empty()) return bad_input("a product has no form for " + refusal);
  }
  for (const StagedOperand& each : operands_) {
    if (each.is_copy && shape_.threads % (each.length / vector()) != 0)
      return bad_input("the threads of a block are no multiple of a line's packs");
  }
  for (const StagedOperand& each : operands_) {
    if (each.length * shape_.tile_k % (vector() * shape_.threads) != 0 || shape_.tile_k % (2 * vector()) != 0)
      return bad_input("the packs of a tile are no multiple of a block's threads");
  }
  return {};
}

int64_t TileStaging::shared_bytes() const {
  int64_t elements = 0;
  for (const StagedOperand& each : operands_) elements += 2 * shape_.tile_k * (each.length + vector());
  return elements * number_bytes_;
}

void TileStaging::declare_tiles() {
  for (const StagedOperand& each : operands_)
    lines_.add(
        fmt::format("__shared__ alignas(16) {} {}_tile[2][kTileK][{} + kVector];", number_type_, each.side, each.tile));
}

void TileStaging::write() {
  for (size_t i = 0; i < operands_.size(); ++i) write_staging(operands_[i], wide_[i]);
}

std::string TileStaging::pack_type(Expr load) const {
  return fmt::format("Pack<{}, kVector>", cuda_name(subject_.parameter(arena_[load].args[0]).type));
}

// The functions that load the packs of an operand to registers, and that keep them in shared memory.
void TileStaging::write_staging(StagedOperand& staged, WidePacks& wide) {
  if (staged.operand.is_gathered) return write_gathering(staged);
  std::vector<std::string> is_wide;
  const ContractionOperand& operand = staged.operand;
  const Expr along = operand.along_terms ? plan_.term : operand.own.variable;
  lines_.add("");
  const FetchedOperand fetched{operand, staged.side, staged.tile, staged.first, staged.here};
  if (staged.is_copy) return write_word_fetch(subject_, plan_, fetched, "", lines_, text_);
  if (is_turned(staged)) return write_element_fetch(subject_, plan_, fetched, element_shape(staged), lines_, text_);
  for (const Expr load : operand.packed) {
    const Node node = arena_[load];
    if (!is_copied(operand)) staged.held.push_back(text_.fresh(subject_.parameter(node.args[0]).name + "_next"));
    is_wide.push_back(wide.of(node.args[0], node.args[1], node.bytes, along));
    staged.is_wide = is_wide.back() == "false" || staged.is_wide == "false" ? "false" : is_wide.back();
  }
  wide.declare(lines_);
  if (is_stepping(staged)) return write_word_fetch(subject_, plan_, fetched, is_wide[0], lines_, text_);
  if (is_copied(operand)) return write_copies(staged, is_wide[0]);
  if (!operand.packed.empty()) write_loads(staged, is_wide);
  write_keeping(staged);
}

void TileStaging::write_gathering(StagedOperand& staged) {
  GatheredOperand operand = gathered(staged);
  operand.write();
  staged.is_asked = operand.asks();
  const std::string place = fmt::format("{0}_tile[buffer][term][{0}_line]", staged.side);
  if (staged.is_asked) operand.write_alone(place);
  lines_.open(
      fmt::format("const auto keep_{} = [&]({}int buffer)", staged.side, staged.is_asked ? "long long start, " : ""));
  if (staged.is_asked)
    lines_.add(fmt::format("if (!{}) return gather_{}(start, buffer);", operand.has_mask(), staged.side));
  operand.open_elements();
  lines_.add(fmt::format("{} = {}_next[p];", place, staged.side));
  lines_.close();
  lines_.close("};");
}

void TileStaging::add_places(const std::string& start, const std::string& slot) {
  for (const StagedOperand& each : operands_) {
    if (each.operand.is_gathered) lines_.add(fmt::format("place_{}({}, {});", each.side, start, slot));
  }
}

// How many elements from the first of a pack on there are.
std::string TileStaging::rest_of(const StagedOperand& staged) const {
  return staged.operand.along_terms ? fmt::format("line < {} ? terms_here - term : 0", staged.here)
                                    : fmt::format("term < terms_here ? {} - line : 0", staged.here);
}

void TileStaging::write_copies(const StagedOperand& staged, const std::string& is_wide) {
  lines_.open(fmt::format("const auto fetch_{} = [&](long long start, int buffer, bool is_whole)", staged.side));
  const size_t before = text_.mark();
  open_packs(staged, true);
  const Node node = arena_[*staged.operand.plain];
  lines_.add(fmt::format("uint4* const to = reinterpret_cast<uint4*>(&{}_tile[buffer][term][line]);", staged.side));
  lines_.add(fmt::format("fetch_chunk(to, {}, is_whole ? kVector : {}, is_whole || {});",
                         text_.address(node.args[0], node.args[1], node.bytes), rest_of(staged), is_wide));
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

void TileStaging::write_loads(const StagedOperand& staged, const std::vector<std::string>& is_wide) {
  const ContractionOperand& operand = staged.operand;
  for (size_t n = 0; n < operand.packed.size(); ++n)
    lines_.add(fmt::format("{} {}[{} * kTileK / kVector / kThreads];", pack_type(operand.packed[n]), staged.held[n],
                           staged.tile));
  lines_.open(fmt::format("const auto load_{} = [&](long long start, bool is_whole)", staged.side));
  const size_t before = text_.mark();
  open_packs(staged, true);
  for (size_t n = 0; n < operand.packed.size(); ++n) {
    const Node node = arena_[operand.packed[n]];
    lines_.add(fmt::format("{}[p] = load_pack<kVector>({}, {}, {}{});", staged.held[n],
                           text_.address(node.args[0], node.args[1], node.bytes),
                           is_wide[n] == "false" ? rest_of(staged) : "is_whole ? kVector : " + rest_of(staged),
                           is_wide[n] == "false" ? "" : "is_whole || ", is_wide[n]));
  }
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

// Opens the loop over a thread's packs, with the indices of the first element of each. Along the terms two lanes read
// 32 bytes of a line and 16 lines follow each other, which keeps the turned elements on different banks.
void TileStaging::open_packs(const StagedOperand& staged, bool with_indices) {
  if (with_indices)
    lines_.add(fmt::format("const int terms_here = (int)min({} - start, (long long)kTileK);", shape_.terms));
  lines_.add("#pragma unroll");
  lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / kVector / kThreads; ++p)", staged.tile));
  lines_.add("const int unit = threadIdx.x + p * kThreads;");
  if (staged.operand.along_terms) {
    lines_.add(fmt::format("const int line = unit / 2 % {0}, term = (unit % 2 + unit / (2 * {0}) * 2) * kVector;",
                           staged.tile));
  } else {
    lines_.add(
        fmt::format("const int line = unit % ({0} / kVector) * kVector, term = unit / ({0} / kVector);", staged.tile));
  }
  if (!with_indices) return;
  lines_.add(fmt::format("const long long {} = {} + line, k = start + term;", staged.index, staged.first));
  text_.bind(staged.operand.own.variable, staged.index);
  text_.bind(plan_.term, "k");
}

// What is done to the elements is done here: each once for a block.
void TileStaging::write_keeping(const StagedOperand& staged) {
  const bool is_as_is = is_kept_as_is(staged.operand);
  lines_.open(fmt::format("const auto keep_{} = [&]({}int buffer)", staged.side,
                          staged.operand.is_plain() ? "" : "long long start, "));
  const size_t before = text_.mark();
  open_packs(staged, !staged.operand.is_plain());
  const std::string values = is_as_is ? staged.held[0] + "[p]" : "values";
  if (!is_as_is) {
    lines_.add(fmt::format("Pack<{}, kVector> values;", number_type_));
    lines_.add("#pragma unroll");
    lines_.open("for (int e = 0; e < kVector; ++e)");
    write_value(staged);
    lines_.close();
  }
  if (staged.operand.along_terms) {
    lines_.add("#pragma unroll");
    lines_.add(fmt::format("for (int e = 0; e < kVector; ++e) {}_tile[buffer][term + e][line] = {}.at[e];", staged.side,
                           values));
  } else {
    lines_.add(fmt::format("*reinterpret_cast<Pack<{}, kVector>*>(&{}_tile[buffer][term][line]) = {};", number_type_,
                           staged.side, values));
  }
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

// Element e of a pack. What lies outside of the operand is zero: packs outside of an array are.
void TileStaging::write_value(const StagedOperand& staged) {
  const ContractionOperand& operand = staged.operand;
  const size_t before = text_.mark();
  text_.bind(operand.along_terms ? plan_.term : operand.own.variable,
             operand.along_terms ? "(k + e)" : fmt::format("({} + e)", staged.index));
  for (size_t n = 0; n < operand.packed.size(); ++n) text_.bind(operand.packed[n], staged.held[n] + "[p].at[e]");
  if (!operand.is_plain()) {
    lines_.add(fmt::format("values.at[e] = {};", plan_.is_real ? text_.number(0) : "0"));
    lines_.open(operand.along_terms ? fmt::format("if (line < {} && term + e < terms_here)", staged.here)
                                    : fmt::format("if (line + e < {} && term < terms_here)", staged.here));
  }
  text_.count_uses({operand.value});
  lines_.add(
      fmt::format("values.at[e] = {};", plan_.is_real ? text_.real(operand.value) : text_.integer(operand.value)));
  if (!operand.is_plain()) lines_.close();
  text_.release(before);
}

// What brings the tile that begins with the term to the buffer: before a multiplication, and after it.
void TileStaging::add_loads(const std::string& start, const std::string& buffer, const std::string& is_whole) {
  for (const StagedOperand& each : operands_) {
    if (each.operand.is_gathered) lines_.add(fmt::format("load_{}({}, {});", each.side, start, buffer));
    if (is_in_background(each)) lines_.add(fmt::format("fetch_{}({}, {}, {});", each.side, start, buffer, is_whole));
    if (!each.held.empty()) lines_.add(fmt::format("load_{}({}, {});", each.side, start, is_whole));
  }
  if (has_copies()) lines_.add("cp_async_commit();");
}

void TileStaging::add_keeping(const std::string& start, const std::string& buffer) {
  for (const StagedOperand& each : operands_) {
    if (is_in_background(each)) continue;
    const bool has_start = each.operand.is_gathered ? each.is_asked : !each.operand.is_plain();
    lines_.add(fmt::format("keep_{}({}{});", each.side, has_start ? start + ", " : "", buffer));
  }
  if (has_copies()) lines_.add("cp_async_wait<0>();");
}

// Whether all packs of whole tiles are whole words; empty: they never are.
std::string TileStaging::whole_text() const {
  std::vector<std::string> conditions;
  for (const StagedOperand& each : operands_) conditions.push_back(each.here + " == " + each.tile);
  for (const StagedOperand& each : operands_) {
    if (each.operand.is_gathered || each.is_copy || is_turned(each)) continue;
    if (each.is_wide.empty() || each.is_wide == "false") return "";
    conditions.push_back(each.is_wide);
  }
  return join(conditions, " && ");
}

void TileStaging::write_first_loads(const Range& range) {
  is_first_loaded_ = std::all_of(operands_.begin(), operands_.end(),
                                 [&](const StagedOperand& each) { return is_in_background(each); });
  if (is_first_loaded_) add_loads(range.first, "0", "false");
}

// The next tiles are on their way while those before are multiplied.
void TileStaging::write_loop(const Range& range, const std::string& multiply) {
  const bool has_gathered = plan_.is_gathered();
  if (has_gathered) {
    add_places("0", "0");
    add_places("kTileK", "1");
    lines_.add("__syncthreads();");
  }
  if (!is_first_loaded_) add_loads(range.first, "0", "false");
  add_keeping(range.first, "0");
  lines_.add("__syncthreads();");
  lines_.add("int buffer = 0;");
  const bool has_whole = !whole_text().empty();
  if (has_whole) {
    lines_.add("// Tiles of which everything is there need no comparisons.");
    lines_.add(fmt::format("const bool has_whole_tiles = {};", whole_text()));
  }
  lines_.open(fmt::format("for (long long start = {}; start < {}; start += kTileK)", range.first, range.end));
  lines_.add("const long long next = start + kTileK;");
  if (has_whole) {
    lines_.open(fmt::format("if (has_whole_tiles && next + kTileK <= {})", range.end));
    add_loads("next", "buffer ^ 1", "true");
    lines_.turn(fmt::format("}} else if (next < {}) {{", range.end));
  } else {
    lines_.open(fmt::format("if (next < {})", range.end));
  }
  add_loads("next", "buffer ^ 1", "false");
  lines_.close();
  lines_.add(multiply);
  add_places("next + kTileK", "buffer");
  lines_.add("buffer ^= 1;");
  lines_.open(fmt::format("if (next < {})", range.end));
  add_keeping("next", "buffer");
  lines_.close();
  lines_.add("__syncthreads();");
  lines_.close();
}

}  // namespace whet::write
