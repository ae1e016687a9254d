// Numbers of a profile as text.
#pragma once

#include <fmt/format.h>

#include <cmath>
#include <string>

#include "report/canvas/number_text.h"

namespace whet {

inline std::string metric_text(double value) {
  const bool whole = value == std::floor(value) && std::abs(value) < 1e15;
  return whole ? count_text(value) : fmt::format("{:.4g}", value);
}

// "softmax.cu:6"
inline std::string place_text(const std::string& file, uint32_t line) {
  return file.empty() ? "" : file.substr(file.rfind('/') + 1) + ":" + std::to_string(line);
}

}  // namespace whet
