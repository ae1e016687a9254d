#include "judge/trial/outcome.h"

#include <cstddef>

namespace whet {

std::string_view name_of(Outcome outcome) {
  constexpr std::string_view k_names[] = {"correct", "faster",  "slower", "same",           "inconclusive",
                                          "wrong",   "invalid", "failed", "not judged here"};
  return k_names[static_cast<size_t>(outcome)];
}

}  // namespace whet
