// The element type of a C type in a kernel's parameters, as far as its name shows.
#pragma once

#include <optional>
#include <string_view>

#include "problem/numbers/element_type.h"

namespace whet {

struct CType {
  ElementType element = ElementType::f32;
  int lanes = 1;  // 4 for float4
};

// "unsigned long long", "__half", "float4"; "float[7]" for a struct of seven floats (taken_by_source.h); nothing for a
// template parameter, a struct, void or a type of the program.
std::optional<CType> c_type(std::string_view name);

// Whether memory of `element` may be accessed through a pointer to `type`. Vectors and unsigned integers count as views
// of bits: `const uint4*` over f16, `unsigned short*` over bf16.
bool may_view(const CType& type, ElementType element);

// Whether a scalar of `element` can be passed to a parameter of `type`: width and kind agree, signs need not.
bool may_pass(const CType& type, ElementType element);

}  // namespace whet
