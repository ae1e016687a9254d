// A number of a meaning, such as its FLOPs, as a formula in the words of a problem.
//
//   4*gridDim.x*cols + row[n] - row[0]      ->  "4 * rows * cols + nnz"
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <string>

#include "lift/expression/arena.h"

namespace whet::lift {

struct SizeWords {
  // What is passed as this parameter, or as the member of a struct at this byte: "n", "(2 * n)".
  std::function<std::optional<std::string>(int parameter, int offset)> number;
  // What an array holds at an index, where that is known: the last of the offsets of rows.
  std::function<std::optional<std::string>(int parameter, const std::string& index)> element;
  std::map<Special, std::string> launch;  // gridDim and blockDim
};

// In the expression language of util/text/expression.h. Nothing: it depends on what these words do not say.
std::optional<std::string> size_formula(Arena& arena, Expr e, const SizeWords& words);

}  // namespace whet::lift
