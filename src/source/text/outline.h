// The declarations of a source at namespace scope, found by matching brackets. This is enough to distinguish kernels,
// device code and host code, without parsing C++.
//
//   namespace a { __global__ void k(int* p) { *p = 1; } }    ->  function k in a::, marked __global__, with a body
//   static std::vector<int> sizes = {1, 2};                  ->  variable sizes
//   template __global__ void f<float>(float*);               ->  instantiation f
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "source/text/code.h"

namespace whet {

enum class DeclarationKind {
  function,
  variable,
  type,           // class, struct, union, enum, alias
  instantiation,  // template void f<float>(...);
  unknown,        // the use of a macro, an operator, static_assert, anything else
};

struct Declaration {
  DeclarationKind kind = DeclarationKind::unknown;
  std::string scope;               // "a::b::"; an unnamed namespace adds "(anonymous)::"
  std::vector<std::string> names;  // what it declares; for `void Timer::start()` the first part, Timer
  size_t first = 0, last = 0;      // its tokens: [first, last) of Code::tokens
  size_t head_end = 0;             // where its body or initializer begins, otherwise `last`
  size_t name_token = 0;           // for a function: the token with its name
  size_t parameters = 0;           // for a function: the token "(" of its parameters; 0: not found
  bool is_template = false;
  bool has_body = false;
  bool global = false;    // marked __global__
  bool device = false;    // marked __device__, __constant__, __shared__ or __managed__
  bool constant = false;  // marked constexpr or consteval
};

struct Outline {
  Code code;
  std::vector<Declaration> declarations;  // in the order of the file
};

// Macros that `source` defines as __device__ and similar count as these specifiers. The result points into `source`.
Outline outline(std::string_view source);

}  // namespace whet
