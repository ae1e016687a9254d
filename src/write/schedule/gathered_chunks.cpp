#include "write/schedule/gathered_chunks.h"

#include <fmt/format.h>

#include <algorithm>

#include "lift/expression/polynomial.h"
#include "util/text.h"
#include "write/schedule/row_index.h"

namespace whet::write {

using lift::SpaceIndex;

bool has_gathered_chunks(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand) {
  lift::Arena& arena = subject.arena;
  if (!operand.is_gathered || !operand.plain) return false;
  if (!GatheredPlaces(subject, plan, operand).refusal().empty() || !has_bits_for_terms(subject, plan, operand))
    return false;
  const Expr last = term_ranges(subject, plan, operand).back().variable;
  const auto is_decided_by = [&](Expr index) {
    return std::any_of(operand.guards.begin(), operand.guards.end(),
                       [&](const OperandGuard& guard) { return arena.contains(guard.condition, index); });
  };
  if (is_decided_by(last) || is_decided_by(plan.term)) return false;
  const lift::Node node = arena[*operand.plain];
  const auto runs_along = [&](Expr index) { return motion(arena, node.args[1], index, node.bytes) == Motion::unit; };
  return runs_along(last) || runs_along(plan.term);
}

bool is_brought_in_chunks(const ContractionPlan& plan, const ContractionOperand& operand) {
  const auto is_gathered = [](const ContractionOperand& each) { return each.is_gathered && each.along_terms; };
  return is_gathered(operand) || (operand.along_terms && (is_gathered(plan.left) || is_gathered(plan.right)));
}

GatheredChunks::GatheredChunks(const Subject& subject, const ContractionPlan& plan, ChunkedOperand names, Lines& lines,
                               CudaExpression& text)
    : subject_(subject),
      arena_(subject.arena),
      plan_(plan),
      names_(std::move(names)),
      lines_(lines),
      text_(text),
      places_(subject, plan, names_.operand),
      node_(arena_[*names_.operand.plain]),
      terms_(subject, plan, names_, lines, text),
      is_wide_(fmt::format("is_{}_wide", names_.side)) {}

std::string GatheredChunks::line_text() const {
  return "threadIdx.x / (kTileK / kChunk) + p * (kThreads / (kTileK / kChunk))";
}

void GatheredChunks::open_lines(bool is_unrolled) {
  lines_.add(is_unrolled ? "#pragma unroll" : "#pragma unroll 1");
  lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / kChunk / kThreads; ++p)", names_.tile));
  lines_.add(fmt::format("const int line = {};", line_text()));
}

void GatheredChunks::bind_own(const std::string& index) {
  text_.bind(names_.operand.own.variable, index);
  if (names_.operand.parts.empty()) return;
  std::vector<std::string> parts;
  for (size_t i = 0; i < names_.operand.parts.size(); ++i) parts.push_back(text_.fresh(names_.side + "_index"));
  write_row_indices(names_.operand.parts, parts, index, lines_, text_);
}

void GatheredChunks::write(const ChunkPlaces& to, int64_t chunk) {
  lines_.add("");
  lines_.add(
      fmt::format("// The {} operand is gathered by cp.async in 16-byte chunks of neighbouring terms (implicit GEMM).",
                  names_.side));
  lines_.add(
      "// A thread has the same chunk of several lines, and keeps the part of their addresses that no term changes.");
  write_wide(chunk);
  write_lines(to);
  terms_.write(is_wide_);
  write_fetch(to);
}

// Chunks are whole words, each has terms of one range, and the bits of a mask are enough for what decides.
void GatheredChunks::write_wide(int64_t chunk) {
  std::vector<std::string> all;
  const Expr inner = arena_.contains(node_.args[1], terms_.last().variable) ? terms_.last().variable : plan_.term;
  const auto conditions =
      pack_conditions(subject_, node_.args[0], node_.args[1], node_.bytes, inner, chunk, text_, "kChunk");
  const auto add = [&](const std::string& condition) {
    if (std::find(all.begin(), all.end(), condition) == all.end()) all.push_back(condition);
  };
  for (const std::string& each : conditions.value_or(std::vector<std::string>{"false"})) add(each);
  add(fmt::format("{} % kChunk == 0", text_.integer(terms_.last().count)));
  add("terms < kMostTerms");
  if (!terms_.bits()) add(terms_.condition());
  lines_.add(fmt::format("const bool {} = {};", is_wide_, join(all, " && ")));
  lines_.add(fmt::format("const int {}_chunk = threadIdx.x % (kTileK / kChunk);", names_.side));
}

