// Whether the elements of an array are declared as signed integers. PTX loads words of bits: which number a word is,
// only the declaration tells, and an instruction may read it as the other one.
#pragma once

#include <cstdint>
#include <string>

namespace whet::lift {

enum class Sign : uint8_t { unknown, with, without };

// Of a type without its pointers: "unsigned int", "int8_t", "uchar4". `char` and other names are not known.
Sign declared_sign(const std::string& base);

}  // namespace whet::lift
