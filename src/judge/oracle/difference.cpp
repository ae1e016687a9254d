#include "judge/oracle/difference.h"

#include <fmt/format.h>

#include "judge/trial/patch_sheet.h"

namespace whet {

namespace {

// ", in a row of `in` that descends,"; empty where nothing is known.
std::string structure_there(const Trial& trial, const std::string& output, uint64_t index) {
  if (!trial.patches) return {};
  for (size_t i = 0; i < trial.resolved->own_arguments; ++i) {
    if (trial.resolved->arguments[i].name != output) continue;
    const std::string words = trial.patches->words(*trial.resolved, i, index);
    return words.empty() ? words : ", " + words + ",";
  }
  return {};
}

}  // namespace

std::string difference_text(const Verdict& verdict, const Trial& trial) {
  for (const OutputVerdict& output : verdict.outputs) {
    const Comparison& comparison = output.comparison;
    if (comparison.equal()) continue;
    std::string text =
        fmt::format("`{}` differs in {} of {} elements with {}", output.name, fmt::group_digits(comparison.mismatches),
                    fmt::group_digits(comparison.count), trial.what);
    if (comparison.worst) {
      const std::string where = structure_there(trial, output.name, comparison.worst->index);
      text += fmt::format(": {}{} is {:.6g} and should be {:.6g}", place_in(output.shape, comparison.worst->index),
                          where, comparison.worst->got, comparison.worst->expected);
    }
    return text;
  }
  return {};
}

}  // namespace whet
