#include "write/schedule/rounded_copy.h"

#include <fmt/format.h>

namespace whet::write {

using lift::Node;

void RoundedCopy::declare() {
  WidePacks wide(subject_, 4, text_, fmt::format("is_{}_wide", side_), "kChunk");
  for (const Expr load : operand_.packed) {
    const Node node = subject_.arena[load];
    are_wide_.push_back(wide.of(node.args[0], node.args[1], node.bytes, along()));
  }
  wide.declare(lines_);
  std::string matrices;
  for (const BatchStep& step : each_.steps) matrices += " * " + text_.integer(step.index.count);
  lines_.add(fmt::format("const long long {}_count = {};", side_, text_.integer(each_.lines)));
  lines_.add(
      fmt::format("const long long {0}_across = (terms + kCopyTile - 1) / kCopyTile, "
                  "{0}_down = ({0}_count + kCopyTile - 1) / kCopyTile;",
                  side_));
  lines_.add(fmt::format("const long long {0}_tiles = {1}{0}_across * {0}_down{2};", side_,
                         each_.has_place ? fmt::format("is_{}_mapped ? 0 : ", side_) : "", matrices));
  if (each_.has_place)
    lines_.add(fmt::format("const long long {0}_runs = ({0}_tiles + kCopyRun - 1) / kCopyRun;", side_));
}

Result<std::string> RoundedCopy::blocks_formula() const {
  std::vector<lift::SpaceIndex> matrices;
  for (const BatchStep& step : each_.steps) matrices.push_back(step.index);
  TRY(batch, count_formula(subject_, matrices));
  TRY(length, count_formula(subject_, {{plan_.term, plan_.count}}));
  TRY(lines, count_formula(subject_, {operand_.own}));
  const std::string tiles =
      fmt::format("{} * ceil_div({}, {}) * ceil_div({}, {})", batch, lines, k_copy_tile, length, k_copy_tile);
  return each_.has_place ? fmt::format("ceil_div({}, {})", tiles, k_copy_run) : tiles;
}

void RoundedCopy::write(const std::string& block) {
  if (!each_.has_place) return write_tile(block);
  lines_.add(fmt::format("const long long end = min((long long)({} + 1) * kCopyRun, {}_tiles);", block, side_));
  lines_.open(fmt::format("for (long long number = (long long){} * kCopyRun; number < end; ++number)", block));
  write_tile("number");
  lines_.close();
}

void RoundedCopy::write_tile(const std::string& number) {
  const size_t before = text_.mark();
  write_place(number);
  lines_.add(fmt::format("const int lines_here = (int)min({}_count - first, (long long)kCopyTile);", side_));
  lines_.add("const int terms_here = (int)min(terms - start, (long long)kCopyTile);");
  if (is_turned()) {
    write_turned();
  } else {
    write_straight();
  }
  text_.release(before);
}

// The first term and line of the tile, and the indices of its matrix.
void RoundedCopy::write_place(const std::string& number) {
  lines_.add(fmt::format("const long long start = modulo({}, {}_across) * kCopyTile;", number, side_));
  const std::string above = fmt::format("divide({}, {}_across)", number, side_);
  if (each_.steps.empty()) return lines_.add(fmt::format("const long long first = {} * kCopyTile;", above));
  lines_.add(fmt::format("const long long first = modulo({}, {}_down) * kCopyTile;", above, side_));
  lines_.add(fmt::format("const long long matrix = divide({}, {}_down);", above, side_));
  std::vector<lift::SpaceIndex> indices;
  std::vector<std::string> names;
  for (const BatchStep& step : each_.steps) {
    indices.push_back(step.index);
    names.push_back(text_.fresh("of_matrix"));
  }
  write_row_indices(indices, names, "matrix", lines_, text_);
}

namespace {

// Opens the loop over the packs of a tile's lines that a thread has.
void open_lines(Lines& lines) {
  lines.add("#pragma unroll");
  lines.open("for (int p = 0; p < kCopyTile * kCopyTile / kChunk / kCopyThreads; ++p)");
  lines.add("const int unit = threadIdx.x + p * kCopyThreads;");
  lines.add("const int line = unit / (kCopyTile / kChunk), chunk = unit % (kCopyTile / kChunk);");
}

}  // namespace

void RoundedCopy::write_straight() {
  lines_.add("Pack<float, kChunk> packs[kCopyTile * kCopyTile / kChunk / kCopyThreads];");
  open_lines(lines_);
  lines_.add(fmt::format("const long long {} = first + line, k = start + chunk * kChunk;", index()));
  lines_.add("const int rest = line < lines_here ? terms_here - chunk * kChunk : 0;");
  write_pack("packs[p]");
  lines_.close();
  open_lines(lines_);
  add_store("rounded_chunk(packs[p])");
  lines_.close();
}

// Chunk c of line r lies at c ^ (r / 4): no access has bank conflicts.
void RoundedCopy::write_turned() {
  lines_.add("const int across = threadIdx.x % (kCopyTile / kChunk), down = threadIdx.x / (kCopyTile / kChunk);");
  lines_.add("Pack<float, kChunk> square[kChunk];  // terms below each other");
  lines_.add("#pragma unroll");
  lines_.open("for (int s = 0; s < kChunk; ++s)");
  lines_.add(fmt::format("const long long {} = first + across * kChunk, k = start + down * kChunk + s;", index()));
  lines_.add("const int rest = down * kChunk + s < terms_here ? lines_here - across * kChunk : 0;");
  write_pack("square[s]");
  lines_.close();
  lines_.add("#pragma unroll");
  lines_.open("for (int s = 0; s < kChunk; ++s)");
  lines_.add(
      "turned[(across * kChunk + s) * (kCopyTile / kChunk) + (down ^ across)] = rounded_chunk(turn_pack(square, s));");
  lines_.close();
  lines_.add("__syncthreads();");
  open_lines(lines_);
  add_store("turned[line * (kCopyTile / kChunk) + (chunk ^ line / kChunk)]");
  lines_.close();
}

// `rest` elements of the pack are there, the others are zero.
void RoundedCopy::write_pack(const std::string& to) {
  const size_t before = text_.mark();
  text_.bind(operand_.own.variable, index());
  text_.bind(plan_.term, "k");
  const bool is_as_is =
      operand_.is_plain() && subject_.parameter(subject_.arena[*operand_.plain].args[0]).type == ElementType::f32;
  std::vector<std::string> held;
  for (size_t n = 0; n < operand_.packed.size(); ++n) {
    const Node node = subject_.arena[operand_.packed[n]];
    const SubjectParameter& array = subject_.parameter(node.args[0]);
    held.push_back(is_as_is ? to : text_.fresh(array.name + "_in"));
    const std::string declared =
        is_as_is ? to : fmt::format("const Pack<{}, kChunk> {}", cuda_name(array.type), held.back());
    lines_.add(fmt::format("{} = {}<kChunk>({}, rest, {});", declared, text_.pack_load(node.bytes),
                           text_.address(node.args[0], node.args[1], node.bytes), are_wide_[n]));
  }
  if (!is_as_is) write_value(to, held);
  text_.release(before);
}

void RoundedCopy::write_value(const std::string& to, const std::vector<std::string>& held) {
  lines_.add("#pragma unroll");
  lines_.open("for (int e = 0; e < kChunk; ++e)");
  const size_t before = text_.mark();
  text_.bind(along(), fmt::format("({} + e)", operand_.along_terms ? "k" : index()));
  for (size_t n = 0; n < held.size(); ++n) text_.bind(operand_.packed[n], held[n] + ".at[e]");
  lines_.add(fmt::format("{}.at[e] = 0;", to));
  lines_.open("if (e < rest)");
  text_.count_uses({operand_.value});
  lines_.add(fmt::format("{}.at[e] = {};", to, text_.real(operand_.value)));
  lines_.close();
  text_.release(before);
  lines_.close();
}

void RoundedCopy::add_store(const std::string& chunk) {
  lines_.add("if (line >= lines_here || chunk * kChunk >= terms_here) continue;");
  const std::string above = each_.steps.empty() ? "" : fmt::format("matrix * {}_count + ", side_);
  lines_.add(fmt::format("store_word({0}_copy + ({1}first + line) * {0}_pitch + start + chunk * kChunk, {2});", side_,
                         above, chunk));
}

}  // namespace whet::write
