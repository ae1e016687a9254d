// Whether all of a problem's data matters: the end of an input that changes nothing was not reached.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "judge/check/check_case.h"
#include "judge/trial/trial.h"

namespace whet {

// The last so many elements of an array may hold anything.
struct IdleEnd {
  std::string array;
  uint64_t elements = 0, count = 0;
};

// Larger problems are not looked at: contents are put together on the host.
inline constexpr uint64_t k_most_influence_bytes = 64 << 20;  // of all arrays

// Runs the kernel with the ends of its inputs exchanged, a dozen times or so for an array that has an idle end. Nothing
// is said where one run takes long, or two runs on the same data differ. `besides`: arrays that are known to be larger
// than what is used of them.
Result<std::vector<IdleEnd>> idle_ends(const Problem& problem, const CheckCase& at, uint64_t secret, Device& device,
                                       const FileSystem& files, const std::vector<std::string>& besides);

}  // namespace whet
