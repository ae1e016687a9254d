// Whether this machine has enough memory for a check.
#pragma once

#include <vector>

#include "judge/check/check_case.h"
#include "judge/trial/trial.h"
#include "util/system/files.h"

namespace whet {

struct TrialRoom {
  Effort effort = Effort::full;
  bool is_virtual = true;  // arrays of the device lie in this machine's memory too
  bool tracked = false;    // with marks of initialised bytes
};

// The data of all trials is made beforehand; one comparison holds expected, given and rejected answers as doubles.
uint64_t checking_bytes(const std::vector<CheckCase>& cases, const TrialRoom& room);

// It is an error when that is not free.
Result<void> check_trial_room(const std::vector<CheckCase>& cases, const TrialRoom& room, const FileSystem& files);

}  // namespace whet
