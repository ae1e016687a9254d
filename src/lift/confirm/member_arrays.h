// Arrays whose pointers are members of structs that are passed: for evaluation they are parameters of their own.
#pragma once

#include <vector>

#include "lift/meaning/meaning.h"

namespace whet::lift {

// The pointer at this byte of a parameter leads to the array with this number.
struct MemberArray {
  int parameter = 0, offset = 0, number = 0;
};

struct FlatMeaning {
  Meaning meaning;
  std::vector<MemberArray> members;  // numbered after everything else that the meaning names
};

// `numbers`: of the kernel's parameters and of the module's variables.
FlatMeaning with_member_arrays(Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters,
                               size_t numbers);
bool has_member_arrays(const Arena& arena, const Meaning& meaning, const std::vector<Parameter>& parameters);

}  // namespace whet::lift
