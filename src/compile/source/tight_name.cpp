#include "compile/source/tight_name.h"

namespace whet {

std::string tight_name(std::string_view name) {
  std::string result;
  for (const char c : name) {
    const bool suffix = (c == 'u' || c == 'l' || c == 'U' || c == 'L') && !result.empty() && result.back() >= '0' &&
                        result.back() <= '9';
    if (c != ' ' && !suffix) result += c;
  }
  return result;
}

}  // namespace whet
