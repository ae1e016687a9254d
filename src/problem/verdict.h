// Compares the outputs of a run with the problem's reference.
#pragma once

#include <string>
#include <vector>

#include "problem/data/array_math.h"
#include "problem/reference.h"

namespace whet {

struct OutputVerdict {
  std::string name;
  ElementType type = ElementType::f32;
  std::vector<uint64_t> shape;  // outermost first
  PrecisionClass precision = PrecisionClass::fp32;
  Comparison comparison;
};

struct Verdict {
  std::vector<OutputVerdict> outputs;
  bool correct() const;
};

// `outputs` holds the content of each of the problem's own outputs, `expected` their elements, and `slack` what is
// added to the tolerance of each element; empty: nothing.
Result<Verdict> compare_outputs(const Problem& problem, const ResolvedCase& resolved, const ArrayContents& outputs,
                                const NumberArrays& expected, ArrayMath& arrays, const NumberArrays& slack = {});

// `before` and `after` hold the contents of the problem's arguments in order, empty for scalars; `after` only of
// outputs.
Result<Verdict> judge(const Problem& problem, const ResolvedCase& resolved, const CppReference& reference,
                      const ArrayContents& before, const ArrayContents& after);

// "[3, 17]": the position of an element, from its index in the array.
std::string place_in(const std::vector<uint64_t>& shape, uint64_t index);

}  // namespace whet
