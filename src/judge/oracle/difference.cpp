#include "judge/oracle/difference.h"

#include <fmt/format.h>

namespace whet {

std::string difference_text(const Verdict& verdict, const Trial& trial) {
  for (const OutputVerdict& output : verdict.outputs) {
    const Comparison& comparison = output.comparison;
    if (comparison.equal()) continue;
    std::string text =
        fmt::format("`{}` differs in {} of {} elements with {}", output.name, fmt::group_digits(comparison.mismatches),
                    fmt::group_digits(comparison.count), trial.what);
    if (comparison.worst) {
      text += fmt::format(": {} is {:.6g} and should be {:.6g}", place_in(output.shape, comparison.worst->index),
                          comparison.worst->got, comparison.worst->expected);
    }
    return text;
  }
  return {};
}

}  // namespace whet
