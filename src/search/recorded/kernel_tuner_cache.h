// Cache files of Kernel Tuner: a header, then one line per configuration, appended as each is tried.
//
//   {"device_name": "A100", "kernel_name": "conv", "tune_params_keys": ["bx", "pad"],
//    "tune_params": {"bx": [16, 32], ...}, "cache": {
//   "16,0": {"bx": 16, "pad": 0, "time": 1.25, ...},
//   "32,0": {"bx": 32, "pad": 0, "time": "RuntimeFailedConfig", ...},
//
// Times are in milliseconds. A file that a crash cut off is read up to its last complete entry.
#pragma once

#include <string>
#include <string_view>

#include "search/recorded/recorded_space.h"

namespace whet::search {

Result<RecordedSpace> read_kernel_tuner_cache(std::string_view text);
std::string write_kernel_tuner_cache(const RecordedSpace& recorded);

}  // namespace whet::search
