#include "write/schedule/rounding_kernel.h"

#include <fmt/format.h>

#include "write/schedule/rounded_copy.h"

namespace whet::write {

namespace {

constexpr int64_t k_rounding_blocks = 1056;  // eight for each multiprocessor of an H200

}  // namespace

int64_t RoundingKernel::copy_blocks() const {
  return k_rounding_blocks;
}

void RoundingKernel::copy_operands() {
  RoundedCopy left(subject_, plan_, left_, lines_, text_), right(subject_, plan_, right_, lines_, text_);
  lines_.add(fmt::format("const long long terms = {};", text_.integer(plan_.count)));
  left.declare();
  right.declare();
  if (left.is_turned() || right.is_turned())
    lines_.add("__shared__ uint4 turned[kCopyTile * kCopyTile / kChunk];  // lines of terms");
  lines_.open("for (long long number = blockIdx.x; number < left_tiles + right_tiles; number += gridDim.x)");
  lines_.open("if (number < left_tiles)");
  left.write("number");
  lines_.turn("} else {");
  right.write("(number - left_tiles)");
  lines_.close();
  lines_.close();
}

Result<void> RoundingKernel::add_launch(const std::vector<FurtherParameter>& further, WrittenKernel& kernel) const {
  kernel.constants.push_back({"kCopyTile", k_copy_tile, "lines of a tile that is copied, and terms"});
  return MapKernel::add_launch(further, kernel);
}

}  // namespace whet::write
