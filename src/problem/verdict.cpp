#include "problem/verdict.h"

#include <algorithm>

#include "util/text.h"

namespace whet {

bool Verdict::correct() const {
  return std::all_of(outputs.begin(), outputs.end(), [](const auto& output) { return output.comparison.equal(); });
}

// Results that must be exact get no slack.
Result<Verdict> compare_outputs(const Problem& problem, const ResolvedCase& resolved, const ArrayContents& outputs,
                                const NumberArrays& expected, ArrayMath& arrays, const NumberArrays& slack) {
  Verdict verdict;
  for (size_t i = 0; i < resolved.own_arguments; ++i) {
    const ResolvedArgument& argument = resolved.arguments[i];
    if (!argument.is_written()) continue;
    const PrecisionRule rule = problem.precision_for(argument.type);
    const bool has_room = !slack.empty() && rule.precision != PrecisionClass::exact;
    TRY(comparison, arrays.compare({argument.type, outputs[i]}, expected[i], {rule, argument.shape},
                                   has_room ? slack[i] : NumberArray()));
    verdict.outputs.push_back({argument.name, argument.type, argument.shape, rule.precision, std::move(comparison)});
  }
  return verdict;
}

Result<Verdict> judge(const Problem& problem, const ResolvedCase& resolved, const CppReference& reference,
                      const ArrayContents& before, const ArrayContents& after) {
  std::vector<std::vector<double>> arrays(resolved.own_arguments);
  for (size_t i = 0; i < arrays.size(); ++i) arrays[i] = decode_elements(resolved.arguments[i].type, before[i]);
  reference.run(resolved, arrays);
  const NumberArrays expected(arrays.begin(), arrays.end());
  return compare_outputs(problem, resolved, after, expected, host_math());
}

std::string place_in(const std::vector<uint64_t>& shape, uint64_t index) {
  std::vector<std::string> places(shape.size());
  for (size_t i = shape.size(); i-- > 0;) {
    places[i] = std::to_string(index % shape[i]);
    index /= shape[i];
  }
  return "[" + join(places, ", ") + "]";
}

}  // namespace whet
