// The kernel before a product of floats by bulk copies: it writes copies of operands, rounded to tf32 and in lines of
// terms, as four warps multiply them (rounded_copy.h), and the maps of both. What lies in such lines already, and
// begins at multiples of 16 bytes, stays where it is: TMA rounds it.
#pragma once

#include "write/schedule/map_kernel.h"

namespace whet::write {

class RoundingKernel : public MapKernel {
 public:
  RoundingKernel(const Subject& subject, const ContractionPlan& plan, MappedOperand left, MappedOperand right,
                 Lines& lines, CudaExpression& text)
      : MapKernel(subject, plan, std::move(left), std::move(right), true, lines, text) {}

  Result<void> add_launch(const std::vector<FurtherParameter>& further, WrittenKernel& kernel) const override;

 protected:
  Result<std::string> copy_blocks() const override;
  void copy_operands() override;
};

}  // namespace whet::write
