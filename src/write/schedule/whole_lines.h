// A product whose operands are copied first to lines of whole words, in which elements of their own index are
// neighbours: tiles of such an operand come to shared memory in chunks of 16 bytes, without a register between. What is
// done to elements before they are multiplied is done by the copy, once for each.
//
//   a[i, l], b[l, j]   ->   a_copy[l, i], b_copy[l, j] in lines of a multiple of 4 floats, and their product
#pragma once

#include "write/schedule/split_terms.h"
#include "write/schedule/stages.h"
#include "write/subject/contraction_plan.h"

namespace whet::write {

// Which operands are copied.
struct LineCopies {
  bool left = false, right = false;

  bool any() const { return left || right; }
  bool operator==(const LineCopies&) const = default;
};

// The product that reads the operands as copies, of a plan for the nest, and after it what makes each copy. Sums inside
// of an operand are summed once for each of its elements, which become numbers of the hidden type; without one, of the
// type of copies.
Result<Stages> stages_with_lines(const Subject& subject, const Nest& nest, ContractionPlan plan, LineCopies copies,
                                 std::optional<ElementType> hidden_type = {});

// `write` writes the product of the copies. An error: an operand is gathered, or has no form as a copy.
Result<WrittenKernel> write_whole_lines(const Subject& subject, const Nest& nest, LineCopies copies,
                                        const WriteProduct& write);

}  // namespace whet::write
