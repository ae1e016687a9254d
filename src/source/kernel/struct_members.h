// The members of a plain struct, as a source declares them.
//
//   struct Params { float dt, mass; int box[3]; const float* x; };   ->  dt, mass, box of 3, x a pointer
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "source/kernel/parameters.h"

namespace whet {

struct StructMember {
  Parameter declared;  // its type and name, without an array's brackets
  int64_t count = 1;   // of an array
};

// `full_name` is "Params", or "Csr<float>" for a template. Nothing if the source has no struct of that name, or if it
// has more than data: functions, bases, bit fields.
std::optional<std::vector<StructMember>> find_struct(std::string_view source, std::string_view full_name);

}  // namespace whet
