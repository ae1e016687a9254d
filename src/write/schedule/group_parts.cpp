#include "write/schedule/group_parts.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet::write {

namespace {

// The descriptor of the terms of a step: 32 bytes further along lines of terms, or 16 lines further.
std::string matrix_text(const ChunkedOperand& each, bool has_lines_of_terms) {
  return has_lines_of_terms
             ? fmt::format("matrix_descriptor<kNoFurther>({}_tile + step * (kWgmmaTerms / kChunk))", each.side)
             : fmt::format("matrix_descriptor<kTileK * kLineBytes>({}_tile + step * kWgmmaTerms * kLineChunks)",
                           each.side);
}

// "wgmma_halves_256<kAsIs, kTransposed>": those that are transposed have terms that lie apart in shared
// memory.
std::string instruction_text(ElementType type, int64_t tile_n, const ContractionPlan& plan) {
  if (type == ElementType::f32) return fmt::format("wgmma_tf32_{}", tile_n);
  return fmt::format("wgmma_{}_{}<{}, {}>", type == ElementType::f16 ? "halves" : "bfloats", tile_n,
                     plan.left.along_terms ? "kAsIs" : "kTransposed", plan.right.along_terms ? "kAsIs" : "kTransposed");
}

}  // namespace

ElementType group_type(const Subject& subject, const ContractionPlan& plan) {
  const auto type_of = [&](const ContractionOperand& each) {
    const bool is_as_it_is = each.is_plain() || (each.plain && plan.is_gathered());
    return is_as_it_is ? subject.parameter(subject.arena[*each.plain].args[0]).type : ElementType::f32;
  };
  const ElementType left = type_of(plan.left);
  return left == type_of(plan.right) && bytes_of(left) == 2 ? left : ElementType::f32;
}

int64_t group_vector(const Subject& subject, const ContractionPlan& plan) {
  std::vector<Expr> values;
  for (const lift::Statement& each : plan.statements) values.push_back(each.value);
  const auto loads = unconditional_loads(subject.arena, values);
  const bool are_words =
      std::all_of(plan.statements.begin(), plan.statements.end(), [](const auto& each) { return each.bytes == 4; }) &&
      std::all_of(loads.begin(), loads.end(), [&](Expr each) { return subject.arena[each].bytes == 4; });
  return are_words ? 2 : 8;
}

std::string group_tile(const ChunkedOperand& each) {
  return fmt::format("tiles + stage * kStageChunks{}", each.side == "left" ? "" : " + kTileM * kTileK / kChunk");
}

void write_group_products(const Subject& subject, const ContractionPlan& plan, int64_t tile_n, bool is_set,
                          Lines& lines) {
  const ElementType type = group_type(subject, plan);
  const ChunkedOperand left = chunked_left(plan), right = chunked_right(plan);
  const bool is_float = type == ElementType::f32;  // their terms are neighbours in shared memory
  lines.section("Multiply: the warpgroup's kWgmmaRows rows with all columns of the tile");
  lines.add("// Sums 4p to 4p + 3 of a lane are those of rows lane / 4 and lane / 4 + 8 of the warp's 16, columns");
  lines.add("// 8p + lane % 4 * 2 and the next.");
  if (plan.further) lines.add("// Those of the further sum come after all of the first.");
  const std::string sums = plan.further ? "float sums[2 * (kTileN / 2)]" : "float sums[kTileN / 2]";
  lines.add(sums + (is_set ? " = {};  // the first products of a tile set them" : " = {};"));
  lines.add(fmt::format("constexpr int kWgmmaTerms = {};  // of one wgmma: 32 bytes", is_float ? 8 : 16));
  lines.open(fmt::format("const auto multiply = [&](int stage{})", is_set ? ", bool is_first" : ""));
  lines.add(
      fmt::format("const uint4* const left_tile = {} + warp / 4 * kWgmmaRows * kTileK / kChunk;", group_tile(left)));
  lines.add(fmt::format("const uint4* const right_tile = {};", group_tile(right)));
  lines.add("wgmma_fence();");
  lines.add("#pragma unroll");
  lines.open("for (int step = 0; step < kTileK / kWgmmaTerms; ++step)");
  for (const ChunkedOperand* each : {&left, &right})
    lines.add(fmt::format("const unsigned long long {}_matrix = {};", each->side,
                          matrix_text(*each, is_float || each->operand.along_terms)));
  lines.add(fmt::format("{}(sums, left_matrix, right_matrix{});", instruction_text(type, tile_n, plan),
                        is_set ? ", !is_first || step > 0" : ""));
  lines.close();
  lines.add("wgmma_commit();");
  lines.close("};");
}

