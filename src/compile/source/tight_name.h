// Names of kernels in the form in which they are compared: without blanks and without the suffix of unsigned numbers.
//   "f<32u, float>" -> "f<32,float>"
#pragma once

#include <string>
#include <string_view>

namespace whet {

std::string tight_name(std::string_view name);

}  // namespace whet
