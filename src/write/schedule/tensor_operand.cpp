#include "write/schedule/tensor_operand.h"

#include <fmt/format.h>

#include "write/schedule/split_numbers.h"

namespace whet::write {

namespace {

constexpr int64_t k_most_gathered = 32;  // elements of a thread, on their way to shared memory

}  // namespace

Result<void> TensorOperand::check(int64_t length) {
  const int64_t threads = numbers_.threads();
  if (length * numbers_.line % (k_chunk_bytes * threads) != 0 || threads % (length / chunk()) != 0)
    return bad_input("the chunks of a tile are no multiple of a block's threads");
  if (!is_gathered()) return {};
  const std::string refusal = gathered().refusal(length, threads);
  if (!refusal.empty()) return bad_input("tensor cores have no form for " + refusal);
  if (length * numbers_.line / node_.bytes / threads > k_most_gathered)
    return bad_input("the gathered elements of a thread do not fit into registers");
  return {};
}

GatheredOperand TensorOperand::gathered() {
  const std::string type(cuda_name(type_));
  return {subject_, plan_, names_.operand, {names_.side, names_.tile, names_.first, names_.here, type, true},
          lines_,   text_};
}

std::string TensorOperand::place(const std::string& line, const std::string& chunk) const {
  return fmt::format("{}<{}>({}, {})", is_read_by_words() ? "swizzled_words" : "swizzled", chunks_of_line(), line,
                     chunk);
}

std::string TensorOperand::tile_address(const std::string& stage) const {
  return fmt::format("tiles + {} * kStageChunks{}", stage, side() == "left" ? "" : " + kTileM * kTileK / kChunk");
}

void TensorOperand::write() {
  if (is_gathered()) return write_gathered();
  if (is_turned()) return write_turned();
  if (is_gathered_in_chunks())
    return GatheredChunks(subject_, plan_, names_, lines_, text_)
        .write({tile_address("stage"), place("line", "chunk")}, chunk());
  is_wide_ = write_chunk_fetch(subject_, plan_, names_, {tile_address("stage"), place("line", "chunk")}, chunk(),
                               lines_, text_);
}

void TensorOperand::write_gathered() {
  GatheredOperand operand = gathered();
  operand.write();
  lines_.open(fmt::format("const auto keep_{} = [&](int stage)", side()));
  lines_.add(fmt::format("uint4* const to = {};", tile_address("stage")));
  operand.open_elements();
  lines_.add(fmt::format("uint4* const chunk = to + {};", place("term", side() + "_line / kChunk")));
  lines_.add(fmt::format("reinterpret_cast<{0}*>(chunk)[{1}_line % kChunk] = {1}_next[p];", cuda_name(type_), side()));
  lines_.close();
  lines_.close("};");
}

// Squares of 4 x 4 bytes, turned in registers: loaded before a tile is multiplied, kept afterwards. They are words: as
// elements each byte would have a register, and those of a large tile beside its sums would spill (17.8 ms at 4096 on
// an H200, 0.83 as words).
void TensorOperand::write_turned() {
  WidePacks wide(subject_, 4, text_, fmt::format("is_{}_wide", side()), "4");
  const std::string is_wide = wide.of(node_.args[0], node_.args[1], node_.bytes, names_.operand.own.variable);
  const std::string name = text_.fresh(subject_.parameter(node_.args[0]).name + "_next");
  lines_.add("");
  wide.declare(lines_);
  lines_.add("// A square has 4 terms of 4 neighbours in memory; in shared memory the terms are neighbours.");
  lines_.add(fmt::format("unsigned {}[{} * kTileK / 16 / kThreads][4];", name, names_.tile));
  write_loading_of_squares(name, is_wide);
  write_keeping_of_squares(name);
}

void TensorOperand::write_loading_of_squares(const std::string& name, const std::string& is_wide) {
  lines_.open(fmt::format("const auto load_{} = [&](long long start)", side()));
  const size_t before = text_.mark();
  open_squares();
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < 4; ++e)");
  lines_.add(fmt::format("const long long {} = {} + line, k = start + term + e;", names_.index, names_.first));
  text_.bind(names_.operand.own.variable, names_.index);
  text_.bind(plan_.term, "k");
  lines_.add(fmt::format("{}[p][e] = load_bytes({}, k < terms ? {} - line : 0, {});", name,
                         text_.address(node_.args[0], node_.args[1], node_.bytes), names_.here, is_wide));
  lines_.close();
  lines_.close();
  lines_.close("};");
  text_.release(before);
}

