// A gathered product whose operands are copied first, such that the terms of one range are neighbours in memory:
// channels of an image become the last index of a copy, and so do those of the filters. An operand that lies so stays
// where it is.
//
//   x[i, c, y, z], w[f, c, r, s]   ->   x_copy[i, y, z, c], w_copy[f, r, s, c], and a product over terms (r, s, c)
#pragma once

#include <functional>

#include "write/schedule/split_terms.h"

namespace whet::write {

// Whether operands are copied such that terms are neighbours, and with zeros up to a multiple of 8.
enum class TermCopies : uint8_t { none, plain, padded };

// `is_padded`: copies have zeros up to a multiple of 8 neighbours, and the product has as many terms; else chunks are
// whole words only where the range is such a multiple. `write` writes the product of the copies. An error: no operand
// is gathered, both lie so already, or one has no form as a copy.
Result<WrittenKernel> write_neighbour_terms(const Subject& subject, const Nest& nest, bool is_padded,
                                            const WriteProduct& write);

}  // namespace whet::write
