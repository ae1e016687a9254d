// A function's name as a part of an identifier: "a::launch<float>" is a__launch_float_.
#pragma once

#include <cctype>
#include <string>
#include <string_view>

namespace whet {

inline std::string plain_name(std::string_view name) {
  std::string plain(name);
  for (char& c : plain) c = std::isalnum(static_cast<unsigned char>(c)) || c == '_' ? c : '_';
  return plain;
}

}  // namespace whet