void TensorOperand::write_keeping_of_squares(const std::string& name) {
  lines_.open(fmt::format("const auto keep_{} = [&](int stage)", side()));
  lines_.add(fmt::format("uint4* const to = {};", tile_address("stage")));
  open_squares();
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < 4; ++e)");
  lines_.add(fmt::format("uint4* const chunk = to + {};", place("line + e", "term / kChunk")));
  lines_.add(fmt::format("reinterpret_cast<unsigned*>(chunk)[term % kChunk / 4] = turn_bytes({}[p], e);", name));
  lines_.close();
  lines_.close();
  lines_.close("};");
}

void TensorOperand::open_squares() {
  lines_.add("#pragma unroll");
  lines_.open(fmt::format("for (int p = 0; p < {} * kTileK / 16 / kThreads; ++p)", names_.tile));
  lines_.add("const int unit = threadIdx.x + p * kThreads;");
  lines_.add(fmt::format("const int line = unit % ({0} / 4) * 4, term = unit / ({0} / 4) * 4;", names_.tile));
}

void TensorOperand::add_places(const std::string& start, const std::string& slot) {
  if (is_gathered()) lines_.add(fmt::format("place_{}({}, {});", side(), start, slot));
}

void TensorOperand::add_fetch(const std::string& start, const std::string& stage, const std::string& slot,
                              const std::string& is_whole) {
  if (is_gathered()) return lines_.add(fmt::format("load_{}({}, {});", side(), start, slot));
  if (is_turned()) return lines_.add(fmt::format("load_{}({});", side(), start));
  lines_.add(fmt::format("fetch_{}({}, {}, {});", side(), start, stage, is_whole));
}

void TensorOperand::add_keeping(const std::string& stage) {
  if (is_kept()) lines_.add(fmt::format("keep_{}({});", side(), stage));
}

void TensorOperand::add_tile(const std::string& stage) {
  lines_.add(fmt::format("const uint4* const {}_tile = {};", side(), tile_address(stage)));
}

// Of the left operand the four matrices are rows 0 to 7 and 8 to 15 of the first terms, then of the others; of the
// right one columns 0 to 7 with the first and the other terms, then columns 8 to 15.
std::string TensorOperand::lane_place() const {
  const bool is_left = side() == "left", of_terms = has_lines_of_terms();
  const std::string first = is_left ? "warp_row" : "warp_column";
  if (is_read_by_words()) return place("lane % 4", first + " / kChunk + lane / 16");
  const bool is_low = of_terms == is_left;  // 16 lines, then the next chunk of each; else 8 lines of two chunks
  const std::string line = is_low ? "lane % 16" : "lane / 16 * 8 + lane % 8";
  const std::string chunk = is_low ? "lane / 16" : "lane / 8 % 2";
  return of_terms ? place(first + " + " + line, chunk) : place(line, first + " / kChunk + " + chunk);
}

// From there matrices of further terms, rows and columns are whole lines away, or chunks, of which only one bit of
// the swizzled place changes at a time.
std::string TensorOperand::read() const {
  const std::string chunks = chunks_of_line();
  if (is_read_by_words())
    return fmt::format("load_apart<{0}, {1}>(of_{2}[p], {2}_tile + step * kChunk * ({0}), {2}_place ^ p * 4);", chunks,
                       side() == "left" ? "true" : "false", side());
  if (has_lines_of_terms())
    return fmt::format("ldmatrix_x4(of_{0}[p], {0}_tile + ({0}_place ^ step) + p * 16 * ({1}));", side(), chunks);
  return fmt::format("ldmatrix_x4_transposed(of_{0}[p], {0}_tile + ({0}_place ^ p * 2) + step * 8 * ({1}));", side(),
                     chunks);
}

void TensorOperand::add_halves(const std::string& count) {
  lines_.add("#pragma unroll");
  lines_.add(fmt::format("for (int p = 0; p < {}; ++p) take_halves_of_{}({}_halves[p], of_{}[p], pair);", count,
                         name_of(type_), side(), side()));
}

void TensorOperand::add_reading(const std::string& count) {
  lines_.add("#pragma unroll");
  const std::string loop = fmt::format("for (int p = 0; p < {}; ++p)", count);
  if (node_.bytes != 4) return lines_.add(loop + " " + read());
  lines_.open(loop);
  lines_.add(read());
  lines_.add(multiplies_split(subject_, type_) ? fmt::format("split_to_tf32(of_{0}[p], rest_of_{0}[p]);", side())
                                               : fmt::format("round_to_tf32(of_{}[p]);", side()));
  lines_.close();
}

}  // namespace whet::write
