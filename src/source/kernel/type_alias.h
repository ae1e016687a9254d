// Other names of types: what `real` stands for.
//
//   typedef float real;   using real = float;   #define real float       real: float
#pragma once

#include <string>
#include <string_view>

#include "source/text/code.h"

namespace whet {

// The type without aliases, or `name` itself if the code has none for it. Aliases that are templates do not count.
std::string plain_type(const Code& code, std::string_view name);

}  // namespace whet
