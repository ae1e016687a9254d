// The parameters of a function, from the text between its brackets.
//
//   const float* __restrict__ x, int n = 4   ->   x: pointer to const float;  n: int, default 4
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace whet {

struct Parameter {
  std::string name;           // empty if it has none
  std::string text;           // "const float* __restrict__ x", one space between words, without the default
  std::string base;           // "float", "unsigned long long", "std::array<float, 4>": without const, pointers, name
  std::string default_value;  // "4"; empty: none
  int pointers = 0;           // stars and array brackets
  bool is_const = false;      // for a pointer: what it points to; for a value: itself
  bool is_reference = false;

  bool is_pointer() const { return pointers > 0; }
};

// In order. `void` alone is not a parameter. One that is not understood has an empty base.
std::vector<Parameter> read_parameters(std::string_view parameters);

}  // namespace whet