namespace {

void add_column(const ContractionFrame& frame, Lines& lines) {
  lines.add(frame.units() == 1 ? "const long long j = tile_column + p * 8 + lane % 4 * kVector;"
                               : "const long long j = tile_column + (p + lane % 4) * 8;");
}

// "p += 4", from one pack of a lane to its next.
std::string next_pack(const ContractionFrame& frame) {
  return frame.units() == 1 ? "++p" : fmt::format("p += {}", frame.units());
}

void open_rows(Lines& lines) {
  lines.add("#pragma unroll");
  lines.open("for (int s = 0; s < 2; ++s)");
  lines.add("const long long i = tile_row + warp * 16 + s * 8 + lane / 4;");
}

// "4 * " before a number of packs: units of eight columns.
std::string units_text(const ContractionFrame& frame) {
  return frame.units() == 1 ? "" : fmt::format("{} * ", frame.units());
}

constexpr const char* k_beyond = "if (i >= count_down || j >= count_across) continue;";

// Four lanes exchange their results, as words.
void write_paired_results(ContractionFrame& frame, Lines& lines) {
  frame.declare_words();
  lines.add("#pragma unroll");
  lines.open("for (int unit = 0; unit < 4; ++unit)");
  frame.write_word("sums[(p + unit) * 4 + s * 2 + e]", "words[unit]");
  lines.close();
  lines.add("turn_words(words);");
  lines.add(k_beyond);
  frame.store_words();
}

// The sums of a pack: four lanes exchange theirs.
void write_pack_sums(const ContractionFrame& frame, Lines& lines) {
  const auto add = [&](const std::string& name, const std::string& first) {
    lines.add(fmt::format("float {}[kVector];", name));
    lines.add("#pragma unroll");
    lines.add(
        fmt::format("for (int e = 0; e < kVector; ++e) {}[e] = sums[{}(p + e / 2) * 4 + s * 2 + e % 2];", name, first));
    lines.add(fmt::format("turn_quads({});", name));
  };
  add("of_lane", "");
  if (frame.has_further_sum()) add("of_further", "kTileN / 2 + ");
  lines.add(k_beyond);
}

}  // namespace

void write_group_loads(ContractionFrame& frame, int64_t tile_n, Lines& lines) {
  const int64_t ahead = frame.packs_ahead(tile_n / 8 / frame.units());
  if (ahead > 0 || frame.has_fixed_loads())
    lines.add("// What results need beside the sums is on its way while the last wgmma are computed.");
  if (frame.has_fixed_loads()) {
    frame.declare_fixed_loads();
    open_rows(lines);
    frame.write_fixed_loads();
    lines.close();
  }
  if (ahead == 0) return;
  lines.add(fmt::format("constexpr int kAhead = {};  // packs of a row that are loaded before they are needed", ahead));
  frame.declare_loads();
  lines.open("const auto load_ahead = [&](int p)");
  add_column(frame, lines);
  frame.write_column_loads();
  if (frame.has_row_loads()) {
    open_rows(lines);
    frame.write_row_loads();
    lines.close();
  }
  lines.close("};");
  lines.add("#pragma unroll");
  lines.add(fmt::format("for (int p = 0; p < {}kAhead; {}) load_ahead(p);", units_text(frame), next_pack(frame)));
}

void write_group_results(ContractionFrame& frame, int64_t tile_n, Lines& lines) {
  const bool is_direct = frame.units() == 1;
  lines.section(is_direct ? "Store: two sums of a lane are neighbours, and those of four lanes a sector"
                          : "Store: four lanes exchange their sums of 32 columns, and each has kVector neighbours of "
                            "two rows");
  lines.add("#pragma unroll");
  lines.open(fmt::format("for (int p = 0; p < kTileN / 8; {})", next_pack(frame)));
  add_column(frame, lines);
  open_rows(lines);
  if (is_direct) {
    lines.add(k_beyond);
    if (frame.has_further_sum()) lines.add("const float* const of_further = sums + kTileN / 2 + p * 4 + s * 2;");
    frame.write_results_of_ahead("sums[p * 4 + s * 2 + e]");
  } else if (frame.has_paired_results()) {
    write_paired_results(frame, lines);
  } else {
    write_pack_sums(frame, lines);
    frame.write_results_of_ahead("of_lane[e]");
  }
  lines.close();
  if (frame.packs_ahead(tile_n / 8 / frame.units()) > 0)
    lines.add(fmt::format("if (p + {0}kAhead < kTileN / 8) load_ahead(p + {0}kAhead);", units_text(frame)));
  lines.close();
}

}  // namespace whet::write
