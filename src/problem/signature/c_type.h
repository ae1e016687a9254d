// What a C type of a kernel's parameter holds, as far as its name tells.
#pragma once

#include <optional>
#include <string_view>

#include "problem/numbers/element_type.h"

namespace whet {

struct CType {
  ElementType element = ElementType::f32;
  int lanes = 1;  // 4 of float4
};

// "unsigned long long", "__half", "float4"; nothing for a template parameter, a struct, void or a type of the program.
std::optional<CType> c_type(std::string_view name);

// Whether memory of `element` may be read through a pointer to `type`. Vectors and unsigned integers are taken as views
// of bits: `const uint4*` over f16, `unsigned short*` over bf16.
bool may_view(const CType& type, ElementType element);

// Whether a scalar of `element` is what a parameter of `type` takes: the width and kind agree, signs need not.
bool may_pass(const CType& type, ElementType element);

}  // namespace whet
