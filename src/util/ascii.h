// Classes of ASCII characters. Unlike <cctype> they know no locale and take any char.
#pragma once

namespace whet {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace whet
