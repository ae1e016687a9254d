#include "judge/oracle/difference.h"

#include <fmt/format.h>

#include <algorithm>

namespace whet {

namespace {

// Of this output; nullptr: all were written.
const std::vector<bool>* unwritten_of(const std::string& output, const std::vector<UnwrittenElements>& unwritten) {
  for (const UnwrittenElements& each : unwritten) {
    const bool any = std::find(each.elements.begin(), each.elements.end(), true) != each.elements.end();
    if (each.array == output && any) return &each.elements;
  }
  return nullptr;
}

std::string worst_text(const OutputVerdict& output, const std::vector<bool>* unwritten) {
  const Mismatch& worst = *output.comparison.worst;
  if (!unwritten)
    return fmt::format(": {} is {:.6g} and should be {:.6g}", place_in(output.shape, worst.index), worst.got,
                       worst.expected);
  const auto count = static_cast<uint64_t>(std::count(unwritten->begin(), unwritten->end(), true));
  const auto first = static_cast<uint64_t>(std::find(unwritten->begin(), unwritten->end(), true) - unwritten->begin());
  return fmt::format(
      ": {} was never written, one of {} elements of {} that are not: the launch is too small, or the array is larger "
      "than what the kernel fills",
      place_in(output.shape, first), fmt::group_digits(count), fmt::group_digits(unwritten->size()));
}

}  // namespace

std::string difference_text(const Verdict& verdict, const Trial& trial,
                            const std::vector<UnwrittenElements>& unwritten) {
  for (const OutputVerdict& output : verdict.outputs) {
    const Comparison& comparison = output.comparison;
    if (comparison.equal()) continue;
    std::string text =
        fmt::format("`{}` differs in {} of {} elements with {}", output.name, fmt::group_digits(comparison.mismatches),
                    fmt::group_digits(comparison.count), trial.what);
    if (comparison.worst) text += worst_text(output, unwritten_of(output.name, unwritten));
    return text;
  }
  return {};
}

}  // namespace whet
