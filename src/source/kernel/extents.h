// The constants that a variable's size depends on, directly or through others.
//
//   #define RADIUS 2
//   #define WIDTH (2 * RADIUS + 1)
//   __constant__ float weights[WIDTH * WIDTH];     weights: WIDTH, RADIUS
#pragma once

#include <set>
#include <string>
#include <string_view>

#include "source/text/outline.h"

namespace whet {

// All names in the declarations of `variable` at namespace scope, and in the definitions of those names. A struct type
// counts with its members.
std::set<std::string> names_sizing(std::string_view source, const Outline& outline, std::string_view variable);

}  // namespace whet
