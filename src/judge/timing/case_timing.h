// One case of a candidate that was timed.
#pragma once

#include <string>

#include "device/device.h"
#include "judge/timing/stopping.h"

namespace whet {

struct CaseTiming {
  std::string name;
  Sampling sampling;
  double seconds = 0;  // median
  Screening screening = Screening::promising;
};

}  // namespace whet