void GatheredChunks::write_lines(const ChunkPlaces& to) {
  const std::string& side = names_.side;
  lines_.open(fmt::format("const int {}_to = [&]", side));
  lines_.add(fmt::format("const int line = threadIdx.x / (kTileK / kChunk), chunk = {}_chunk;", side));
  lines_.add(fmt::format("return {};", to.place));
  lines_.close(
      "}();  // in a tile: its chunk of the first of its lines; those of further lines are kThreads chunks apart");
  write_line_places();
  lines_.add(fmt::format("const {}* {}_from[{} * kTileK / kChunk / kThreads];",
                         cuda_name(subject_.parameter(node_.args[0]).type), side, names_.tile));
  lines_.add(fmt::format("{} {}_inside[{} * kTileK / kChunk / kThreads];", terms_.mask_type(), side, names_.tile));
  open_lines(true);
  lines_.add(fmt::format("const LinePlace at = {} ? reinterpret_cast<const LinePlace*>(tiles)[line] : LinePlace{{}};",
                         is_wide_));
  lines_.add(fmt::format("{}_from[p] = {} + at.offset;", side, subject_.parameter(node_.args[0]).name));
  lines_.add(fmt::format("{}_inside[p] = ({})at.inside;", side, terms_.mask_type()));
  lines_.close();
  lines_.add("__syncthreads();");
}

// One thread for each line, by way of the memory for tiles: several threads have chunks of it.
void GatheredChunks::write_line_places() {
  const size_t before = text_.mark();
  lines_.add("// Where lines begin: one thread for each, by way of the memory of tiles.");
  lines_.open(fmt::format("for (int line = threadIdx.x; line < {} && {}; line += kThreads)", names_.tile, is_wide_));
  const std::string index = text_.fresh(names_.side + "_index");
  lines_.add(fmt::format("const long long {} = {} + min(line, {} - 1);", index, names_.first, names_.here));
  bind_own(index);
  write_mask();
  const auto own =
      lift::divide_exactly(arena_, places_.divided(node_.args[1])->own, lift::integer(arena_, node_.bytes));
  lines_.add(fmt::format("reinterpret_cast<LinePlace*>(tiles)[line] = {{{}, inside}};",
                         own ? text_.integer(*own) : text_.fail("an access between elements")));
  lines_.close();
  lines_.add("__syncthreads();");
  text_.release(before);
}

void GatheredChunks::write_mask() {
  const std::vector<SpaceIndex> deciding = places_.deciding();
  if (names_.operand.guards.empty())
    return lines_.add(fmt::format("const unsigned long long inside = line < {} ? 1 : 0;", names_.here));
  lines_.add("unsigned long long inside = 0;");
  const std::string count = terms_.bits() ? std::to_string(*terms_.bits()) : count_text(deciding, text_);
  lines_.open(fmt::format("for (int bit = 0; bit < {} && line < {}; ++bit)", count, names_.here));
  std::vector<std::string> names;
  for (size_t i = 0; i < deciding.size(); ++i) names.push_back(text_.fresh("of_bit"));
  if (!deciding.empty()) write_row_indices(deciding, names, "bit", lines_, text_);
  lines_.add(fmt::format("if ({}) inside |= 1ull << bit;", places_.guards_text(text_)));
  lines_.close();
}

void GatheredChunks::write_fetch(const ChunkPlaces& to) {
  const std::string& side = names_.side;
  write_elements(to);
  lines_.open(fmt::format("const auto fetch_{} = [&](int stage)", side));
  lines_.add(fmt::format("uint4* const to = {} + {}_to;", to.tile, side));
  lines_.add("#pragma unroll");
  lines_.add(fmt::format("for (int p = 0; p < {} * kTileK / kChunk / kThreads; ++p)", names_.tile));
  lines_.add(fmt::format(
      "  cp_async_or_zeros(to + p * kThreads, {0}_from[p] + {0}_offset, {0}_inside[p] >> {0}_bit & 1);", side));
  terms_.write_advance();
  lines_.close("};");
}

// One by one, with all that decides about an element.
void GatheredChunks::write_elements(const ChunkPlaces& to) {
  const std::string& side = names_.side;
  const std::string type(cuda_name(subject_.parameter(node_.args[0]).type));
  const size_t before = text_.mark();
  lines_.add("// Element by element, where chunks are no whole words.");
  lines_.open(fmt::format("const auto gather_{} = [&](long long start, int stage)", side));
  lines_.add(fmt::format("uint4* const to = {};", to.tile));
  open_lines(false);
  lines_.add(fmt::format("const int chunk = {}_chunk;", side));
  lines_.add(fmt::format("const long long {} = {} + line;", names_.index, names_.first));
  bind_own(names_.index);
  lines_.add("#pragma unroll 1");
  lines_.open("for (int e = 0; e < kChunk; ++e)");
  lines_.add("const long long k = start + chunk * kChunk + e;");
  text_.bind(plan_.term, "k");
  std::vector<std::string> names;
  for (size_t i = 0; i < terms_.ranges().size(); ++i) names.push_back(text_.fresh("of_term"));
  if (names.size() > 1) write_row_indices(terms_.ranges(), names, "k", lines_, text_);
  lines_.add(fmt::format("{} element = {};", type, zero_of(subject_.parameter(node_.args[0]).type)));
  lines_.add(fmt::format("if (line < {} && k < terms{}) element = *({});", names_.here,
                         names_.operand.guards.empty() ? "" : " && " + places_.guards_text(text_),
                         text_.address(node_.args[0], node_.args[1], node_.bytes)));
  lines_.add(fmt::format("reinterpret_cast<{}*>(to + {})[e] = element;", type, to.place));
  lines_.close();
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

}  // namespace whet::write
