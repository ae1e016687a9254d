// The memo of a written kernel: its schedule and all its numbers, so that two kernels have two memos.
//
//   "written: columns kThreads=256 kLanes=32 kVector=4 kInFlight=8 kParts=16"
#pragma once

#include <cstdint>
#include <map>
#include <string>

#include "write/text/written.h"

namespace whet::learn {

// The constants of its file, and kParts: parts of a reduction that blocks compute apart, which only its launches say.
std::map<std::string, int64_t> numbers_of(const write::WrittenKernel& kernel);

std::string written_memo(const write::WrittenKernel& kernel);

}  // namespace whet::learn
