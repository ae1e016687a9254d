#include "judge/oracle/difference.h"

#include <fmt/format.h>

#include <algorithm>

#include "judge/trial/patch_sheet.h"

namespace whet {

namespace {

// The elements of this output that were not written; nullptr: all were.
const std::vector<bool>* unwritten_of(const std::string& output, const std::vector<UnwrittenElements>& unwritten) {
  for (const UnwrittenElements& each : unwritten) {
    const bool any = std::find(each.elements.begin(), each.elements.end(), true) != each.elements.end();
    if (each.array == output && any) return &each.elements;
  }
  return nullptr;
}

std::string unwritten_text(const OutputVerdict& output, const std::vector<bool>& unwritten) {
  const auto count = static_cast<uint64_t>(std::count(unwritten.begin(), unwritten.end(), true));
  const auto first = static_cast<uint64_t>(std::find(unwritten.begin(), unwritten.end(), true) - unwritten.begin());
  return fmt::format(
      ": {} was never written, one of {} elements of {} that are not: the launch is too small, or the array is larger "
      "than what the kernel fills",
      place_in(output.shape, first), fmt::group_digits(count), fmt::group_digits(unwritten.size()));
}

// ", in a row of `in` that descends,"; empty if the data has no such structure.
std::string structure_there(const Trial& trial, const std::string& output, uint64_t index) {
  if (!trial.patches) return {};
  for (size_t i = 0; i < trial.resolved->own_arguments; ++i) {
    if (trial.resolved->arguments[i].name != output) continue;
    const std::string words = trial.patches->words(*trial.resolved, i, index);
    return words.empty() ? words : ", " + words + ",";
  }
  return {};
}

std::string worst_text(const OutputVerdict& output, const Trial& trial) {
  const Mismatch& worst = *output.comparison.worst;
  return fmt::format(": {}{} is {:.6g} and should be {:.6g}", place_in(output.shape, worst.index),
                     structure_there(trial, output.name, worst.index), worst.got, worst.expected);
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
    const std::vector<bool>* missed = unwritten_of(output.name, unwritten);
    if (missed)
      text += unwritten_text(output, *missed);
    else if (comparison.worst)
      text += worst_text(output, trial);
    return text;
  }
  return {};
}

}  // namespace whet
