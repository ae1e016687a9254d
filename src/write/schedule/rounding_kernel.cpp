#include "write/schedule/rounding_kernel.h"

#include <fmt/format.h>

#include "write/schedule/rounded_copy.h"

namespace whet::write {

namespace {

Result<std::string> tiles_formula(const Subject& subject, const ContractionPlan& plan, const MappedOperand& each) {
  std::vector<lift::SpaceIndex> matrices;
  for (const BatchStep& step : each.steps) matrices.push_back(step.index);
  TRY(batch, count_formula(subject, matrices));
  TRY(length, count_formula(subject, {{plan.term, plan.count}}));
  TRY(lines, count_formula(subject, {each.names.operand.own}));
  return fmt::format("{} * ceil_div({}, {}) * ceil_div({}, {})", batch, lines, k_copy_tile, length, k_copy_tile);
}

}  // namespace

Result<std::string> RoundingKernel::copy_blocks() const {
  TRY(left, tiles_formula(subject_, plan_, left_));
  TRY(right, tiles_formula(subject_, plan_, right_));
  return fmt::format("max(1, {} + {})", left, right);
}

// A tile for each block: what only one operand needs takes no registers of the other.
void RoundingKernel::copy_operands() {
  RoundedCopy left(subject_, plan_, left_, lines_, text_), right(subject_, plan_, right_, lines_, text_);
  lines_.add(fmt::format("const long long terms = {};", text_.integer(plan_.count)));
  left.declare();
  right.declare();
  if (left.is_turned() || right.is_turned())
    lines_.add("__shared__ uint4 turned[kCopyTile * kCopyTile / kChunk];  // lines of terms");
  lines_.open("if (blockIdx.x < left_tiles)");
  left.write("blockIdx.x");
  lines_.turn("} else if (blockIdx.x < left_tiles + right_tiles) {");
  right.write("(blockIdx.x - left_tiles)");
  lines_.close();
}

Result<void> RoundingKernel::add_launch(const std::vector<FurtherParameter>& further, WrittenKernel& kernel) const {
  kernel.constants.push_back({"kCopyTile", k_copy_tile, "lines of a tile that is copied, and terms"});
  return MapKernel::add_launch(further, kernel);
}

}  // namespace whet::write
