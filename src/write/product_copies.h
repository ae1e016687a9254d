// Which operands of a product on plain cores are tried as copies in lines of whole words (whole_lines.h).
#pragma once

#include <vector>

#include "write/product_prediction.h"

namespace whet::write {

// Whether lines of the operand are no whole words at the case to be fast at, or data says where they begin: its tiles
// are loaded by elements.
bool is_loaded_by_elements(const Subject& subject, const ContractionPlan& plan, const ContractionOperand& operand);

// None at all first, then those of which some operand is copied. Only those: the meaning has no others, or none would
// change anything.
std::vector<LineCopies> line_copies(const Subject& subject, const ContractionPlan& plan, const ProductSizes& sizes);

}  // namespace whet::write
