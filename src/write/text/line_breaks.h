// Lines of a program that are not too long: others are broken where a reader would, the outermost places first.
//
//   const bool is_wide = is_aligned<kVector>(c) && n % kVector == 0 && ...;   ->   ... n % kVector == 0 &&
//                                                                                      ...;
#pragma once

#include <string>
#include <string_view>

namespace whet::write {

inline constexpr size_t k_longest_line = 120;

// Comments at the end of a long line come before it. Lines that have no place to break stay as they are.
std::string with_short_lines(std::string_view code);

}  // namespace whet::write
