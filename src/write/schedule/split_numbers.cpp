#include "write/schedule/split_numbers.h"

#include <fmt/format.h>

#include "util/text.h"
#include "write/schedule/row_index.h"

namespace whet::write {

bool multiplies_split(const Subject& subject, ElementType type) {
  return type == ElementType::f32 && subject.allows_split && !subject.allows_tf32;
}

bool multiplies_split(const Subject& subject, const ContractionPlan& plan) {
  return multiplies_split(subject, subject.parameter(subject.arena[*plan.left.plain].args[0]).type);
}

std::string split_text() {
  return "Floats are split into two numbers of tf32, as the problem allows, and three products of these make one, "
         "nearly as exact as in float; their sums are rounded in float, in another order than the original's. What has "
         "infinities or NaNs is computed again on plain cores, slowly.";
}

// The small products come first. Tensor cores cut off what a sum has no bits for, and the cuts of a long sum add up:
// sums of one step alone are theirs, and are added to the others as floats.
void add_split_products(Lines& lines) {
  lines.add("float step_sums[4] = {};  // added as floats: tensor cores would cut off bits of a long sum");
  const auto product = [&](const std::string& left, const std::string& right) {
    lines.add(
        fmt::format("mma_tf32(step_sums, {0}[s], {1}[p / 2][p % 2 * 2], {1}[p / 2][p % 2 * 2 + 1]);", left, right));
  };
  product("rest_of_left", "of_right");
  product("of_left", "rest_of_right");
  product("of_left", "of_right");
  lines.add("#pragma unroll");
  lines.add("for (int e = 0; e < 4; ++e) sums[s][p][e] += step_sums[e];");
}

// Of a tile of terms, for the same reason.
void write_split_products(const std::string& left_tile, const std::string& right_tile, Lines& lines) {
  lines.section("Multiply: the warpgroup's kWgmmaRows rows with all columns of the tile");
  lines.add("// Sums 4p to 4p + 3 of a lane are those of rows lane / 4 and lane / 4 + 8 of the warp's 16, columns");
  lines.add(
      "// 8p + lane % 4 * 2 and the next. Tensor cores would cut off bits of a long sum: those of a tile are theirs,");
  lines.add("// and are added as floats.");
  lines.add("float sums[kTileN / 2] = {}, tile_sums[kTileN / 2];");
  lines.add("constexpr int kWgmmaTerms = 8;  // of one wgmma: 32 bytes");
  lines.open("const auto multiply = [&](int stage)");
  lines.add(fmt::format("const uint4* const left_tile = {} + warp / 4 * kWgmmaRows * kTileK / kChunk;", left_tile));
  lines.add(fmt::format("const uint4* const right_tile = {};", right_tile));
  lines.add("#pragma unroll");
  lines.add("for (int n = 0; n < kTileN / 2; ++n) tile_sums[n] = 0;");
  lines.add("wgmma_fence();");
  lines.add("#pragma unroll");
  lines.open("for (int product = 0; product < 3; ++product)");
  lines.add("const uint4* const of_left = left_tile + (product == 0 ? kRests : 0);");
  lines.add("const uint4* const of_right = right_tile + (product == 1 ? kRests : 0);");
  lines.add("#pragma unroll");
  lines.open("for (int step = 0; step < kTileK / kWgmmaTerms; ++step)");
  for (const char* side : {"left", "right"})
    lines.add(
        fmt::format("const unsigned long long {0}_matrix = "
                    "matrix_descriptor<kNoFurther>(of_{0} + step * (kWgmmaTerms / kChunk));",
                    side));
  lines.add("wgmma_tf32_128(tile_sums, left_matrix, right_matrix);");
  lines.close();
  lines.close();
  lines.add("wgmma_commit();");
  lines.close("};");
  lines.open("const auto add_tile = [&]");
  lines.add("wgmma_wait<0>();");
  lines.add("settle(tile_sums);");
  lines.add("#pragma unroll");
  lines.add("for (int n = 0; n < kTileN / 2; ++n) sums[n] += tile_sums[n];");
  lines.close("};");
}

SumPlaces sums_of_warp() {
  return {"kWarpM * kWarpN / 32", "warp_row + at / (kWarpN / 2) * 16 + at % 4 / 2 * 8 + lane / 4",
          "warp_column + at / 4 % (kWarpN / 8) * 8 + lane % 4 * 2 + at % 2",
          "sums[{0} / (kWarpN / 2)][{0} / 4 % (kWarpN / 8)][{0} % 4]"};
}

SumPlaces sums_of_group() {
  return {"kTileN / 2", "warp * 16 + at % 4 / 2 * 8 + lane / 4", "at / 4 * 8 + lane % 4 * 2 + at % 2", "sums[{0}]"};
}

std::string SpecialSums::sum(const std::string& number) const {
  return fmt::format(fmt::runtime(places_.name), number);
}

void SpecialSums::write() {
  lines_.section("Infinities, NaNs and floats that round to an infinity: their parts are no numbers");
  lines_.add(fmt::format("constexpr int kOwnSums = {};  // of a thread", places_.count));
  write_search();
  lines_.add("// Such a thread makes its sums again, term after term.");
  lines_.add("#pragma unroll 1");
  lines_.open("for (int at = 0; is_special && at < kOwnSums; ++at)");
  lines_.add(fmt::format("const long long i = tile_row + {};", places_.row));
  lines_.add(fmt::format("const long long j = tile_column + {};", places_.column));
  lines_.add("if (i >= count_down || j >= count_across) continue;");
  write_sum();
  lines_.add("#pragma unroll  // the place is a constant then, and sums stay in registers");
  lines_.open("for (int n = 0; n < kOwnSums; ++n)");
  lines_.add(fmt::format("if (n == at) {} = sum;", sum("n")));
  lines_.close();
  lines_.close();
}

void SpecialSums::write_search() {
  lines_.add("bool is_special = false;");
  lines_.add("#pragma unroll");
  lines_.add(fmt::format("for (int n = 0; n < kOwnSums; ++n) is_special |= !isfinite({});", sum("n")));
}

void SpecialSums::write_sum() {
  const size_t before = text_.mark();
  bind(plan_.left.parts, plan_.row().variable, "i");
  bind(plan_.right.parts, plan_.column().variable, "j");
  lines_.add("float sum = 0;");
  lines_.open("for (long long k = 0; k < terms; ++k)");
  bind(plan_.term_parts, plan_.term, "k");
  const std::string left = factor(plan_.left), right = factor(plan_.right);
  lines_.add(fmt::format("sum += {} * {};", left, right));
  lines_.close();
  text_.release(before);
}

void SpecialSums::bind(const std::vector<lift::SpaceIndex>& parts, Expr whole, const std::string& index) {
  if (!parts.empty()) {
    std::vector<std::string> names;
    for (size_t i = 0; i < parts.size(); ++i) names.push_back(text_.fresh("part_of_" + index));
    write_row_indices(parts, names, index, lines_, text_);
  }
  text_.bind(whole, index);
}

// Zero where a guard says that there is no element.
std::string SpecialSums::factor(const ContractionOperand& operand) {
  std::vector<std::string> guards;
  for (const OperandGuard& guard : operand.guards)
    guards.push_back((guard.holds ? "" : "!") + text_.condition(guard.condition));
  const std::string value = text_.real(operand.value);
  return guards.empty() ? value : fmt::format("({} ? {} : 0.0f)", join(guards, " && "), value);
}

}  // namespace whet::write
