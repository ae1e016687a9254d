// ASCII letters.
#pragma once

#include "util/ascii.h"

namespace whet::learn {

inline bool is_lower(char c) {
  return c >= 'a' && c <= 'z';
}
inline bool is_letter(char c) {
  return is_lower(c) || (c >= 'A' && c <= 'Z');
}

}  // namespace whet::learn
