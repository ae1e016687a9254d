// "file:line" of a TOML value, for the errors of the loaders here.
#pragma once

#include <string>

#include "util/text/toml.h"

namespace whet {

inline std::string place(const std::string& file, const TomlValue& value) {
  return file + ":" + std::to_string(value.line);
}

}  // namespace whet
