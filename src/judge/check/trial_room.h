// Whether this machine, or its GPU, has enough memory for a check.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "judge/check/check_case.h"
#include "judge/trial/trial.h"
#include "util/system/files.h"

namespace whet {

struct TrialRoom {
  Effort effort = Effort::full;
  bool is_virtual = true;                          // arrays of the device lie in this machine's memory too
  bool tracked = false;                            // with marks of initialised bytes
  std::optional<uint64_t> free_device_bytes = {};  // set where data and answers stay on the GPU
};

// On the host, what was made of the data of trials is kept for the next candidate; one comparison holds expected, given
// and rejected answers as doubles.
uint64_t checking_bytes(const std::vector<CheckCase>& cases, const TrialRoom& room);
// On the GPU: the arrays of the candidate and of the oracle, both answers, and an array that data is made of.
uint64_t checking_device_bytes(const std::vector<CheckCase>& cases);

// It is an error when that is not free.
Result<void> check_trial_room(const std::vector<CheckCase>& cases, const TrialRoom& room, const FileSystem& files);

}  // namespace whet
