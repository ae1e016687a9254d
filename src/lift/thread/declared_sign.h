// Whether the elements of an array are declared as signed integers, or as floating-point numbers. PTX
// loads words of bits: which number a word is, only the declaration tells, and an instruction may read it as another.
#pragma once

#include <cstdint>
#include <string>

namespace whet::lift {

enum class Sign : uint8_t { unknown, with, without, of_real };

inline bool is_whole(Sign sign) {
  return sign == Sign::with || sign == Sign::without;
}

// Of a type without its pointers: "unsigned int", "int8_t", "uchar4". `char` and other names are not known.
Sign declared_sign(const std::string& base);

}  // namespace whet::lift
