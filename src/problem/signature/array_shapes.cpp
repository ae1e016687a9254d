#include "problem/signature/array_shapes.h"

#include <fmt/format.h>

#include <algorithm>

#include "problem/file/size_flags.h"
#include "util/text.h"

namespace whet {

void ArrayShapes::add(ProblemArgument& argument, int lanes) {
  arrays_.push_back(argument.name);
  lanes_[argument.name] = lanes;
  if (const auto shape = given_.find(argument.name); shape != given_.end()) argument.shape = shape->second;
  add_lanes(argument);
}

// Shapes count elements of the C type: `float4* pos` of n has n x 4 numbers.
void ArrayShapes::add_lanes(ProblemArgument& argument) {
  const int lanes = lanes_.at(argument.name);
  const std::string text = std::to_string(lanes);
  if (lanes == 1 || argument.shape.empty() || argument.shape.back().expression.text() == text) return;
  if (auto extent = Expression::parse(text)) argument.shape.push_back({std::move(*extent), line_});
  notes_.push_back(fmt::format("`{}` has {} numbers: it points to vectors of {}", argument.name,
                               product_text(argument.shape), lanes));
}

bool ArrayShapes::lacks_shape(const ProblemArgument& argument) const {
  return argument.shape.empty() && std::find(arrays_.begin(), arrays_.end(), argument.name) != arrays_.end();
}

Result<void> ArrayShapes::assume(ProblemArgument& argument, const Problem& problem) {
  if (!lacks_shape(argument)) return {};
  std::vector<std::string> sizes;
  for (const Dimension& dimension : problem.dims) sizes.push_back(dimension.name);
  const std::string product = otherwise_.empty() ? join(sizes, " * ") : otherwise_;
  TRY(extent, Expression::parse(product, "--dims"));
  argument.shape = {{std::move(extent), line_}};
  if (!otherwise_.empty()) {
    add_lanes(argument);
    return {};
  }
  if (sizes.size() > 1) generous_.push_back(argument.name);
  if (lanes_.at(argument.name) > 1) {
    add_lanes(argument);
    return {};
  }
  notes_.push_back(sizes.size() > 1
                       ? fmt::format("`{}` has {} elements, enough for any use of the sizes (--shape {}=...)",
                                     argument.name, product, argument.name)
                       : fmt::format("`{}` has {} elements", argument.name, product));
  return {};
}

std::vector<std::string> ArrayShapes::missing(const Problem& problem, size_t sizes) const {
  constexpr size_t k_most_multiplied = 4;
  std::vector<std::string> names;
  for (const ProblemArgument& argument : problem.arguments) {
    if (!lacks_shape(argument) || sizes < 2 || !otherwise_.empty()) continue;
    if (argument.role != ArgumentRole::in || sizes > k_most_multiplied) names.push_back(argument.name);
  }
  return names;
}

const ProblemArgument* ArrayShapes::first_without(const Problem& problem) const {
  if (!otherwise_.empty()) return nullptr;
  const auto found = std::find_if(problem.arguments.begin(), problem.arguments.end(),
                                  [&](const ProblemArgument& argument) { return lacks_shape(argument); });
  return found == problem.arguments.end() ? nullptr : &*found;
}

}  // namespace whet
