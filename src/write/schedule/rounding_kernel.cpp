#include "write/schedule/rounding_kernel.h"

#include <fmt/format.h>

#include "write/schedule/rounded_copy.h"

namespace whet::write {

Result<std::string> RoundingKernel::copy_blocks() const {
  std::vector<std::string> blocks;
  for (const MappedOperand* each : {&left_, &right_}) {
    TRY(formula, RoundedCopy(subject_, plan_, *each, lines_, text_).blocks_formula());
    blocks.push_back(formula);
  }
  return fmt::format("max(1, {} + {})", blocks[0], blocks[1]);
}

// Blocks have tiles of their own: what one operand needs takes no registers of the other.
void RoundingKernel::copy_operands() {
  RoundedCopy left(subject_, plan_, left_, lines_, text_), right(subject_, plan_, right_, lines_, text_);
  lines_.add(fmt::format("const long long terms = {};", text_.integer(plan_.count)));
  left.declare();
  right.declare();
  if (left.is_turned() || right.is_turned())
    lines_.add("__shared__ uint4 turned[kCopyTile * kCopyTile / kChunk];  // lines of terms");
  lines_.open(fmt::format("if (blockIdx.x < {})", left.blocks()));
  left.write("blockIdx.x");
  lines_.turn(fmt::format("}} else if (blockIdx.x < {} + {}) {{", left.blocks(), right.blocks()));
  right.write(fmt::format("(blockIdx.x - {})", left.blocks()));
  lines_.close();
}

Result<void> RoundingKernel::add_launch(const std::vector<FurtherParameter>& further, WrittenKernel& kernel) const {
  kernel.constants.push_back({"kCopyTile", k_copy_tile, "lines of a tile that is copied, and terms"});
  if (left_.has_place || right_.has_place)
    kernel.constants.push_back({"kCopyRun", k_copy_run, "tiles of a block, where an operand may stay as it is"});
  return MapKernel::add_launch(further, kernel);
}

}  // namespace whet::write
