// Classes of ASCII characters. Unlike those of <cctype> they ignore the locale and accept any char.
#pragma once

namespace whet {

inline bool is_digit(char c) {
  return c >= '0' && c <= '9';
}

}  // namespace whet
